import { Check, Copy, X } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../lib/copy-text.ts';
import { IconButton } from './button.tsx';

interface CopyButtonProps {
  readonly text: () => string;
  readonly label?: string;
  readonly icon?: ComponentType;
}

export function CopyButton({ text, label, icon: Icon = Copy }: CopyButtonProps) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const told = outcome === 'copied' ? t('app.copied') : t('app.notCopied');
  return (
    <IconButton
      label={outcome === undefined ? (label ?? t('app.copy')) : told}
      onClick={() => void copyText(text()).then((isCopied) => setOutcome(isCopied ? 'copied' : 'notCopied'))}
    >
      {outcome === undefined ? <Icon /> : outcome === 'copied' ? <Check /> : <X />}
    </IconButton>
  );
}
