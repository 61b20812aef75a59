import type { Dialect, Frame, RunEvent, StreamInfo } from '@polywire/protocol';
import type { NaiveReader, Screen } from './reader.ts';
import { EPOCH } from './runs.ts';

/** One event as a person at the dialect's own front end experiences it. */
export interface Moment {
  readonly event: RunEvent;
  readonly frames: readonly (Frame & { endsTurn?: boolean })[];
  readonly screen: Screen;
}

/** Shows events on a front end: connected, greeted, with previews or without, closed and connected again as the dialect does. */
export function watch(
  dialect: Dialect,
  reader: NaiveReader,
  stream: StreamInfo,
  events: readonly RunEvent[],
  options: { previews: boolean },
): Moment[] {
  const encoder = dialect.server.encoder(stream);
  // A message that names its session attaches to it anew, and is greeted.
  const attachesAnew = dialect.endpoints.some(({ does, session }) => does === 'converse' && session === 'message');
  let connected = false;

  function show(frame: Frame & { endsTurn?: boolean }): void {
    if (!connected) for (const greeting of dialect.server.greet(stream, EPOCH)) reader.push(greeting.data);
    connected = true;
    reader.push(frame.data);
    if (!frame.endsTurn) return;
    if (dialect.traits.afterEnd === 'close') reader.close();
    if (dialect.traits.afterEnd === 'close' || attachesAnew) connected = false;
  }

  return events.map((event) => {
    const frames = encoder.push(event);
    frames.forEach(show);
    if (options.previews) encoder.preview().forEach(show);
    return { event, frames, screen: reader.screen() };
  });
}

/** All that can be read on a screen. */
export function visible({ text, tools, errors, asks }: Screen): string {
  return [text, ...tools.flatMap(({ name, result }) => [name, result ?? '']), ...errors, asks?.prompt ?? ''].join('\n');
}
