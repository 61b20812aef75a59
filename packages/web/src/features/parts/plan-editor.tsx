import type { AnswerGiven } from '@polywire/client';
import type { PlanStep } from '@polywire/protocol';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/button.tsx';
import { useDraft } from '../chat/context.ts';
import { isSendKey } from '../composer/send-key.ts';
import { OnItsWay } from './on-its-way.tsx';

interface PlanEditorProps {
  /** The event that asked whether the plan is right: what is written belongs to it. */
  readonly question: number;
  readonly steps: readonly PlanStep[];
  /** What was answered, while it is on its way. */
  readonly given: AnswerGiven | undefined;
  /** undefined: as it was proposed. */
  readonly onAccept: (steps: PlanStep[] | undefined) => void;
  readonly onRegenerate: (wish: string) => void;
  readonly onReject: () => void;
}

interface Row {
  readonly id: number;
  readonly step: PlanStep;
}

/** A plan that waits to be accepted: every step can be written over where it stands. */
export function PlanEditor({ question, steps, given, onAccept, onRegenerate, onReject }: PlanEditorProps) {
  const { t } = useTranslation();
  const [changed, change] = useDraft<readonly Row[]>(`plan ${question}`);
  const [wish = '', setWish] = useDraft<string>(`wish ${question}`);
  const [added, setAdded] = useState<number>();
  const rows = changed ?? steps.map((step, id): Row => ({ id, step: plainStep(step) }));
  const write = (index: number, fields: Partial<PlanStep>) =>
    change(rows.map((row, i) => (i === index ? { ...row, step: { ...row.step, ...fields } } : row)));
  const move = (from: number, to: number) => {
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
    change(next);
  };
  const accepted = rows.map(({ step }) => step).filter(({ title }) => title.trim() !== '');
  return (
    // No form: Enter in a field would accept the plan, whatever was being written there.
    <fieldset disabled={given !== undefined} className="min-w-0">
      <ol className="space-y-2">
        {rows.map(({ id, step }, i) => (
          <li key={id} className="flex flex-wrap items-start gap-x-2">
            <span className="w-5 pt-2 text-right text-ink-faint text-sm tabular-nums">{i + 1}</span>
            <div className="min-w-0 flex-1 space-y-1">
              <textarea
                ref={id === added ? focus : undefined}
                value={step.title}
                rows={1}
                aria-label={t('plan.step', { n: i + 1 })}
                onChange={(event) => write(i, { title: event.target.value.replaceAll('\n', ' ') })}
                onKeyDown={(event) => isSendKey(event) && event.preventDefault()}
                className="field field-sizing-content block resize-none py-1.5"
              />
              {step.details !== undefined && (
                <textarea
                  value={step.details}
                  rows={1}
                  aria-label={t('plan.details', { n: i + 1 })}
                  onChange={(event) => write(i, { details: event.target.value })}
                  className="field field-sizing-content block resize-none border-line py-1.5 text-ink-soft text-sm"
                />
              )}
            </div>
            <div className="flex w-full shrink-0 justify-end pt-0.5 sm:w-auto">
              <IconButton label={t('plan.up', { n: i + 1 })} disabled={i === 0} onClick={() => move(i, i - 1)}>
                <ArrowUp />
              </IconButton>
              <IconButton
                label={t('plan.down', { n: i + 1 })}
                disabled={i === rows.length - 1}
                onClick={() => move(i, i + 1)}
              >
                <ArrowDown />
              </IconButton>
              <IconButton
                label={t('plan.drop', { n: i + 1 })}
                onClick={() => change(rows.filter((row) => row.id !== id))}
              >
                <Trash2 />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <Button
        look="quiet"
        className="mt-2 ml-6"
        onClick={() => {
          const id = nextId(rows);
          setAdded(id);
          change([...rows, { id, step: { title: '' } }]);
        }}
      >
        <Plus aria-hidden="true" className="size-4" />
        {t('plan.add')}
      </Button>
      <div className="mt-3 flex flex-wrap items-center gap-2 border-line border-t pt-3">
        <Button
          look="primary"
          disabled={accepted.length === 0}
          onClick={() => onAccept(changed ? accepted : undefined)}
        >
          {t('plan.accept')}
        </Button>
        <Button look="danger" onClick={onReject}>
          {t('plan.reject')}
        </Button>
        <OnItsWay given={given} />
        <div className="flex min-w-0 basis-full items-center gap-2 sm:flex-1 sm:basis-auto">
          <input
            value={wish}
            onChange={(event) => setWish(event.target.value)}
            onKeyDown={(event) => isSendKey(event) && onRegenerate(wish.trim())}
            placeholder={t('plan.wish')}
            aria-label={t('plan.wish')}
            className="field min-w-0 flex-1 py-1 text-sm"
          />
          <Button className="shrink-0" onClick={() => onRegenerate(wish.trim())}>
            {t('plan.regenerate')}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function nextId(rows: readonly Row[]): number {
  return Math.max(-1, ...rows.map(({ id }) => id)) + 1;
}

/** Whoever adds a step is about to write it. */
function focus(field: HTMLTextAreaElement | null): void {
  field?.focus();
}

/** What a plan's step is, without how far it is. */
function plainStep({ title, details, agent }: PlanStep): PlanStep {
  return { title, ...(details !== undefined && { details }), ...(agent !== undefined && { agent }) };
}
