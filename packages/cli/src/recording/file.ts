import { readFile } from 'node:fs/promises';
import { dialects, type Frame, isJsonObject, type Json } from '@polywire/protocol';
import { CliError } from '../errors.ts';

/** The first line of a recording. */
export interface Head {
  readonly recording: 'polywire';
  readonly version: 1;
  readonly dialect: string;
  /** The address within the dialect that was talked to. */
  readonly path: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Every other line: a frame, who sent it, and when, in milliseconds after the start. */
export interface Recorded extends Frame {
  readonly from: 'client' | 'server';
  readonly ms: number;
  /** Which connection, from 1: some front ends open one for each message. */
  readonly connection: number;
}

export interface Recording {
  readonly head: Head;
  readonly frames: readonly Recorded[];
}

export const VERSION = 1;

export async function readRecording(path: string): Promise<Recording> {
  const lines = (await readText(path)).split('\n').filter((line) => line.trim() !== '');
  const [first, ...rest] = lines.map((line, i) => parsed(path, line, i + 1));
  if (!isHead(first)) throw noRecording(path, 1);
  const broken = rest.findIndex((frame) => !isRecorded(frame));
  if (broken >= 0) throw noRecording(path, broken + 2);
  return { head: first, frames: rest as unknown as Recorded[] };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliError(
      { en: `${path} cannot be read.`, zh: `无法读取 ${path}。` },
      { en: 'make one with "polywire record URL"', zh: '可用 "polywire record URL" 生成录制文件' },
      { cause },
    );
  }
}

function parsed(path: string, line: string, number: number): Json {
  try {
    return JSON.parse(line) as Json;
  } catch (cause) {
    throw noRecording(path, number, cause);
  }
}

function isHead(value: unknown): value is Head {
  if (!isJsonObject(value)) return false;
  const isKnown = dialects.some(({ name }) => name === value.dialect);
  return value.recording === 'polywire' && value.version === VERSION && isKnown;
}

function isRecorded(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { from, ms, data, connection } = value;
  const isPlaced = typeof ms === 'number' && typeof connection === 'number';
  return (from === 'client' || from === 'server') && isPlaced && typeof data === 'string';
}

function noRecording(path: string, line: number, cause?: unknown): CliError {
  return new CliError(
    {
      en: `${path} is no recording: line ${line} cannot be read.`,
      zh: `${path} 不是录制文件：无法读取第 ${line} 行。`,
    },
    { en: 'make one with "polywire record URL"', zh: '可用 "polywire record URL" 生成录制文件' },
    { cause },
  );
}
