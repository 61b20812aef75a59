import type { PartOf, Turn } from '@polywire/protocol';
import { Check, Circle, CircleDot, Map as MapIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useName } from '../../i18n/use-name.ts';
import { loadOnce } from '../../lib/load-once.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useChat } from '../chat/context.ts';
import { useAnswer } from '../chat/use-answer.ts';
import { PlanEditor } from './plan-editor.tsx';
import { useWho } from './use-who.ts';
import type { PartProps } from './views.tsx';

export function PlanView({ part, turn }: PartProps<'plan'>) {
  const { t } = useTranslation();
  const { client } = useChat();
  const who = useWho();
  const called = useName();
  const plain = useLoaded(
    loadPlain,
    part.steps.some(({ progress }) => Boolean(progress)),
  );
  const question = client ? questionAbout(turn, part.planId) : undefined;
  const { given, answer } = useAnswer(question);
  const isOver = turn.status === 'complete';
  const done = isOver ? part.steps.length : (part.current ?? 0);
  return (
    <section className="card p-4" aria-label={t('plan.title')}>
      <header className="mb-3 flex items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 font-medium">
          <MapIcon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
          {part.task ?? t('plan.title')}
        </h2>
        <p className="shrink-0 text-ink-faint text-xs">
          {part.edited &&
            `${t('plan.edited')}${part.by === undefined ? '' : ` ${t('ask.by', { by: who(part.by) })}`} · `}
          {t('plan.progress', { done, count: Math.max(part.count, part.steps.length) })}
        </p>
      </header>
      {part.summary !== undefined && <p className="mb-3 text-ink-soft text-sm">{part.summary}</p>}
      {question ? (
        <PlanEditor
          key={question.seq}
          question={question.seq}
          steps={part.steps}
          given={given}
          onAccept={(steps) => answer({ outcome: 'approve', ...(steps && { steps }) })}
          onRegenerate={(wish) => answer({ text: wish || t('plan.regenerate') })}
          onReject={() => answer({ outcome: 'reject' })}
        />
      ) : (
        <ol className="space-y-2">
          {part.steps.map((step, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            <li key={i} className="flex items-start gap-2.5">
              <StepMark isDone={i < done} isCurrent={!isOver && i === part.current} />
              <div className="min-w-0">
                <p className={i < done ? 'text-ink-soft' : ''}>
                  {step.title}
                  {step.agent !== undefined && (
                    <span className="ml-2 text-ink-faint text-xs">{called(step.agent)}</span>
                  )}
                </p>
                {step.details && step.details !== step.title && <p className="text-ink-soft text-sm">{step.details}</p>}
                {step.progress && <p className="text-ink-faint text-xs">{plain?.(step.progress)}</p>}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Comes with the Markdown renderer's parts: not before there is something to show. */
const loadPlain = loadOnce(async () => (await import('../../lib/without-markdown.ts')).withoutMarkdown);

function StepMark({ isDone, isCurrent }: { readonly isDone: boolean; readonly isCurrent: boolean }) {
  const { t } = useTranslation();
  const Icon = isDone ? Check : isCurrent ? CircleDot : Circle;
  const label = isDone ? t('plan.done') : isCurrent ? t('plan.current') : undefined;
  const colour = isDone ? 'text-good' : isCurrent ? 'text-accent' : 'text-ink-faint';
  return (
    <Icon
      className={`mt-1 size-4 shrink-0 ${colour}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}

/** The open question whether this plan is right. */
function questionAbout(turn: Turn, planId: string): PartOf<'question'> | undefined {
  for (const index of turn.questions) {
    const part = turn.parts.get(index);
    if (part?.kind === 'question' && part.asks === 'plan' && (part.planId ?? planId) === planId) return part;
  }
  return undefined;
}
