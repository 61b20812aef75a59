import { isJsonObject, type JsonObject, type PartOf } from '@polywire/protocol';
import { useTranslation } from 'react-i18next';
import { withMarksShown } from '../../lib/shown-marks.ts';
import { Button } from '../../ui/button.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { useChat, useDraft } from '../chat/context.ts';
import { useAnswer } from '../chat/use-answer.ts';
import { OnItsWay } from './on-its-way.tsx';

/** The exact call, and a yes, a no, or a yes to something else. */
export function Approval({ part }: { readonly part: PartOf<'question'> }) {
  const { t } = useTranslation();
  const { client } = useChat();
  const { given, answer } = useAnswer(part);
  const [text, setText] = useDraft<string>(`args ${part.seq}`);
  const edited = text === undefined ? undefined : readArgs(text);
  const isChanged = edited !== undefined && JSON.stringify(edited) !== JSON.stringify(part.args);
  const approve = () => answer({ outcome: 'approve', ...(isChanged && { args: edited }) });
  return (
    <fieldset disabled={!client || given !== undefined} className="contents">
      {part.name !== undefined && <p className="mb-1 font-mono font-semibold text-sm">{withMarksShown(part.name)}</p>}
      {text !== undefined ? (
        <div className="mb-3">
          <textarea
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-label={t('ask.argsLabel')}
            aria-invalid={edited === undefined}
            spellCheck={false}
            rows={4}
            className="field field-sizing-content font-mono text-sm"
          />
          {edited === undefined && <p className="mt-1 text-danger text-sm">{t('ask.argsBroken')}</p>}
        </div>
      ) : (
        part.args !== undefined && (
          <div className="mb-3 overflow-x-auto rounded-lg border border-line bg-surface p-2 font-mono text-xs">
            <JsonView value={part.args} isWhole />
          </div>
        )
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={text !== undefined && edited === undefined} onClick={approve}>
          {t('ask.approve')}
        </Button>
        <Button look="danger" onClick={() => answer({ outcome: 'reject' })}>
          {t('ask.reject')}
        </Button>
        {part.args !== undefined && text === undefined && (
          <Button onClick={() => setText(JSON.stringify(part.args, null, 2))}>{t('ask.editArgs')}</Button>
        )}
        {text !== undefined && (
          <Button look="quiet" onClick={() => setText(undefined)}>
            {t('app.cancel')}
          </Button>
        )}
        <OnItsWay given={given} />
      </div>
    </fieldset>
  );
}

function readArgs(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    // Half-written JSON is what one has while writing it.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
