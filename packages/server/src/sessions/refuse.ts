import type { Outcome, RefusalCode } from '@polywire/protocol';

export function refuse(code: RefusalCode, message: string): Outcome {
  return { ok: false, error: { code, message } };
}
