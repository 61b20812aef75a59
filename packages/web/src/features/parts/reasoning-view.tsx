import { useTranslation } from 'react-i18next';
import { formatDuration, formatElapsed } from '../../lib/format.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Markdown } from '../markdown/markdown.tsx';
import type { PartProps } from './views.tsx';

export function ReasoningView({ part }: PartProps<'reasoning'>) {
  const { t } = useTranslation();
  const isOpen = part.endedAt === undefined;
  const now = useNow(isOpen);
  const time = isOpen ? formatElapsed(now - part.at) : formatDuration((part.endedAt ?? now) - part.at);
  return (
    <Disclosure
      isOpenAtFirst={isOpen}
      title={
        isOpen ? (
          <span className="flex items-center gap-2">
            {t('thinking.now')}
            <span className="text-ink-faint tabular-nums">{time}</span>
          </span>
        ) : (
          <span>{t('thinking.took', { time })}</span>
        )
      }
    >
      {() => (
        <div className="scroll-thin mt-1 ml-4 max-h-80 overflow-y-auto border-line border-l-2 pl-4 text-ink-soft text-sm">
          <Markdown text={part.text} isStreaming={isOpen} />
        </div>
      )}
    </Disclosure>
  );
}
