import type { Carry } from '@polywire/protocol';
import { useTranslation } from 'react-i18next';

const looks: Record<Carry['how'], string> = {
  native: 'border-good text-good',
  extension: 'border-accent text-accent',
  implied: 'border-line-strong text-ink-soft',
  degraded: 'border-warn text-warn',
  dropped: 'border-danger text-danger',
};

export function HowMark({ how }: { readonly how: Carry['how'] }) {
  const { t } = useTranslation();
  return (
    <span className={`whitespace-nowrap rounded-full border px-1.5 font-sans text-xs ${looks[how]}`}>
      {t(`dev.hows.${how}`)}
    </span>
  );
}
