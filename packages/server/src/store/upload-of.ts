import type { FileRef } from '@polywire/protocol';
import type { Upload, Uploads } from './contract.ts';

/** The upload that a file of a message means: by the id in its address, or by its name where front ends tell a path. */
export async function uploadOf(
  uploads: Pick<Uploads, 'get' | 'list'>,
  owner: string,
  session: string,
  { name, url = '' }: FileRef,
): Promise<Upload | undefined> {
  const id = LAST_PART.exec(url)?.[1];
  const byId = id === undefined ? undefined : await uploads.get(owner, id);
  return byId ?? (await uploads.list(owner, session)).filter((each) => each.name === name).at(-1);
}

const LAST_PART = /([^/?#]+)(?:[?#].*)?$/;
