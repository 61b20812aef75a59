import { type EventOf, type EventType, type RunEvent, verify } from '@polywire/protocol';
import { DEATHS_UNTIL_PARKED, deathsInVain } from '../../lib/deaths-in-vain.ts';
import { ROUNDS, textOf } from './worker.ts';

export interface History {
  readonly events: readonly RunEvent[];
  /** References of messages that were sent, and of those whose receipt was acknowledged. */
  readonly sent: readonly string[];
  readonly acknowledged: ReadonlySet<string>;
  /** The id of a call for each time that its tool really ran. */
  readonly stamps: readonly string[];
}

/** Throws where a history has something that no client may see, whatever was killed. Returns runs that were parked. */
export function checkHistory({ events, sent, acknowledged, stamps }: History): number {
  const illegal = verify(events);
  if (illegal) throw new Error(`the log is not legal: ${JSON.stringify(illegal)}`);
  for (const [i, { seq }] of events.entries()) if (seq !== i + 1) throw new Error(`event ${i + 1} is numbered ${seq}`);
  const kept = new Set(of(events, 'message.accepted').map(({ ref }) => ref));
  for (const ref of acknowledged) if (!kept.has(ref)) throw new Error(`${ref} was acknowledged and is lost`);
  let parked = 0;
  for (const ref of sent) {
    const runs = of(events, 'run.started').filter((event) => event.ref === ref);
    if (runs.length !== 1) throw new Error(`${ref} was run ${runs.length} times`);
    if (checkRun(ref, ofRun(events, runs[0]?.runId)) === 'parked') parked += 1;
  }
  checkTools(events, stamps);
  return parked;
}

function checkRun(ref: string, events: readonly RunEvent[]): 'whole' | 'parked' {
  const [end, ...more] = of(events, 'run.finished');
  if (!end || more.length > 0) throw new Error(`${ref} ended ${more.length + (end ? 1 : 0)} times`);
  if (end.status !== 'complete') {
    if (isParkedRightly(events)) return 'parked';
    throw new Error(`${ref} ended as ${end.status}: ${end.reason}`);
  }
  const whole = of(events, 'message.completed').filter(({ interrupted }) => !interrupted);
  const texts = whole.map(({ messageId }) =>
    of(events, 'text.delta')
      .filter((event) => event.messageId === messageId)
      .map(({ delta }) => delta)
      .join(''),
  );
  const expected = Array.from({ length: ROUNDS }, (_, round) => textOf(round));
  if (texts.join('|') !== expected.join('|')) throw new Error(`${ref} said ${texts.join('|')}`);
  return 'whole';
}

function isParkedRightly(events: readonly RunEvent[]): boolean {
  return deathsInVain(events) === DEATHS_UNTIL_PARKED && of(events, 'error').some(({ code }) => code === 'CRASHED');
}

function checkTools(events: readonly RunEvent[], stamps: readonly string[]): void {
  const times = (id: string) => stamps.filter((stamp) => stamp === id).length;
  for (const { callId, outcome, result } of of(events, 'tool.finished')) {
    if (outcome === 'ok' && times(callId) !== 1) throw new Error(`${callId} ran ${times(callId)} times`);
    if (outcome === 'error' || outcome === 'denied') throw new Error(`${callId} was ${outcome}: ${result}`);
  }
  const started = new Set(of(events, 'tool.started').map(({ callId }) => callId));
  for (const id of new Set(stamps)) {
    if (times(id) !== 1) throw new Error(`${id} ran ${times(id)} times`);
    if (!started.has(id)) throw new Error(`${id} ran and the log does not know`);
    if (id.includes('.send') && id.endsWith('~')) throw new Error(`${id} ran again without leave`);
  }
}

function ofRun(events: readonly RunEvent[], runId: string | undefined): RunEvent[] {
  return events.filter((event) => event.runId === runId);
}

function of<T extends EventType>(events: readonly RunEvent[], type: T): EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type);
}
