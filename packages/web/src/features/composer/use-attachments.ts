import type { Attachment } from '@polywire/protocol';
import { useCallback, useState } from 'react';
import { type StoredFile, uploads, wordsOf } from '../../lib/api.ts';

/** A file on its way into a message. */
export interface Pending {
  readonly key: number;
  readonly file: File;
  readonly state: 'uploading' | 'stored' | 'failed';
  /** 0 to 1. */
  readonly share: number;
  readonly stored?: StoredFile;
  readonly reason?: string;
}

let nextKey = 1;

/** Uploads at once, so that sending need not wait. `needSession` gives the session that the files belong to. */
export function useAttachments(needSession: () => Promise<string>) {
  const [attachments, setAttachments] = useState<readonly Pending[]>([]);
  const change = useCallback((key: number, fields: Partial<Pending>) => {
    setAttachments((all) => all.map((each) => (each.key === key ? { ...each, ...fields } : each)));
  }, []);

  async function attach(files: readonly File[]): Promise<void> {
    const added = files.map((file): Pending => ({ key: nextKey++, file, state: 'uploading', share: 0 }));
    setAttachments((all) => [...all, ...added]);
    try {
      const session = await needSession();
      await Promise.all(added.map((pending) => uploadOne(session, pending)));
    } catch (error) {
      for (const { key } of added) change(key, { state: 'failed', reason: wordsOf(error) });
    }
  }

  async function uploadOne(session: string, { key, file }: Pending): Promise<void> {
    try {
      const [stored] = await uploads.upload(session, [file], {
        onProgress: (sent, total) => change(key, { share: total > 0 ? sent / total : 0 }),
      });
      change(key, { state: 'stored', share: 1, ...(stored && { stored }) });
    } catch (error) {
      change(key, { state: 'failed', reason: wordsOf(error) });
    }
  }

  const detach = useCallback((key: number) => setAttachments((all) => all.filter((each) => each.key !== key)), []);
  const clear = useCallback(() => setAttachments([]), []);
  return { attachments, attach, detach, clear };
}

export function filesOf(attachments: readonly Pending[]): readonly Attachment[] {
  return attachments.flatMap(({ stored }) => {
    if (!stored) return [];
    const { id, name, size, mediaType } = stored;
    return [{ name, size, ...(mediaType !== undefined && { mediaType }), ...(id && { url: `/v1/uploads/${id}` }) }];
  });
}
