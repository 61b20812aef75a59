const texts = {
  TIMEOUT: (seconds: string | number) =>
    `It took longer than ${seconds} s and was ended. / 运行超过 ${seconds} 秒，已终止。`,
  MEMORY: (mb: string | number) =>
    `It needed more than ${mb} MB of memory and was ended. / 所需内存超过 ${mb} MB，已终止。`,
  CRASHED: (mb: string | number) =>
    `It broke down, perhaps for want of memory (${mb} MB). / 运行崩溃，可能内存不足（${mb} MB）。`,
  FAILED: (message: string | number) => String(message),
} as const;

/** Why work in a process or a thread of its own came to nothing. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly code: keyof typeof texts;

  constructor(code: keyof typeof texts, about: string | number) {
    super(texts[code](about));
    this.code = code;
  }
}
