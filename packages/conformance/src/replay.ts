import {
  type Command,
  commandTypes,
  type Decoded,
  type Dialect,
  type Draft,
  type Frame,
  framesFor,
  type Issue,
  type Signal,
  type StreamInfo,
  stampDraft,
} from '@polywire/protocol';
import { EPOCH } from './runs.ts';
import { plain } from './wire.ts';

export interface Replay {
  /** All that a server of ours would send where the other one sent `frames`, previews included. */
  readonly produced: readonly Frame[];
  /** What was wrong with each of `frames`. */
  readonly issues: readonly (Issue | undefined)[];
}

/** Foreign frames through our client into our log and out of our server again. */
export function replay(dialect: Dialect, stream: StreamInfo, frames: readonly Frame[]): Replay {
  const decoder = dialect.client.decoder(stream);
  const decoded = [...frames.map((frame) => decoder.push(frame)), decoder.end()];
  const ours = { ...stream, id: sessionIn(decoded) ?? stream.id };
  const encoder = dialect.server.encoder(ours);
  const produced: Frame[] = [...dialect.server.greet(ours, EPOCH)];
  let seq = 0;
  for (const { values, signals } of decoded) {
    for (const draft of values) {
      seq += 1;
      const frames = encoder.push(stampDraft(draft, seq, draft.at ?? EPOCH));
      produced.push(...framesFor(frames, plain), ...encoder.preview());
    }
    for (const signal of signals ?? []) produced.push(...answersTo(dialect, signal));
  }
  return { produced, issues: decoded.slice(0, frames.length).map(({ issue }) => issue) };
}

function sessionIn(decoded: readonly Decoded<Draft>[]): string | undefined {
  const signals = decoded.flatMap((one) => one.signals ?? []);
  return signals.find((signal) => signal.kind === 'session')?.id;
}

/** The answer that our server gives to the command which this signal answers. */
function answersTo(dialect: Dialect, signal: Signal): readonly Frame[] {
  const ref = 'ref' in signal && signal.ref !== undefined ? { ref: signal.ref } : {};
  switch (signal.kind) {
    case 'pong':
      return dialect.server.answer({ type: 'ping', ...ref }, { ok: true });
    case 'refused': {
      // A wire may have one word for a refused message and another for an address that leads nowhere.
      const refused = [{ type: 'message.send', text: '' } as const, { type: 'attach' } as const];
      return refused.flatMap((it) => dialect.server.answer({ ...it, ...ref }, { ok: false, error: signal.error }));
    }
    case 'answer': {
      const isCommand = (commandTypes as readonly string[]).includes(signal.what);
      const command = isCommand
        ? { type: signal.what, ...ref }
        : { type: 'call', what: signal.what, params: {}, ...ref };
      return dialect.server.answer(command as Command, { ok: true, value: signal.value });
    }
    default:
      return [];
  }
}
