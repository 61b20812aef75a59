import type { DocumentInfo } from '@polywire/protocol/calls';
import { useCallback, useEffect, useState } from 'react';
import { api, statusOf, uploads, wordsOf } from '../../lib/api.ts';
import type { Line } from './document-line.tsx';
import { toldApart } from './told-apart.ts';

/** How often it is asked how far the reading is. */
const LOOK_MS = 700;

let nextUpload = 1;

/** What is in the knowledge base, what comes in and what could not. */
export function useDocuments() {
  const [documents, setDocuments] = useState<readonly DocumentInfo[]>();
  const [failed, setFailed] = useState<number>();
  const [coming, setComing] = useState<readonly Line[]>([]);
  /** Why a document is still there although it was to go. */
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());

  const load = useCallback(async () => {
    try {
      setDocuments(onceEach(await api.documents.list()));
      setFailed(undefined);
    } catch (error) {
      setFailed(statusOf(error));
    }
  }, []);
  useEffect(() => void load(), [load]);
  const isReading = documents?.some(({ status }) => status === 'reading') ?? false;
  useEffect(() => {
    if (!isReading) return;
    const timer = setInterval(load, LOOK_MS);
    return () => clearInterval(timer);
  }, [isReading, load]);

  const addOne = async (file: File) => {
    const { name, size } = file;
    const key = `upload ${nextUpload++}`;
    const change = (fields: Partial<Line>) =>
      setComing((all) => all.map((each) => (each.key === key ? { ...each, ...fields } : each)));
    setComing((all) => [...all, { key, name, size, state: 'uploading', share: 0 }]);
    try {
      const added = await uploads.documents.add([file], {
        onProgress: (sent, total) => change({ share: total > 0 ? sent / total : 0 }),
      });
      setDocuments((all = []) => onceEach([...all, ...added]));
      setComing((all) => all.filter((each) => each.key !== key));
    } catch (error) {
      change({ state: 'failed', reason: wordsOf(error) });
    }
  };

  const remove = async ({ key }: Line) => {
    setComing((all) => all.filter((each) => each.key !== key));
    if (!documents?.some(({ id }) => id === key)) return;
    try {
      await api.documents.remove(key);
    } catch (error) {
      setRefusals((all) => new Map([...all, [key, wordsOf(error)]]));
    }
    await load();
  };

  const lines = [...coming, ...toldApart(documents ?? []).map((each) => lineOf(each, refusals.get(each.id)))];
  return {
    lines,
    isKnown: documents !== undefined,
    failed,
    add: (files: readonly File[]) => files.map(addOne),
    remove,
  };
}

/** One that was just read may be told twice, as there and as being read: the first counts. */
function onceEach(documents: readonly DocumentInfo[]): readonly DocumentInfo[] {
  return documents.filter(({ id }, i) => documents.findIndex((each) => each.id === id) === i);
}

function lineOf(
  { id, title, source, created, size, status, progress, error }: DocumentInfo,
  refusal: string | undefined,
): Line {
  return {
    key: id,
    name: title,
    source: title.startsWith(source) ? undefined : source,
    at: created,
    size,
    state: refusal === undefined ? status : 'failed',
    share: progress,
    reason: refusal ?? error,
  };
}
