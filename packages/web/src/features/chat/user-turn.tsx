import type { Turn } from '@polywire/protocol';
import { ChevronLeft, ChevronRight, Pencil } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../lib/keys.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { isSendKey } from '../composer/send-key.ts';
import { Bubble } from './bubble.tsx';
import { useChat, useDraft } from './context.ts';
import { editOf } from './outbox.ts';
import { useVersions } from './versions.ts';

/** The message that began a turn, to be copied, changed and sent again. */
export function UserTurn({ turn, index }: { readonly turn: Turn; readonly index: number }) {
  const { t } = useTranslation();
  const { canEdit, resend, isResending } = useChat();
  const [draft, setDraft] = useDraft<string>(editOf(turn));
  // A row that is scrolled back into sight does not take the focus.
  const isBegunHere = useRef(false);
  const { at, of, show } = useVersions(index);
  const text = turn.user?.text ?? '';
  if (draft !== undefined) {
    const send = () => {
      if (draft.trim() !== '' && !isResending) resend(turn, draft.trim());
    };
    return (
      <div className="flex flex-col items-end gap-2 pt-3">
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the reader asked to write here
          autoFocus={isBegunHere.current}
          value={draft}
          readOnly={isResending}
          aria-label={t('chat.editLabel')}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isComposing(event) && !isResending) {
              event.preventDefault();
              setDraft(undefined);
            }
            if (!isSendKey(event)) return;
            event.preventDefault();
            send();
          }}
          className="field field-sizing-content max-h-80 resize-none"
        />
        <div className="flex gap-2">
          <Button disabled={isResending} onClick={() => setDraft(undefined)}>
            {t('app.cancel')}
          </Button>
          <Button look="primary" disabled={isResending} onClick={send}>
            {t('chat.resend')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <Bubble text={text} files={turn.user?.files}>
      <div className="flex items-center gap-0.5 opacity-80 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100">
        {of > 1 && (
          <nav
            className="flex items-center text-ink-soft text-xs tabular-nums"
            aria-label={t('chat.version', { at, of })}
          >
            <IconButton label={t('chat.earlier')} disabled={at <= 1} onClick={() => show(at - 1)}>
              <ChevronLeft />
            </IconButton>
            {at}/{of}
            <IconButton label={t('chat.later')} disabled={at >= of} onClick={() => show(at + 1)}>
              <ChevronRight />
            </IconButton>
          </nav>
        )}
        <CopyButton text={() => text} />
        {canEdit && (
          <IconButton
            label={t('chat.edit')}
            disabled={isResending}
            onClick={() => {
              isBegunHere.current = true;
              setDraft(text);
            }}
          >
            <Pencil />
          </IconButton>
        )}
      </div>
    </Bubble>
  );
}
