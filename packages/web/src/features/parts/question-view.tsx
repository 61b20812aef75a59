import type { PartOf } from '@polywire/protocol';
import { CircleCheck, CircleX, MessageCircleQuestionMark, ShieldQuestionMark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { useChat, useDraft } from '../chat/context.ts';
import { useAnswer } from '../chat/use-answer.ts';
import { Approval } from './approval.tsx';
import { OnItsWay } from './on-its-way.tsx';
import { inOneLanguage } from './one-language.ts';
import { useWho } from './use-who.ts';
import type { PartProps } from './views.tsx';

export function QuestionView({ part, turn }: PartProps<'question'>) {
  const { t, i18n } = useTranslation();
  if (part.status !== 'open') return <Decided part={part} />;
  // A plan asks for itself, where it stands.
  if (part.asks === 'plan' && hasPlan(turn, part)) return null;
  const Icon = part.asks === 'approval' ? ShieldQuestionMark : MessageCircleQuestionMark;
  return (
    <section
      aria-label={t(`ask.${part.asks}`)}
      className="rounded-xl border border-warn bg-warn-soft p-4"
      data-question={part.inputId}
    >
      <h2 className="mb-2 flex items-center gap-2 font-medium">
        <Icon aria-hidden="true" className="size-4.5 shrink-0 text-warn" />
        {t(`ask.${part.asks}`)}
      </h2>
      {part.prompt !== undefined && (
        <p className="mb-3 whitespace-pre-wrap">{inOneLanguage(part.prompt, i18n.language)}</p>
      )}
      {part.asks === 'text' ? <Reply part={part} /> : <Approval part={part} />}
    </section>
  );
}

function Reply({ part }: { readonly part: PartOf<'question'> }) {
  const { t } = useTranslation();
  const { client } = useChat();
  const { given, answer } = useAnswer(part);
  const [text = '', setText] = useDraft<string>(`answer ${part.seq}`);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') answer({ text: text.trim() });
      }}
    >
      <fieldset disabled={!client || given !== undefined} className="flex flex-wrap gap-2">
        <input
          value={given?.text ?? text}
          onChange={(event) => setText(event.target.value)}
          aria-label={t('ask.answerLabel')}
          className="field min-w-0 flex-1"
        />
        <Button type="submit" look="primary" className="shrink-0" disabled={text.trim() === ''}>
          {t('ask.answer')}
        </Button>
        <OnItsWay given={given} />
      </fieldset>
    </form>
  );
}

const marks = {
  approved: 'text-good',
  answered: 'text-good',
  denied: 'text-danger',
  expired: 'text-ink-faint',
  cancelled: 'text-ink-faint',
} as const;

/** What was decided, and by whom. */
function Decided({ part }: { readonly part: PartOf<'question'> }) {
  const { t, i18n } = useTranslation();
  const who = useWho();
  if (part.status === 'open') return null;
  const isYes = part.status === 'approved' || part.status === 'answered';
  const Icon = isYes ? CircleCheck : CircleX;
  return (
    <div className="py-1 text-ink-soft text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        <Icon aria-hidden="true" className={`size-4 shrink-0 ${marks[part.status]}`} />
        <span className="font-medium">{t(`ask.${part.status}`)}</span>
        {part.name !== undefined && <code className="text-xs">{part.name}</code>}
        {part.by !== undefined && <span className="text-ink-faint">{t('ask.by', { by: who(part.by) })}</span>}
        {part.editedArgs !== undefined && <span className="text-ink-faint">{t('ask.withChanges')}</span>}
      </p>
      {part.asks === 'text' && part.prompt !== undefined && (
        <p className="mt-1 ml-6">{inOneLanguage(part.prompt, i18n.language)}</p>
      )}
      {part.text !== undefined && <p className="mt-1 ml-6 text-ink">{part.text}</p>}
      {part.editedArgs !== undefined && (
        <div className="mt-1 ml-6 font-mono text-xs">
          <JsonView value={part.editedArgs} />
        </div>
      )}
    </div>
  );
}

function hasPlan(turn: PartProps<'question'>['turn'], { planId }: PartOf<'question'>): boolean {
  for (const part of turn.parts) if (part.kind === 'plan' && (planId ?? part.planId) === part.planId) return true;
  return false;
}
