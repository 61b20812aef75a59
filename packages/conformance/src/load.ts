import { existsSync, readFileSync } from 'node:fs';
import { type Frame, type Json, ndjsonReader, sseReader } from '@polywire/protocol';
import type { RejectionFile, SampleFile } from './fixture.ts';

const readers = { ndjson: ndjsonReader, sse: sseReader };

/** Fixtures are small files of ours: anything larger is a mistake. */
const MAX_FRAME_CHARS = 16 * 1024 * 1024;

export function loadSamples(folder: URL): SampleFile {
  return load(folder, 'samples.json') as SampleFile;
}

export function loadRejections(folder: URL): RejectionFile {
  return load(folder, 'rejections.json') as RejectionFile;
}

/** The frames of a sample, written in it or in a file beside it. */
export function framesOf(folder: URL, sample: { frames?: readonly Json[]; file?: string }): readonly Frame[] {
  if (sample.frames) return sample.frames.map((frame) => ({ data: JSON.stringify(frame) }));
  const file = sample.file ?? '';
  const reader = readers[file.split('.').at(-1) as keyof typeof readers];
  if (!reader) throw new Error(`a sample has frames, or a file that ends in ${Object.keys(readers).join(' or ')}`);
  const lines = reader({ maxChars: MAX_FRAME_CHARS });
  const { frames, issue } = lines.push(readFileSync(new URL(file, folder)));
  const rest = lines.end();
  if (issue ?? rest.issue) throw new Error(`${file}: ${issue ?? rest.issue}`);
  return [...frames, ...rest.frames].map(({ data, event }) => ({ data, ...(event !== undefined && { event }) }));
}

function load(folder: URL, name: string): unknown {
  const url = new URL(name, folder);
  if (!existsSync(url)) throw new Error(`there is no ${url.pathname}: see docs/conformance.md for what belongs there`);
  return JSON.parse(readFileSync(url, 'utf8'));
}
