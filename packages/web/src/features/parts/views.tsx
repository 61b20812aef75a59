import type { Part, PartKind, PartOf, Turn } from '@polywire/protocol';
import { type ComponentType, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Guard } from '../../ui/guard.tsx';
import { ChartView } from '../charts/chart-view.tsx';
import { ErrorView } from './error-view.tsx';
import { ImageView } from './image-view.tsx';
import { CustomView, ForeignView, NoticeView } from './other-views.tsx';
import { PlanView } from './plan-view.tsx';
import { QuestionView } from './question-view.tsx';
import { ReasoningView } from './reasoning-view.tsx';
import { TextView } from './text-view.tsx';
import { TodoView } from './todo-view.tsx';
import { ToolView } from './tool-view.tsx';

export interface PartProps<K extends PartKind> {
  readonly part: PartOf<K>;
  readonly turn: Turn;
}

/** How each kind of part is shown: a new kind is a line here. */
const views: { readonly [K in PartKind]: ComponentType<PartProps<K>> } = {
  text: TextView,
  reasoning: ReasoningView,
  tool: ToolView,
  todo: TodoView,
  plan: PlanView,
  image: ImageView,
  chart: ChartView,
  question: QuestionView,
  notice: NoticeView,
  error: ErrorView,
  custom: CustomView,
  foreign: ForeignView,
};

/** One part that fails does not take the conversation with it. */
function Unshown() {
  const { t } = useTranslation();
  return <p className="text-ink-soft text-sm">{t('failure.part')}</p>;
}

export const PartView = memo(
  function PartView({ part, turn }: { readonly part: Part; readonly turn: Turn }) {
    const View = views[part.kind] as ComponentType<{ part: Part; turn: Turn }>;
    return (
      <Guard instead={<Unshown />}>
        <View part={part} turn={turn} />
      </Guard>
    );
  },
  // A turn changes with every word; only plans look at more of it than their own part.
  (before, after) =>
    before.part === after.part &&
    before.turn.status === after.turn.status &&
    before.turn.questions === after.turn.questions,
);
