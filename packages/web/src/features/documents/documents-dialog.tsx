import type { DocumentInfo } from '@polywire/protocol/calls';
import { FileText, Plus, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, statusOf, uploads, wordsOf } from '../../lib/api.ts';
import { formatSize } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { inOneLanguage } from '../parts/one-language.ts';

interface Job {
  readonly name: string;
  readonly share: number;
  readonly reason?: string;
}

/** How often it is asked how far the reading is. */
const LOOK_MS = 700;

/** The knowledge base: what is in it, what comes in, what goes out. */
export function DocumentsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const [documents, setDocuments] = useState<readonly DocumentInfo[]>();
  const [failed, setFailed] = useState<number>();
  const [jobs, setJobs] = useState<readonly Job[]>([]);

  const load = useCallback(() => {
    api.documents.list().then(
      (list) => {
        setDocuments(list);
        setFailed(undefined);
      },
      (error: unknown) => setFailed(statusOf(error)),
    );
  }, []);
  useEffect(load, [load]);
  const reading = documents?.filter(({ status }) => status === 'reading') ?? [];
  const read = documents?.filter(({ status }) => status !== 'reading');
  const isReading = reading.length > 0;
  useEffect(() => {
    if (!isReading) return;
    const timer = setInterval(load, LOOK_MS);
    return () => clearInterval(timer);
  }, [isReading, load]);

  const change = (name: string, job: Job | undefined) =>
    setJobs((all) => [...all.filter((each) => each.name !== name), ...(job ? [job] : [])]);
  const add = async (files: readonly File[]) => {
    await Promise.all(
      files.map(async (file) => {
        const { name } = file;
        change(name, { name, share: 0 });
        try {
          await uploads.documents.add([file], {
            onProgress: (sent, total) => change(name, { name, share: total > 0 ? sent / total : 0 }),
          });
          change(name, undefined);
        } catch (error) {
          change(name, { name, share: 0, reason: wordsOf(error) });
        }
      }),
    );
    load();
  };

  const remove = async ({ id, title }: DocumentInfo) => {
    const name = title || id;
    try {
      await api.documents.remove(id);
      change(name, undefined);
    } catch (error) {
      change(name, { name, share: 0, reason: wordsOf(error) });
    }
    load();
  };

  return (
    <Dialog title={t('documents.title')} onClose={onClose} width="wide">
      <div className="mb-4 flex items-center justify-between gap-4">
        <p className="text-ink-soft text-sm">{t('documents.hint')}</p>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept=".md,.txt,.html,.htm,.pdf,.csv,.json"
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Button look="primary" className="shrink-0" onClick={() => picker.current?.click()}>
          <Plus aria-hidden="true" className="size-4" />
          {t('documents.add')}
        </Button>
      </div>
      {jobs.map(({ name, share, reason }) => (
        <div key={name} className="flex items-center gap-2 py-1 text-sm">
          {reason === undefined && <Spinner />}
          <p role="status" className={reason === undefined ? 'wrap-anywhere' : 'wrap-anywhere text-danger'}>
            {reason !== undefined
              ? t('documents.failed', { name, reason: inOneLanguage(reason, i18n.language) })
              : t(share < 1 ? 'documents.uploading' : 'documents.reading', { name })}
          </p>
          {/* Beside the words that are read out: nobody wants to hear every percent. */}
          {reason === undefined && share < 1 && (
            <progress value={share} max={1} aria-label={name} className="ml-auto h-1 w-24 shrink-0 accent-accent" />
          )}
        </div>
      ))}
      {reading.map(({ id, title }) => (
        <p key={id} role="status" className="flex items-center gap-2 py-1 text-sm">
          <Spinner />
          {t('documents.reading', { name: title })}
        </p>
      ))}
      {failed !== undefined && (
        <p className="text-ink-soft text-sm">{t(failed === 404 ? 'documents.unsupported' : 'documents.loadFailed')}</p>
      )}
      {documents === undefined && failed === undefined && <div className="skeleton h-10" />}
      {documents?.length === 0 && <p className="text-ink-soft text-sm">{t('documents.none')}</p>}
      <ul className="divide-y divide-line">
        {read?.map((document) => {
          const name = document.title || document.id;
          return (
            <li key={document.id} className="flex items-center gap-3 py-2">
              <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="shrink-0 text-ink-faint text-xs">{formatSize(document.size)}</span>
              <IconButton label={t('documents.remove', { name })} onClick={() => void remove(document)}>
                <Trash2 />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
