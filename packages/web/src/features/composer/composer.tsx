import type { QuestionPart, RunStatus } from '@polywire/protocol';
import { ArrowUp, Paperclip, Pause, Play, Square } from 'lucide-react';
import { type ReactNode, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AttachmentList } from './attachment-list.tsx';
import type { Pending } from './attachments.ts';
import { pastedFiles } from './pasted-files.ts';
import { isSendKey } from './send-key.ts';

export interface ComposerHandle {
  focus(): void;
}

export type Control = 'stop' | 'pause' | 'resume';

interface ComposerProps {
  readonly ref: React.Ref<ComposerHandle>;
  readonly status: RunStatus | undefined;
  readonly canResume: boolean;
  readonly question: QuestionPart | undefined;
  readonly attachments: readonly Pending[];
  readonly onAttach: (files: readonly File[]) => void;
  readonly onDetach: (key: number) => void;
  readonly text: string;
  readonly onWrite: (text: string) => void;
  readonly onSend: () => void;
  readonly onControl: (what: Control) => void;
  /** What was asked of the run and does not show yet. */
  readonly asked: Readonly<Record<Control, boolean>>;
  /** Choices for the session, beside the button for files. */
  readonly choices: ReactNode;
}

export function Composer(props: ComposerProps) {
  const { ref, status, canResume, question, attachments, text, choices, asked } = props;
  const { onAttach, onDetach, onSend, onWrite, onControl } = props;
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const isUnderWay = status === 'active' || status === 'pausing' || status === 'paused' || status === 'awaiting_input';
  const isUploading = attachments.some(({ state }) => state === 'uploading');
  const canSend = !isUploading && (text.trim() !== '' || attachments.some(({ state }) => state === 'stored'));

  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }));

  const send = () => canSend && onSend();
  const control = (what: Control, icon: ReactNode, look?: 'stop') => (
    <IconButton
      label={t(`composer.${what}`)}
      disabled={asked[what]}
      onClick={() => onControl(what)}
      {...(look && { look })}
    >
      {asked[what] ? <Spinner /> : icon}
    </IconButton>
  );

  return (
    <form
      className="mx-auto w-full max-w-3xl px-3 pb-3 sm:px-6 sm:pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="rounded-2xl border border-line-strong bg-surface shadow-float focus-within:border-accent">
        <AttachmentList attachments={attachments} onRemove={onDetach} />
        <textarea
          ref={field}
          value={text}
          rows={1}
          aria-label={t('composer.label')}
          placeholder={question?.asks === 'text' ? t('composer.answerPlaceholder') : t('composer.placeholder')}
          onChange={(event) => onWrite(event.target.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            send();
          }}
          onPaste={(event) => {
            const files = pastedFiles(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            onAttach(files);
          }}
          className="field-sizing-content block max-h-60 min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 placeholder:text-ink-faint focus-visible:outline-none"
        />
        <div className="flex items-center gap-1 p-2">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              onAttach([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <IconButton label={t('composer.attach')} onClick={() => picker.current?.click()}>
            <Paperclip />
          </IconButton>
          <div className="flex min-w-0 flex-1 items-center gap-1">{choices}</div>
          {canResume && control('resume', <Play />)}
          {status === 'active' && control('pause', <Pause />)}
          {isUnderWay && control('stop', <Square className="scale-75 fill-current" />, 'stop')}
          {(canSend || !isUnderWay) && (
            <IconButton type="submit" label={t('composer.send')} disabled={!canSend} look="primary">
              <ArrowUp />
            </IconButton>
          )}
        </div>
      </div>
    </form>
  );
}
