import type { CommandOf, Outcome } from '@polywire/protocol';
import type { Visit } from '../wire/contract.ts';
import { analyses } from './analyses.ts';
import { catalog } from './catalog.ts';
import { type Call, CallError, type Services } from './contract.ts';
import { documents } from './documents.ts';
import { fidelity } from './fidelity.ts';
import { files } from './files.ts';
import { frames } from './frames.ts';
import { keep } from './keep.ts';
import { runs } from './runs.ts';
import { sessions } from './sessions.ts';

const calls: Readonly<Record<string, Call>> = {
  ...analyses,
  ...catalog,
  ...documents,
  ...fidelity,
  ...files,
  ...frames,
  ...keep,
  ...runs,
  ...sessions,
};

/** Answers a call command. */
export function answerCalls(services: Services) {
  return async (visit: Visit, command: CommandOf<'call'>): Promise<Outcome> => {
    const call = Object.hasOwn(calls, command.what) ? calls[command.what] : undefined;
    if (!call)
      return {
        ok: false,
        error: { code: 'UNKNOWN', message: `There is no call ${command.what}. / 没有调用 ${command.what}。` },
      };
    try {
      return { ok: true, value: await call(services, visit, command.params) };
    } catch (error) {
      if (error instanceof CallError) return { ok: false, error: { code: error.code, message: error.message } };
      throw error;
    }
  };
}
