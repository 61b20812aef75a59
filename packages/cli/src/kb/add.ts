import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentInfo } from '@polywire/protocol/calls';
import { CliError } from '../errors.ts';
import { requestForm, requestJson } from '../server/http.ts';
import type { Target } from '../server/target.ts';

export interface Added {
  readonly file: string;
  readonly id?: string;
  readonly status: 'ready' | 'failed';
  readonly error?: string;
}

/** How far it is: whole files, and the part of the one at hand. */
export type Progress = (done: number, all: number, file: string) => void;

/** Adds one file after another, each read to its end. One that cannot be read does not keep the others out. */
export async function addFiles(
  target: Target,
  files: readonly string[],
  progress: Progress,
): Promise<readonly Added[]> {
  const added: Added[] = [];
  for (const [i, file] of files.entries()) {
    progress(i, files.length, file);
    added.push(await addFile(target, file, (share) => progress(i + share, files.length, file)));
  }
  return added;
}

async function addFile(target: Target, file: string, progress: (share: number) => void): Promise<Added> {
  try {
    const form = new FormData();
    form.append('files', await openAsBlob(file), basename(file));
    const { documents } = await requestForm<{ documents: DocumentInfo[] }>(target, 'POST /v1/documents', form);
    const [document] = documents;
    if (!document) return { file, status: 'failed' };
    const { id, status, error } = await read(target, document, progress);
    return { file, id, status: status === 'ready' ? 'ready' : 'failed', ...(error !== undefined && { error }) };
  } catch (error) {
    // A server that is gone, or that wants a token, is gone for the other files too.
    if (!(error instanceof CliError) || error.hint) throw error;
    return { file, status: 'failed', error: `${error.says.en} / ${error.says.zh}` };
  }
}

async function read(target: Target, first: DocumentInfo, progress: (share: number) => void): Promise<DocumentInfo> {
  for (let document = first; ; ) {
    if (document.status !== 'reading') return document;
    progress(document.progress);
    await pause(POLL_MS);
    document = await requestJson<DocumentInfo>(target, `GET /v1/documents/${encodeURIComponent(first.id)}`);
  }
}

const POLL_MS = 200;
