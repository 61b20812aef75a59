import type { Part, Turn } from '@polywire/protocol';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { withoutMarkdown } from '../../lib/without-markdown.ts';
import { IconButton } from '../../ui/button.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { PartView } from '../parts/views.tsx';
import type { DrawnNode, NodeData } from './layout.ts';

interface NodeMessagesProps {
  readonly turn: Turn;
  readonly node: DrawnNode;
  readonly onClose: () => void;
}

/** What was said and done in one node. */
export function NodeMessages({ turn, node, onClose }: NodeMessagesProps) {
  const { t } = useTranslation();
  const parts = turn.parts.toArray().filter((part) => belongsTo(part, node.data));
  const { text, title } = node.data;
  const isTitleTold = text !== undefined && text !== title && withoutMarkdown(text) === title;
  return (
    <section
      aria-label={t('graph.messages')}
      className="scroll-thin max-h-[45%] overflow-y-auto border-line border-t bg-surface p-4"
    >
      <header className="mb-2 flex items-start justify-between gap-3">
        {isTitleTold ? (
          <div className="min-w-0 flex-1">
            <Markdown text={text} isStreaming={false} />
          </div>
        ) : (
          <h3 className="line-clamp-2 font-medium">{title}</h3>
        )}
        <IconButton label={t('app.close')} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="space-y-3">
        {text !== undefined && text !== title && !isTitleTold && <Markdown text={text} isStreaming={false} />}
        {parts.map((part) => (
          <PartView key={part.seq} part={part} turn={turn} />
        ))}
        {parts.length === 0 && text === undefined && <p className="text-ink-soft text-sm">{t('graph.nothing')}</p>}
      </div>
    </section>
  );
}

function belongsTo(part: Part, { nodeRun, from, to }: NodeData): boolean {
  if (nodeRun !== undefined) return part.nodeRun === nodeRun;
  if (from === undefined) return false;
  return part.at >= from && part.at <= (to ?? Number.POSITIVE_INFINITY);
}
