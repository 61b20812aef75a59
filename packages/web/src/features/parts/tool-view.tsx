import type { Json, ToolStatus } from '@polywire/protocol';
import { Ban, Check, CircleHelp, Clock, PencilLine, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatElapsed } from '../../lib/format.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useNow } from '../../ui/use-now.ts';
import { oursInOneLanguage } from './one-language.ts';
import type { PartProps } from './views.tsx';

const icons: Record<ToolStatus, ReactNode> = {
  arguments: <PencilLine className="size-4 text-ink-faint" />,
  called: <Clock className="size-4 text-ink-faint" />,
  running: <Spinner />,
  ok: <Check className="size-4 text-good" />,
  error: <X className="size-4 text-danger" />,
  denied: <Ban className="size-4 text-danger" />,
  unknown: <CircleHelp className="size-4 text-warn" />,
};

export function ToolView({ part }: PartProps<'tool'>) {
  const { t } = useTranslation();
  const isRunning = part.status === 'running';
  const now = useNow(isRunning);
  const began = part.startedAt ?? part.calledAt;
  const took = began === undefined ? undefined : (part.endedAt ?? (isRunning ? now : undefined));
  return (
    <section
      aria-label={`${part.name}: ${t(`tool.${part.status}`)}`}
      className={`card min-w-0 p-1 ${part.status === 'error' ? 'border-danger' : ''}`}
    >
      <Disclosure
        isOpenAtFirst={part.status === 'error' || (isRunning && part.output !== '')}
        title={
          <>
            <span aria-hidden="true" className="flex size-4 shrink-0">
              {icons[part.status]}
            </span>
            <span className="font-medium text-ink">{part.name}</span>
            <span className="min-w-0 flex-1 truncate text-ink-faint text-xs">{summaryOf(part)}</span>
            <span className="shrink-0 text-xs">
              {part.status === 'ok' ? null : `${t(`tool.${part.status}`)} `}
              {began !== undefined && took !== undefined && (
                <span className="text-ink-faint tabular-nums">
                  {(isRunning ? formatElapsed : formatDuration)(Math.max(0, took - began))}
                </span>
              )}
            </span>
          </>
        }
      >
        {() => (
          <div className="space-y-3 px-3 pt-1 pb-3">
            <Piece title={t('tool.args')}>
              {part.args ? (
                Object.keys(part.args).length === 0 ? (
                  <span className="text-ink-faint">{t('tool.noArgs')}</span>
                ) : (
                  <JsonView value={part.args} />
                )
              ) : (
                <span className="whitespace-pre-wrap">{part.argsText}</span>
              )}
            </Piece>
            {part.output !== '' && (
              <Piece title={t('tool.output')}>
                <span className="whitespace-pre-wrap">{part.output}</span>
              </Piece>
            )}
            {part.result !== undefined && (
              <Piece title={t('tool.result')}>
                <Result result={part.result} full={part.full} mayBeOurs={part.status !== 'ok'} />
              </Piece>
            )}
          </div>
        )}
      </Disclosure>
    </section>
  );
}

function Piece({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-ink-faint text-xs">{title}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: there is nothing to fill in */}
      <div
        role="group"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        className="scroll-thin max-h-72 overflow-auto rounded-lg bg-sunken p-2 font-mono text-xs"
      >
        {children}
      </div>
    </div>
  );
}

interface ResultProps {
  readonly result: Json;
  readonly full: Json | undefined;
  /** The server's own words about what went wrong, in both languages, unless they are the tool's. */
  readonly mayBeOurs: boolean;
}

function Result({ result, full, mayBeOurs }: ResultProps) {
  const { t, i18n } = useTranslation();
  const [isFull, setFull] = useState(false);
  const shown = isFull && full !== undefined ? full : result;
  return (
    <>
      {typeof shown === 'string' ? (
        <span className="whitespace-pre-wrap">{mayBeOurs ? oursInOneLanguage(shown, i18n.language) : shown}</span>
      ) : (
        <JsonView value={shown} />
      )}
      {full !== undefined && !isFull && (
        <button type="button" className="mt-2 block text-accent underline" onClick={() => setFull(true)}>
          {t('tool.full')}
        </button>
      )}
    </>
  );
}

/** The arguments in one line, as far as they go. */
function summaryOf({ args, argsText }: PartProps<'tool'>['part']): string {
  if (!args) return argsText.slice(0, SUMMARY_CHARS);
  return Object.values(args).map(inWords).join(' · ').slice(0, SUMMARY_CHARS);
}

function inWords(value: Json | undefined): string {
  return typeof value === 'object' && value !== null ? Object.values(value).map(inWords).join(', ') : String(value);
}

const SUMMARY_CHARS = 200;
