import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useChat } from '../chat/context.ts';
import { inOneLanguage } from './one-language.ts';
import type { PartProps } from './views.tsx';

export function ErrorView({ part, turn }: PartProps<'error'>) {
  const { t, i18n } = useTranslation();
  const { resend, isResending, client, isBusy } = useChat();
  const key = `error.codes.${part.code}`;
  const general = part.fatal ? t('error.title') : t('error.partly');
  const title = part.code !== undefined && i18n.exists(key) ? t(key as 'error.title') : general;
  return (
    <section
      aria-label={title}
      data-failure=""
      className={`flex items-start gap-3 rounded-xl border p-4 ${part.fatal ? 'border-danger bg-danger-soft' : 'border-warn bg-warn-soft'}`}
    >
      <TriangleAlert
        aria-hidden="true"
        className={`mt-0.5 size-5 shrink-0 ${part.fatal ? 'text-danger' : 'text-warn'}`}
      />
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-baseline gap-x-2 font-medium">
          {title}
          {part.code !== undefined && <code className="font-normal text-ink-soft text-xs">{part.code}</code>}
        </h2>
        <p className="mt-1 whitespace-pre-wrap text-sm">{inOneLanguage(part.message, i18n.language)}</p>
      </div>
      {part.fatal && turn.user && client && !isBusy && (
        <Button disabled={isResending} onClick={() => resend(turn)} className="shrink-0">
          {t('error.retry')}
        </Button>
      )}
    </section>
  );
}
