import { isDeepStrictEqual } from 'node:util';
import type { EventOf, JsonObject, RunEvent } from '@polywire/protocol';
import type { Judge } from './judge.ts';

/** A tool did something: once for each call, not before that is in the log, and not without leave where it needs some. */
export function judgeDeed(
  judge: Judge,
  done: Set<string>,
  { session, callId, args }: { session: string; callId: string; args: JsonObject },
): void {
  if (done.has(callId)) judge.object(`${callId} was done twice`);
  done.add(callId);
  const past = judge.past(session);
  const started = past.some((event) => event.type === 'tool.started' && event.callId === callId);
  if (!started) judge.object(`${callId} was done before its start is durable`);
  const call = past.find(isCall(callId));
  if (call?.name !== 'burn') return;
  const asked = callId.endsWith('~') ? `${callId.slice(0, -1)}.again` : `${callId}.approval`;
  const decision = judge.decision(session, asked);
  if (decision?.outcome !== 'approved') judge.object(`${callId} was done though ${asked} is ${decision?.outcome}`);
  else if (!isDeepStrictEqual(decision.args ?? call.args, args))
    judge.object(`${callId} was done with other arguments`);
}

function isCall(callId: string) {
  return (event: RunEvent): event is EventOf<'tool.call'> => event.type === 'tool.call' && event.callId === callId;
}
