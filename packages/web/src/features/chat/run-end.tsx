import { plainText, type Turn } from '@polywire/protocol';
import { Braces, Link, Network, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCost, formatDuration, formatMoment, formatNumber } from '../../lib/format.ts';
import { formatRoute } from '../../lib/route.ts';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useChat } from './context.ts';

/** What a run came to, and what can be done with it. */
export function RunEnd({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation();
  const { canEdit, resend, isResending, openGraph, openFrames, session } = useChat();
  const answer = plainText(turn);
  const { runId, usage, cost, durationMs, status } = turn;
  const hasThoughts = turn.thoughts !== undefined || turn.graph !== undefined || turn.nodes.length > 0;
  const facts = [
    ...(status === 'complete' ? [] : [t(`run.${status}`)]),
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
    ...(usage === undefined || usage.total === 0 ? [] : [t('run.tokens', { formatted: formatNumber(usage.total) })]),
    ...(cost === undefined || cost === 0 ? [] : [t('run.cost', { formatted: formatCost(cost) })]),
    ...(turn.model === undefined ? [] : [turn.model]),
    formatMoment(turn.at),
  ];
  return (
    <footer className="flex flex-wrap items-center gap-x-1 gap-y-0.5 pb-3 text-ink-faint text-xs">
      <div role="toolbar" aria-label={t('chat.actions')} className="-ml-1.5 flex">
        {answer !== '' && <CopyButton text={() => answer} label={t('chat.copy')} />}
        {canEdit && turn.user && (
          <IconButton label={t('chat.retry')} disabled={isResending} onClick={() => resend(turn)}>
            <RotateCcw />
          </IconButton>
        )}
        {runId !== undefined && session !== undefined && (
          <CopyButton
            icon={Link}
            label={t('chat.link')}
            text={() => `${location.origin}/${formatRoute({ session, run: runId })}`}
          />
        )}
        {hasThoughts && (
          <IconButton label={t('chat.thoughts')} onClick={() => openGraph(turn)}>
            <Network />
          </IconButton>
        )}
        <IconButton label={t('chat.frames')} onClick={() => openFrames(turn)}>
          <Braces />
        </IconButton>
      </div>
      <p
        className="ml-1"
        {...(usage && {
          title: t('run.tokensDetail', { input: formatNumber(usage.input), output: formatNumber(usage.output) }),
        })}
      >
        {facts.join(' · ')}
      </p>
    </footer>
  );
}
