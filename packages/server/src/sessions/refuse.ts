import type { Outcome, RefusalCode } from '@polywire/protocol';

export function refuse(code: RefusalCode, message: string): Outcome & { ok: false } {
  return { ok: false, error: { code, message } };
}

export const SHUTTING_DOWN = refuse('SHUTTING_DOWN', 'The server is shutting down. / 服务器正在关闭。');
