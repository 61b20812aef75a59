import type { Dialect, Frame } from '@polywire/protocol';
import { streamOf } from '../wire/translator.ts';

/** The dialect's own greeting, for the session that these frames are of. */
export function greetingFor(dialect: Dialect, frames: readonly Frame[]): readonly Frame[] {
  const session = sessionOf(dialect, frames);
  return dialect.server.greet(streamOf(dialect, { ...(session !== undefined && { session }) }), 0);
}

/** Whether it tells a client just what the dialect's own greeting does, whoever wrote it. */
export function isGreeting(dialect: Dialect, frame: Frame): boolean {
  return dialect.server.greet(streamOf(dialect), 0).some((own) => told(dialect, own) === told(dialect, frame));
}

function told(dialect: Dialect, frame: Frame): string {
  const { values, signals = [] } = newDecoder(dialect).push(frame);
  return [...values.map(({ type }) => type), ...signals.map(({ kind }) => kind)].join(' ');
}

function sessionOf(dialect: Dialect, frames: readonly Frame[]): string | undefined {
  const decoder = newDecoder(dialect);
  for (const frame of frames) {
    const named = decoder.push(frame).signals?.find((signal) => signal.kind === 'session');
    if (named) return named.id;
  }
  return undefined;
}

/** Without a name of its own it takes the frames of whatever session they are of. */
function newDecoder(dialect: Dialect) {
  return dialect.client.decoder(streamOf(dialect, { session: '' }));
}
