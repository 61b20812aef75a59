import type { Command, Decoded, Frame, Outcome, StreamInfo } from '@polywire/protocol';
import type { Visit, Wire } from './perform.ts';

/** One who is spoken to, whoever that is. */
export type Listening = Pick<Visit, 'dialect' | 'endpoint' | 'session' | 'locale' | 'baseUrl'>;
type Clock = Pick<Wire, 'utcOffsetMin' | 'now'>;

export function streamOf({ dialect, endpoint, locale, baseUrl }: Listening, { utcOffsetMin }: Clock, id: string) {
  const variant = endpoint.variant ?? (dialect.traits.variants[0] as string);
  return { id, variant, utcOffsetMin, locale, baseUrl } satisfies StreamInfo;
}

export function greeting(to: Listening, clock: Clock, name: string): readonly Frame[] {
  return to.dialect.server.greet(streamOf(to, clock, name), clock.now());
}

/** What begins an answer: where the address does not name the session, the client is told which it is. */
export function answerGreeting(to: Listening, clock: Clock, name: string): readonly Frame[] {
  return to.session === undefined ? greeting(to, clock, name) : [];
}

/** A refused message is answered too. Who only wants to watch would take a greeting for a yes. */
export function refusal(to: Listening, clock: Clock, command: Command, outcome: Outcome): readonly Frame[] {
  const session = command.type === 'message.send' ? command.session : undefined;
  return begun(to, clock, session, to.dialect.server.answer(command, outcome));
}

/** So is one that cannot be read. */
export function complaint(to: Listening, clock: Clock, { session, replies = [] }: Decoded<Command>): readonly Frame[] {
  return begun(to, clock, session, replies);
}

function begun(to: Listening, clock: Clock, session: string | undefined, frames: readonly Frame[]): readonly Frame[] {
  if (frames.length === 0 || !session) return frames;
  return [...answerGreeting(to, clock, session), ...frames];
}
