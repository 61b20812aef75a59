import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** wide: for lists and tables. */
  readonly width?: 'narrow' | 'wide';
}

/** The browser's own modal: it keeps the focus inside, closes on Escape and hides the rest from readers. */
export function Dialog({ title, onClose, children, width = 'narrow' }: DialogProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Whoever drags over a text and lets go beside the dialog did not click there.
  const isPressedBeside = useRef(false);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it as Escape does, which it has by itself
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === ref.current;
      }}
      onClick={(event) => event.target === ref.current && isPressedBeside.current && onClose()}
      className={`m-auto max-h-[min(44rem,calc(100dvh-2rem))] w-[calc(100%-2rem)] overflow-hidden rounded-2xl border border-line bg-surface text-ink shadow-float ${width === 'wide' ? 'max-w-2xl' : 'max-w-md'}`}
    >
      <div className="flex max-h-[inherit] flex-col">
        <header className="flex items-center justify-between gap-4 border-line border-b px-5 py-3">
          <h2 id={id} className="font-semibold text-lg">
            {title}
          </h2>
          <IconButton label={t('app.close')} onClick={onClose}>
            <X />
          </IconButton>
        </header>
        <div className="scroll-thin overflow-y-auto p-5">{children}</div>
      </div>
    </dialog>
  );
}
