import { FolderSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

/** In place of a session that was deleted, or is another person's: which of them is nobody's business. */
export function NoSuchSession({ onNew }: { readonly onNew: () => void }) {
  const { t } = useTranslation();
  return (
    <div data-missing="" className="flex min-h-0 flex-1 flex-col items-center justify-center gap-2 px-6 text-center">
      <FolderSearch aria-hidden="true" className="mb-2 size-10 text-ink-faint" />
      <h1 className="font-semibold text-lg">{t('connection.missing')}</h1>
      <p className="max-w-sm text-ink-soft">{t('connection.missingHint')}</p>
      <Button look="primary" className="mt-3" onClick={onNew}>
        {t('sessions.new')}
      </Button>
    </div>
  );
}
