import type { Command, CommandOf, Outcome } from '@polywire/protocol';
import { SHUTTING_DOWN } from '../sessions/refuse.ts';
import { submitWithFiles } from './attached.ts';
import type { Visit, Wire } from './contract.ts';
import { noRun, notFound } from './not-found.ts';
import { senderOf } from './sender.ts';

/** Commands that need no stream: what a connection and a single HTTP request do alike. */
export async function control(
  wire: Wire,
  visit: Visit,
  command: Exclude<Command, CommandOf<'attach' | 'message.send'>>,
): Promise<Outcome> {
  if (command.type === 'ping') return { ok: true };
  if (command.type === 'call') return wire.call(visit, command);
  if (wire.directory.isClosing) return SHUTTING_DOWN;
  const record = await sessionFor(wire, visit, command);
  if (!record) return nothingFor(command.session ?? visit.session, command);
  const session = await wire.directory.open(visit.owner, record.id);
  const outcome =
    command.type === 'input.answer'
      ? await submitWithFiles(wire, visit, session, command, senderOf(visit))
      : await session.submit(command, senderOf(visit));
  return !outcome.ok && (await isLate(wire, visit, command)) ? { ok: true, value: { runId: null } } : outcome;
}

/** To control a run that is over changes nothing, whatever runs now. */
async function isLate({ directory }: Wire, { owner }: Visit, command: Command): Promise<boolean> {
  if (!CONTROLS.has(command.type) || !('runId' in command) || command.runId === undefined) return false;
  return (await directory.run(owner, command.runId))?.last !== undefined;
}
const CONTROLS: ReadonlySet<Command['type']> = new Set<Command['type']>(['run.pause', 'run.resume', 'run.stop']);

/** Some wires name the session, others only the run. */
function sessionFor({ directory }: Wire, { owner, dialect, session }: Visit, command: Command) {
  const name = command.session ?? session;
  if (name !== undefined) return directory.find(owner, dialect.name, name, false);
  return 'runId' in command && command.runId !== undefined ? directory.findByRun(owner, command.runId) : undefined;
}

/** Whoever names no session means a run. */
function nothingFor(session: string | undefined, command: Command): Outcome {
  const run = session === undefined && 'runId' in command ? command.runId : undefined;
  return run === undefined ? notFound(session) : noRun(run);
}
