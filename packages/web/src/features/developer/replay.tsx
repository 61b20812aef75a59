import { type Conversation, emptyConversation, fold, type RunEvent } from '@polywire/protocol';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

interface ReplayProps {
  readonly events: readonly RunEvent[];
  /** The past is looked at; one can also leave it elsewhere on the page. */
  readonly isReplaying: boolean;
  readonly onReplay: (conversation: Conversation | undefined) => void;
}

/** The conversation as it was after any event. */
export function Replay({ events, isReplaying, onReplay }: ReplayProps) {
  const { t } = useTranslation();
  const [chosen, setAt] = useState<number>();
  const at = isReplaying ? chosen : undefined;
  useEffect(() => () => onReplay(undefined), [onReplay]);
  const move = (next: number | undefined) => {
    setAt(next);
    onReplay(next === undefined ? undefined : events.slice(0, next).reduce(fold, emptyConversation));
  };
  if (events.length === 0) return null;
  return (
    <div className="flex items-center gap-3 border-line border-t px-3 py-2">
      <input
        type="range"
        min={0}
        max={events.length}
        value={at ?? events.length}
        aria-label={t('dev.replay')}
        aria-valuetext={t('dev.replayAt', { at: at ?? events.length, of: events.length })}
        onChange={(event) => move(Number(event.target.value))}
        className="min-w-0 flex-1 accent-accent"
      />
      <span className="shrink-0 text-ink-soft text-xs tabular-nums">
        {t('dev.replayAt', { at: at ?? events.length, of: events.length })}
      </span>
      <Button disabled={at === undefined} onClick={() => move(undefined)}>
        {t('dev.live')}
      </Button>
    </div>
  );
}
