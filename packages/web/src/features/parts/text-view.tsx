import { useTranslation } from 'react-i18next';
import { useName } from '../../i18n/use-name.ts';
import { Markdown } from '../markdown/markdown.tsx';
import type { PartProps } from './views.tsx';

export function TextView({ part }: PartProps<'text'>) {
  const { t } = useTranslation();
  const called = useName();
  const name = part.name ?? part.agent;
  const isSystem = part.role === 'system';
  return (
    <div className={isSystem ? 'border-line border-l-2 pl-3 text-ink-soft text-sm' : undefined}>
      {name !== undefined && <p className="mb-1 font-medium text-ink-faint text-xs">{called(name)}</p>}
      <Markdown text={part.text} isStreaming={!part.done} />
      {part.interrupted && <p className="mt-2 text-warn text-xs">— {t('chat.interrupted')}</p>}
    </div>
  );
}
