import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { shortcuts } from './shortcuts.ts';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose}>
      <dl className="space-y-2">
        {shortcuts.map(({ what, keys }) => (
          <div key={what} className="flex items-center justify-between gap-4">
            <dt className="text-ink-soft">{t(`shortcuts.${what}`)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-md border border-line-strong bg-sunken px-2 py-0.5 text-sm">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
