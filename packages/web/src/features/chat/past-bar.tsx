import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

/** In place of the composer: nothing can be said to the past. */
export function PastBar({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation();
  return <Bar text={t('composer.readOnly')} leave={t('composer.toNow')} onLeave={onLeave} />;
}

/** Above the composer: what is said now goes on from there. */
export function OldVersionBar({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation();
  return <Bar text={t('chat.oldVersion')} leave={t('composer.toNow')} onLeave={onLeave} />;
}

interface BarProps {
  readonly text: string;
  readonly leave: string;
  readonly onLeave: () => void;
}

function Bar({ text, leave, onLeave }: BarProps) {
  return (
    <div className="mx-auto w-full max-w-3xl px-3 pb-2 sm:px-6 sm:pb-3">
      <div className="flex items-center gap-3 rounded-2xl border border-warn bg-warn-soft py-2 pr-2 pl-4 text-sm">
        <History aria-hidden="true" className="size-4 shrink-0 text-warn" />
        <p className="flex-1">{text}</p>
        <Button onClick={onLeave}>{leave}</Button>
      </div>
    </div>
  );
}
