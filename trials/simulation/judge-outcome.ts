import type { Command, Outcome } from '@polywire/protocol';
import type { Sent } from './client.ts';
import type { Judge } from './judge.ts';

/** Holds what a client was told of its command against what is durable at that moment. */
export function judgeOutcome(judge: Judge, session: string, { command, told, attempts }: Sent, outcome: Outcome): void {
  const { ref } = command;
  if (command.type === 'message.send' && ref !== undefined) {
    const { length } = judge.taken(session, ref);
    if (outcome.ok && length === 0) judge.object(`${ref} was acknowledged and is not in the log`);
    const isNew = attempts === told.length && told.every(({ ok }) => !ok);
    if (!outcome.ok && isNew && length > 0) judge.object(`${ref} was refused and is in the log`);
  }
  if (command.type === 'input.answer') judgeAnswer(judge, session, command, outcome);
}

/** The first answer wins, and everybody else is told how it was decided. */
function judgeAnswer(
  judge: Judge,
  session: string,
  command: Command & { type: 'input.answer' },
  outcome: Outcome,
): void {
  const { inputId = '', ref } = command;
  const decided = judge.decision(session, inputId);
  if (outcome.ok) {
    if (decided?.ref !== ref) judge.object(`${ref} was told that it answered ${inputId}; the log has ${decided?.ref}`);
    if (decided && decided.outcome !== ANSWERS[command.decision])
      judge.object(`${ref} was taken as ${decided.outcome}`);
    return;
  }
  const { code, message } = outcome.error;
  if (code === 'ALREADY_DECIDED' && !decided) judge.object(`${ref} was told of a decision that is not durable`);
  if (code === 'ALREADY_DECIDED' && decided && !message.includes(decided.outcome))
    judge.object(`${ref} was told "${message}" of ${decided.outcome}`);
  if (code === 'NOT_FOUND' && decided) judge.object(`${ref} was not told that ${inputId} is ${decided.outcome}`);
}

const ANSWERS = { approve: 'approved', reject: 'denied', reply: 'answered', unclear: 'answered' } as const;
