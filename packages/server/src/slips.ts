/** A slip on the command line, as Node's `parseArgs` tells it, in both languages and with where to read how it goes. */
export function slipOf(message: string): string {
  for (const [told, say] of slips) {
    const what = told.exec(message)?.[1];
    if (what !== undefined) return say(what);
  }
  return `${message.split('\n')[0]}: see --help. / 命令行有误：参见 --help。`;
}

const slips: readonly (readonly [RegExp, (what: string) => string])[] = [
  [/^Unknown option '(.+?)'/, (what) => `There is no option ${what}: see --help. / 没有选项 ${what}：参见 --help。`],
  [
    /^Option '.*?(--[\w-]+).*' does not take/,
    (what) => `${what} takes no value: see --help. / ${what} 不带值：参见 --help。`,
  ],
  [/^Option '.*?(--[\w-]+)/, (what) => `${what} takes a value: see --help. / ${what} 需要一个值：参见 --help。`],
  [/^Unexpected argument '(.+?)'/, (what) => `${what} is no option: see --help. / ${what} 不是选项：参见 --help。`],
];
