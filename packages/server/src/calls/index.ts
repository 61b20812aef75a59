import type { CommandOf, Outcome } from '@polywire/protocol';
import { StoreError } from '../store/errors.ts';
import type { Visit } from '../wire/perform.ts';
import { catalog } from './catalog.ts';
import { type Call, CallError, type Services } from './contract.ts';
import { keep } from './keep.ts';
import { sessions } from './sessions.ts';

const calls: Readonly<Record<string, Call>> = { ...catalog, ...keep, ...sessions };

/** Answers a call command. */
export function answerCalls(services: Services) {
  return async (visit: Visit, command: CommandOf<'call'>): Promise<Outcome> => {
    const call = Object.hasOwn(calls, command.what) ? calls[command.what] : undefined;
    if (!call) return { ok: false, error: { code: 'UNKNOWN', message: `There is no call ${command.what}.` } };
    try {
      return { ok: true, value: await call(services, visit, command.params) };
    } catch (error) {
      if (error instanceof CallError) return { ok: false, error: { code: error.code, message: error.message } };
      if (error instanceof StoreError && error.code === 'STORAGE_FULL') {
        return { ok: false, error: { code: 'STORAGE_FULL', message: error.message } };
      }
      throw error;
    }
  };
}
