const texts = {
  BLOCKED: (host: string) =>
    `${host} is not on the open internet: it is not fetched. / ${host} 不是公网地址，已拒绝访问。`,
  SCHEME: (url: string) => `Only http and https addresses are fetched, not ${url}. / 仅支持 http 和 https 地址。`,
  TOO_LARGE: (limit: string) => `It is larger than ${limit} bytes. / 内容超过 ${limit} 字节。`,
  REDIRECTS: (count: string) => `It leads on more than ${count} times. / 重定向超过 ${count} 次。`,
  TIMEOUT: (seconds: string) => `It did not come within ${seconds} s. / ${seconds} 秒内没有响应。`,
  STATUS: (status: string) => `The server answered ${status}. / 服务器返回 ${status}。`,
  UNREACHABLE: (host: string) => `${host} cannot be reached. / 无法访问 ${host}。`,
  TYPE: (type: string) => `${type} is not taken here. / 不支持的类型：${type}。`,
} as const;

/** Why something was not fetched. */
export class NetError extends Error {
  override readonly name = 'NetError';
  readonly code: keyof typeof texts;

  constructor(code: keyof typeof texts, about: string | number, options: { cause?: unknown } = {}) {
    super(texts[code](String(about)), options);
    this.code = code;
  }
}
