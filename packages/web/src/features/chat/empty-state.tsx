import { useTranslation } from 'react-i18next';
import { Mark } from '../../ui/mark.tsx';

const prompts = ['help', 'list', 'chart', 'sum'] as const;

/** The page before the first message. */
export function EmptyState({ onChoose }: { readonly onChoose: (text: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className="scroll-thin flex min-h-0 flex-1 flex-col items-center justify-center overflow-y-auto px-4 py-6">
      <Mark className="mb-5 size-12" />
      <h1 className="text-center font-semibold text-xl">{t('start.title')}</h1>
      <p className="mt-1 mb-6 text-balance text-center text-ink-soft">{t('start.hint')}</p>
      <ul className="grid w-full max-w-2xl gap-3 sm:grid-cols-2">
        {prompts.map((prompt) => (
          <li key={prompt}>
            <button
              type="button"
              onClick={() => onChoose(t(`start.prompts.${prompt}.text`))}
              className="card h-full w-full px-4 py-3 text-left transition-colors hover:border-accent"
            >
              <span className="block font-medium">{t(`start.prompts.${prompt}.title`)}</span>
              <span className="line-clamp-1 text-ink-soft text-sm">{t(`start.prompts.${prompt}.text`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
