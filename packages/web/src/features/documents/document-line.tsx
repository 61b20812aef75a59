import { FileText, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { inOneLanguage } from '../parts/one-language.ts';

/** A document, from its upload on. */
export interface Line {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly state: 'uploading' | 'reading' | 'ready' | 'failed';
  /** Of the upload or the reading, 0 to 1. */
  readonly share: number;
  /** Why it failed. */
  readonly reason?: string | undefined;
}

export function DocumentLine({ line, onRemove }: { readonly line: Line; readonly onRemove: () => void }) {
  const { t, i18n } = useTranslation();
  const { name, size, state, share, reason } = line;
  return (
    <li className="flex items-center gap-3 py-2">
      <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="truncate">{name}</p>
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
      <IconButton label={t('documents.remove', { name })} onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </li>
  );
}
