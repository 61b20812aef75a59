import { dirname, join } from 'node:path';
import { checkId } from './ids.ts';
import type { OpenDatabase } from './open.ts';

/** Where the uploads of a data folder are: `uploads/<session>/<id>`. */
export function uploadsOf({ path }: Pick<OpenDatabase, 'path'>): string {
  return join(dirname(path), 'uploads');
}

export function uploadFolder(directory: string, session: string): string {
  return join(directory, checkId(session));
}

export function uploadPath(directory: string, session: string, id: string): string {
  return join(uploadFolder(directory, session), checkId(id));
}
