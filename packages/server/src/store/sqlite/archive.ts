import type { RunEvent } from '@polywire/protocol';
import type { Tables } from './tables.ts';

/** What an export is made of: NDJSON, one of these a line, in this order. */
export type ArchiveLine = Header | Row | SessionEvent | UploadPart | UploadMissing | End;

interface Header {
  readonly archive: 'polywire';
  readonly version: number;
}
interface Row {
  readonly table: string;
  readonly row: Readonly<Record<string, string | number | null>>;
}
interface SessionEvent {
  readonly session: string;
  readonly event: RunEvent;
}
interface UploadPart {
  readonly upload: string;
  readonly data: string;
}
/** The file of this upload was already lost when the export was made. */
interface UploadMissing {
  readonly upload: string;
  readonly missing: true;
}
/** Tells a whole export from one that was cut off. */
interface End {
  readonly end: { readonly rows: number; readonly events: number };
}

/** Grows with the format of these lines or of the tables' rows. */
export const ARCHIVE_VERSION = 1;

/** Those that are referred to come before those that refer to them. */
export const archivedTables = [
  'counters',
  'sessions',
  'aliases',
  'runs',
  'messages',
  'questions',
  'proposals',
  'settings',
  'plans',
  'workspaces',
  'threads',
  'uploads',
  'documents',
  'chunks',
  'analyses',
] as const satisfies readonly (keyof Tables)[];

/** What is made again from the rest: an import starts without it. */
export const derivedColumns: ReadonlySet<string> = new Set(['indexed']);
