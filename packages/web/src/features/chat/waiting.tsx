import type { Turn } from '@polywire/protocol';
import { useTranslation } from 'react-i18next';
import { formatElapsed } from '../../lib/format.ts';
import { useNow } from '../../ui/use-now.ts';

/** From the start of a run to its end: first that it thinks, then that it goes on. */
export function Waiting({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation();
  const now = useNow(true);
  const hasOutput = turn.parts.length > 0;
  return (
    <p
      className="flex items-center gap-2 py-1 text-ink-faint text-sm"
      data-waiting={hasOutput ? 'working' : 'thinking'}
    >
      <span aria-hidden="true" className="flex gap-1">
        {[0, 1, 2].map((i) => (
          <span
            key={i}
            className="size-1.5 animate-[pulse-dot_1.2s_ease-in-out_infinite] rounded-full bg-accent"
            style={{ animationDelay: `${i * 160}ms` }}
          />
        ))}
      </span>
      {turn.status === 'pausing' ? t('composer.pausing') : hasOutput ? t('chat.working') : t('chat.thinkingNow')}
      <span className="tabular-nums">{formatElapsed(now - turn.at)}</span>
    </p>
  );
}
