import type { Command, CommandOf, Dialect, Endpoint, Outcome, StreamInfo, Wants } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import type { Tally } from '../observe/tally.ts';
import type { Directory } from '../sessions/directory.ts';
import { refuse, SHUTTING_DOWN } from '../sessions/refuse.ts';
import type { Sender } from '../sessions/session.ts';
import type { Uploads } from '../store/contract.ts';
import { submitWithFiles } from './attached.ts';
import type { Feeds } from './feeds.ts';

/** What every connection shares. */
export interface Wire {
  readonly directory: Directory;
  readonly feeds: Feeds;
  readonly tally: Tally;
  readonly log: EventLog;
  readonly uploads: Uploads;
  readonly utcOffsetMin: number;
  /** Everything that is not about a session's stream. */
  call(visit: Visit, command: CommandOf<'call'>): Promise<Outcome>;
  now(): number;
  /** Errors that no client is told. */
  report(error: unknown): void;
}

/** How one client came to us. */
export interface Visit {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly owner: string;
  /** Which program of the owner's it is, as far as that can be told. */
  readonly caller: string;
  /** The session's name where the address has it. */
  readonly session: string | undefined;
  /** The one run whose events it wants, where the address has it. */
  readonly run?: string | undefined;
  readonly locale: StreamInfo['locale'];
  readonly baseUrl: string;
  /** The cursor the client sent with its request. */
  readonly after: string | undefined;
}

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

/** Who asks for cursors follows the session and knows what is open in it. */
export function senderOf({ owner, dialect }: Visit, { cursor = false }: Partial<Wants> = {}): Sender {
  const { answers, whileAsked } = dialect.traits;
  return { by: owner, answers, ...(whileAsked && !cursor && { whileAsked }) };
}

/** Whoever names no session means a run. */
function nothingFor(session: string | undefined, command: Command): Outcome {
  const run = session === undefined && 'runId' in command ? command.runId : undefined;
  return run === undefined ? notFound(session) : noRun(run);
}

export function noRun(name: string): Outcome {
  return refuse('NOT_FOUND', `There is no run ${name}. / 没有运行 ${name}。`);
}

export function notFound(name: string | undefined): Outcome {
  return refuse('NOT_FOUND', `There is no session ${name ?? ''}. / 没有会话 ${name ?? ''}。`);
}
