import { FileText, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { inOneLanguage } from '../parts/one-language.ts';
import type { Pending } from './attachments.ts';

interface AttachmentListProps {
  readonly attachments: readonly Pending[];
  readonly onRemove: (key: number) => void;
}

export function AttachmentList({ attachments, onRemove }: AttachmentListProps) {
  const { t, i18n } = useTranslation();
  if (attachments.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 px-3 pt-3">
      {attachments.map(({ key, name, size, state, share, reason }) => (
        <li
          key={key}
          className={`flex max-w-full items-center gap-2 rounded-xl border py-1 pr-1 pl-3 text-sm ${state === 'failed' ? 'border-danger bg-danger-soft' : 'border-line bg-sunken'}`}
        >
          <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
          <div className="min-w-0">
            <p className="truncate">{name}</p>
            {state === 'uploading' && (
              <progress
                value={share}
                max={1}
                aria-label={t('composer.uploading', { name, percent: Math.round(share * 100) })}
                className="block h-1 w-24 accent-accent"
              />
            )}
            {state === 'stored' && <p className="text-ink-faint text-xs">{formatSize(size)}</p>}
            {state === 'failed' && (
              <p role="alert" className="text-danger text-xs">
                {reason ? inOneLanguage(reason, i18n.language) : t('composer.failed', { name })}
              </p>
            )}
          </div>
          <IconButton label={t('composer.remove', { name })} onClick={() => onRemove(key)}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
