import type { Draft } from '@polywire/protocol';
import { ClientError } from './errors.ts';
import { SILENT } from './line.ts';
import type { Ending } from './link/contract.ts';
import type { Plan } from './plan.ts';

/**
 * What the end of a connection says: `no` is final, `perhaps` is a server that hung up with a reason of its own, and
 * anything else can happen to any connection.
 */
export function verdictOf({ code, refusal }: Ending): 'no' | 'perhaps' | 'loss' {
  if (code === REFUSED) return 'no';
  if (refusal) return refusal.status >= 400 && refusal.status < 500 && !passing.has(refusal.status) ? 'no' : 'loss';
  return unwelcome.has(code) ? 'perhaps' : 'loss';
}

/** Statuses that are gone after a while. */
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429]);
/** Close codes by which a server says that it does not like what it was asked. */
const unwelcome: ReadonlySet<number> = new Set([1002, 1003, 1007, 1009, 1013]);
/** What was asked for is against its rules: nobody gets it by asking again. */
const REFUSED = 1008;
const UNWANTED = 'The server does not want this connection. / 服务器拒绝此连接。';

export function refusalError({ refusal, reason }: Ending): ClientError {
  return new ClientError('REFUSED', refusal?.message || reason || UNWANTED, {
    status: refusal?.status,
  });
}

export function lossError({ code, reason }: Ending): ClientError {
  return new ClientError(code === SILENT ? 'TIMEOUT' : 'LOST', reason || 'The connection was lost. / 连接已断开。');
}

/** A run goes on without us where the wire means nothing by a close; its later frames still come. */
export function goesOn({ manner, dialect }: Plan, error: ClientError): boolean {
  return manner === 'standing' && dialect.traits.onDisconnect === 'detach' && error.code !== 'TIMEOUT';
}

/** How a run that nobody can follow any more is told to be over. */
export function lostRun(runId: string | undefined, { message, code }: ClientError): readonly Draft[] {
  const about = runId === undefined ? {} : { runId };
  return [
    { type: 'error', message, code, fatal: true, ...about },
    { type: 'run.finished', status: 'error', reason: code, ...about },
  ];
}
