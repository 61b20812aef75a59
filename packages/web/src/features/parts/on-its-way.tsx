import type { AnswerGiven } from '@polywire/client';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/spinner.tsx';

/** Beside the buttons of a question: its answer has left and is not heard of yet. */
export function OnItsWay({ given }: { readonly given: AnswerGiven | undefined }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="flex items-center gap-2 text-ink-soft text-sm empty:absolute">
      {given && (
        <>
          <Spinner className="late size-4" />
          <span className="late">{t('ask.onItsWay')}</span>
        </>
      )}
    </p>
  );
}
