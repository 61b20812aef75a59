import { type Dialect, framesFor, type RunEvent } from '@polywire/protocol';
import type { Colours } from '../terminal/colours.ts';
import { cut, padded } from '../terminal/width.ts';
import { plain, streamOf } from '../wire/translator.ts';

/** One event, and what clients of each dialect were sent of it. */
export interface Row {
  readonly seq: number;
  readonly type: RunEvent['type'];
  readonly frames: Readonly<Record<string, readonly string[]>>;
}

export function sideBySide(events: readonly RunEvent[], dialects: readonly Dialect[], session: string): readonly Row[] {
  const encoders = dialects.map(
    (dialect) => [dialect.name, dialect.server.encoder(streamOf(dialect, { session }))] as const,
  );
  return events.map((event) => ({
    seq: event.seq,
    type: event.type,
    frames: Object.fromEntries(
      encoders.map(([name, encoder]) => [name, framesFor(encoder.push(event), plain).map(({ data }) => data)]),
    ),
  }));
}

export function columnsText(rows: readonly Row[], names: readonly string[], width: number, colours: Colours): string {
  const each = Math.max(24, Math.floor((width - 3 * (names.length - 1)) / names.length));
  const line = (cells: readonly string[]) =>
    `${cells
      .map((cell) => padded(cut(cell, each), each))
      .join(' │ ')
      .trimEnd()}\n`;
  const body = rows.map(({ seq, type, frames }) => {
    const height = Math.max(1, ...names.map((name) => frames[name]?.length ?? 0));
    const lines = Array.from({ length: height }, (_, i) =>
      line(names.map((name) => frames[name]?.[i] ?? (i === 0 ? '–' : ''))),
    );
    return `${colours.cyan(`${seq} ${type}`)}\n${lines.join('')}`;
  });
  return `${colours.bold(line(names).trimEnd())}\n${body.join('')}`;
}
