import { FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatSize } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { inOneLanguage } from '../parts/one-language.ts';

/** A document, from its upload on. */
export interface Line {
  readonly key: string;
  /** Like no other in the list. */
  readonly name: string;
  /** The file it came from, where it is called otherwise. */
  readonly source?: string | undefined;
  /** When it was added. */
  readonly at?: number | undefined;
  readonly size: number;
  readonly state: 'uploading' | 'reading' | 'ready' | 'failed';
  /** Of the upload or the reading, 0 to 1. */
  readonly share: number;
  /** Why it failed. */
  readonly reason?: string | undefined;
}

export function DocumentLine({ line, onRemove }: { readonly line: Line; readonly onRemove: () => void }) {
  const { t, i18n } = useTranslation();
  const { name, source, at, size, state, share, reason } = line;
  const [isAsking, setAsking] = useState<boolean>();
  const removeNow = () => {
    // Should it not go, the line says why.
    setAsking(false);
    onRemove();
  };
  if (isAsking) {
    return (
      <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="truncate">{name}</p>
          <p className="text-ink-soft text-xs">{t('documents.removeAsk')}</p>
        </div>
        <Button look="danger" aria-label={t('documents.remove', { name })} onClick={removeNow}>
          {t('documents.removeNow')}
        </Button>
        <Button look="quiet" autoFocus onClick={() => setAsking(false)}>
          {t('app.cancel')}
        </Button>
      </li>
    );
  }
  return (
    <li className="flex items-center gap-3 py-2">
      <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="truncate">{name}</p>
        {state === 'ready' && at !== undefined && (
          <p className="truncate text-ink-faint text-xs">
            {[...(source === undefined ? [] : [source]), t('documents.added', { at: formatMoment(at) })].join(' · ')}
          </p>
        )}
        {(state === 'uploading' || state === 'reading') && (
          <p role="status" className="text-ink-soft text-xs">
            {t(`documents.${state}`)}
          </p>
        )}
        {state === 'failed' && (
          <p role="alert" className="wrap-anywhere text-danger text-xs">
            {reason === undefined ? t('documents.failed') : inOneLanguage(reason, i18n.language)}
          </p>
        )}
      </div>
      {state === 'ready' && <span className="shrink-0 text-ink-faint text-xs">{formatSize(size)}</span>}
      {/* Beside the words that are read out: nobody wants to hear every percent. */}
      {(state === 'uploading' || state === 'reading') && (
        <progress value={share} max={1} aria-label={name} className="h-1 w-24 shrink-0 accent-accent" />
      )}
      <IconButton
        label={t('documents.remove', { name })}
        // Who thought better of it is where he was.
        autoFocus={isAsking === false}
        onClick={() => (state === 'ready' ? setAsking(true) : onRemove())}
      >
        <Trash2 />
      </IconButton>
    </li>
  );
}
