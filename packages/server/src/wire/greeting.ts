import type { Frame, StreamInfo } from '@polywire/protocol';
import type { Visit, Wire } from './contract.ts';

/** One who is spoken to. */
type Listening = Pick<Visit, 'dialect' | 'endpoint' | 'session' | 'locale' | 'baseUrl'>;
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
