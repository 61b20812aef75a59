import { type Conversation, dialects, ownDialect, type Turn } from '@polywire/protocol';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pickDialect } from '../../lib/dialects.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Fidelity } from './fidelity.tsx';
import { Frames } from './frames.tsx';
import { Replay } from './replay.tsx';
import { useFrames } from './use-frames.ts';

interface DevPanelProps {
  readonly session: string;
  /** Of the last event: when it grows there is more to see. */
  readonly seq: number;
  readonly turns: readonly Turn[];
  readonly run: string | undefined;
  /** The dialect that the page itself speaks. */
  readonly own: string | undefined;
  readonly onOwn: (dialect: string) => void;
  readonly isReplaying: boolean;
  readonly onReplay: (conversation: Conversation | undefined) => void;
  readonly onClose: () => void;
}

const tabs = ['frames', 'fidelity', 'connection'] as const;
type Tab = (typeof tabs)[number];

export function DevPanel(props: DevPanelProps) {
  const { session, seq, turns, run, own, onOwn, isReplaying, onReplay, onClose } = props;
  const { t } = useTranslation();
  const [tab, setTab] = useState<Tab>('frames');
  const [dialect, setDialect] = useState(() => dialects.find((each) => each !== ownDialect)?.name ?? ownDialect.name);
  const [chosenRun, setRun] = useState<string | undefined>(run);
  const { events, rows, isFailed } = useFrames(session, dialect, seq);
  const turn = turns.find(({ runId }) => chosenRun !== undefined && runId === chosenRun);
  const shown = turn ? rows.filter(({ event }) => event.runId === turn.runId) : rows;
  return (
    <>
      <header className="flex min-h-12 items-center gap-2 border-line border-b px-3">
        <h2 className="shrink-0 font-medium max-sm:sr-only">{t('dev.title')}</h2>
        <Tabs
          label={t('dev.title')}
          tabs={tabs.map((value) => ({ value, label: t(`dev.${value}`) }))}
          value={tab}
          onChange={setTab}
        />
        <IconButton label={t('app.close')} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {tab !== 'connection' && (
        <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
          <Select aria-label={t('dev.dialect')} value={dialect} onChange={(event) => setDialect(event.target.value)}>
            {dialects.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </Select>
          {tab === 'frames' && (
            <Select
              aria-label={t('dev.run')}
              value={chosenRun ?? ''}
              onChange={(event) => setRun(event.target.value || undefined)}
              className="min-w-0 flex-1"
            >
              <option value="">{t('dev.allRuns')}</option>
              {turns.map((each) => (
                <option key={each.seq} value={each.runId ?? ''}>
                  {each.user?.text.slice(0, 60) ?? each.runId}
                </option>
              ))}
            </Select>
          )}
        </div>
      )}
      {tab === 'frames' && (
        <>
          {isFailed && <p className="p-4 text-danger text-sm">{t('dev.failed')}</p>}
          <Frames rows={shown} dialect={dialect} />
          <Replay events={events} isReplaying={isReplaying} onReplay={onReplay} />
        </>
      )}
      {tab === 'fidelity' && <Fidelity dialect={dialect} />}
      {tab === 'connection' && (
        <div role="radiogroup" aria-labelledby="own-dialect" className="space-y-2 p-4">
          <h3 id="own-dialect" className="font-medium">
            {t('dev.own')}
          </h3>
          <p className="text-ink-soft text-sm">{t('dev.ownHint')}</p>
          {dialects.map(({ name, title }) => (
            <label key={name} className="flex items-center gap-2">
              <input
                type="radio"
                name="own-dialect"
                checked={name === pickDialect({ dialects, ownDialect }, own).name}
                onChange={() => onOwn(name)}
                className="size-4 accent-accent"
              />
              {title}
            </label>
          ))}
        </div>
      )}
    </>
  );
}
