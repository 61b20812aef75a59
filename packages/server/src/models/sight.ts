import type { FileRef } from '@polywire/protocol';
import { gathered } from '../bytes.ts';
import type { Uploads } from '../store/contract.ts';
import { uploadOf } from '../store/upload-of.ts';
import type { Model } from './contract.ts';
import type { Picture, Sight } from './prompt.ts';

/** Lets the models of a server see the pictures that were sent along, uploaded before, or named by an address. */
export function createSight(uploads: Uploads) {
  return ({ owner, session }: { owner: string; session: string }, model: Model): Sight => ({
    model,
    async open(file) {
      const { url = '', mediaType = 'image/*' } = file;
      const inline = INLINE.exec(url);
      if (inline?.[1] !== undefined) return inlinePicture(inline[1], url.slice(inline[0].length));
      // The provider fetches it: nothing on this side is reached by an address that somebody wrote.
      if (/^https:\/\//i.test(url)) {
        return !model.wantsPicturesSent && URL.canParse(url) ? { data: new URL(url), mediaType } : undefined;
      }
      return uploaded(uploads, owner, session, file);
    },
  });
}

function inlinePicture(mediaType: string, base64: string): Picture | undefined {
  if (base64.length > (LARGEST_PICTURE * 4) / 3) return undefined;
  const data = Buffer.from(base64, 'base64');
  return data.length > 0 ? { data: data.toString('base64'), mediaType } : undefined;
}

async function uploaded(uploads: Uploads, owner: string, session: string, file: FileRef): Promise<Picture | undefined> {
  const found = await uploadOf(uploads, owner, session, file);
  if (!found?.mediaType?.startsWith('image/') || found.size > LARGEST_PICTURE) return undefined;
  const content = await uploads.read(owner, found.id);
  if (!content) return undefined;
  return { data: (await gathered(content)).toString('base64'), mediaType: found.mediaType };
}

const INLINE = /^data:(image\/[\w.+-]+);base64,/i;
/** What the strictest of the usual providers takes. */
const LARGEST_PICTURE = 5 * 1024 * 1024;
