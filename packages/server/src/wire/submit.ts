import { randomUUID } from 'node:crypto';
import type { CommandOf, Outcome } from '@polywire/protocol';
import { SHUTTING_DOWN } from '../sessions/refuse.ts';
import { submitWithFiles } from './attached.ts';
import { withChoices } from './choices.ts';
import type { Visit, Wire } from './contract.ts';
import { notFound } from './not-found.ts';
import { senderOf } from './sender.ts';

/** Takes a message without showing its answer: whoever sent it follows the run at another address, or not at all. */
export async function submit(wire: Wire, visit: Visit, command: CommandOf<'message.send'>): Promise<Outcome> {
  const { directory } = wire;
  const { owner, dialect } = visit;
  if (directory.isClosing) return SHUTTING_DOWN;
  const name = command.session ?? visit.session;
  const record = name === undefined ? undefined : await directory.find(owner, dialect.name, name, false);
  if (!record) return notFound(name);
  const ref = command.ref || randomUUID();
  const message = { ...(await withChoices(wire, visit, record, command)), ref };
  const session = await directory.open(owner, record.id);
  const outcome = await submitWithFiles(wire, visit, session, message, senderOf(visit));
  if (!outcome.ok) return outcome;
  const begun = await directory.run(owner, ref, record.id);
  const id = begun?.id ?? session.waiting(ref)?.runId;
  const named = { ...(id !== undefined && { id }), session: name, ref };
  return { ok: true, value: begun ? named : { ...named, queued: true } };
}
