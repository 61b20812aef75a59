import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';

export function CopyButton({ text, label }: { readonly text: () => string; readonly label?: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      label={isCopied ? t('app.copied') : (label ?? t('app.copy'))}
      onClick={() => void navigator.clipboard.writeText(text()).then(() => setCopied(true))}
    >
      {isCopied ? <Check /> : <Copy />}
    </IconButton>
  );
}
