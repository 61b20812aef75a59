import { useTranslation } from 'react-i18next';
import { formatDuration, formatElapsed } from '../../lib/format.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Markdown } from '../markdown/markdown.tsx';
import type { PartProps } from './views.tsx';

const BRIEF_MS = 950;

export function ReasoningView({ part }: PartProps<'reasoning'>) {
  const { t } = useTranslation();
  const isOpen = part.endedAt === undefined;
  const now = useNow(isOpen);
  const took = (part.endedAt ?? now) - part.at;
  return (
    <div className="-ml-2">
      <Disclosure
        isOpenAtFirst={isOpen}
        title={
          isOpen ? (
            <span className="flex items-center gap-2">
              {t('thinking.now')}
              <span className="text-ink-faint tabular-nums">{formatElapsed(took)}</span>
            </span>
          ) : (
            <span>{took < BRIEF_MS ? t('thinking.briefly') : t('thinking.took', { time: formatDuration(took) })}</span>
          )
        }
      >
        {() => (
          <div className="scroll-thin mt-1 ml-4 max-h-80 overflow-y-auto border-line border-l-2 pl-4 text-ink-soft text-sm">
            <Markdown text={part.text} isStreaming={isOpen} />
          </div>
        )}
      </Disclosure>
    </div>
  );
}
