import { TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { inOneLanguage } from '../parts/one-language.ts';

/** What the reader asked for and did not get. */
export function Toast({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation();
  return (
    <div className="mx-auto w-full max-w-3xl px-3 sm:px-6">
      <div
        role="alert"
        className="mb-2 flex items-center gap-3 rounded-xl border border-danger bg-danger-soft py-1.5 pr-1.5 pl-4 text-sm"
      >
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />
        <p className="wrap-anywhere min-w-0 flex-1">{inOneLanguage(text, i18n.language)}</p>
        <IconButton label={t('app.close')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
    </div>
  );
}
