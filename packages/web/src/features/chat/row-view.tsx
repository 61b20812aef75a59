import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { PartView } from '../parts/views.tsx';
import { Bubble } from './bubble.tsx';
import type { Row } from './rows.ts';
import { RunEnd } from './run-end.tsx';
import { UserTurn } from './user-turn.tsx';
import { Waiting } from './waiting.tsx';

export const RowView = memo(function RowView({ row, isTarget }: { readonly row: Row; readonly isTarget: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={isTarget ? 'rounded-xl outline-2 outline-accent outline-offset-4' : undefined}>{content()}</div>
  );

  function content() {
    switch (row.kind) {
      case 'user':
        return <UserTurn turn={row.turn} index={row.index} />;
      case 'part':
        return <PartView part={row.part} turn={row.turn} />;
      case 'tools':
        return row.parts.length === 1 && row.parts[0] ? (
          <PartView part={row.parts[0]} turn={row.turn} />
        ) : (
          <section
            aria-label={t('tool.parallel', { count: row.parts.length })}
            className="grid items-start gap-2 sm:grid-cols-2"
          >
            {row.parts.map((part) => (
              <PartView key={part.seq} part={part} turn={row.turn} />
            ))}
          </section>
        );
      case 'waiting':
        return <Waiting turn={row.turn} />;
      case 'end':
        return <RunEnd turn={row.turn} />;
      case 'queued':
        return <Bubble text={row.message.text} files={row.message.files} note={t('chat.queued')} />;
      case 'sending':
        return <Bubble text={row.message.text} files={row.message.files} note={t('chat.sending')} />;
    }
  }
});
