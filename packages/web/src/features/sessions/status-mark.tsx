import type { RunStatus } from '@polywire/protocol';
import { Check, CircleAlert, CircleDashed, CirclePause, CircleStop, Hand } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/spinner.tsx';

const marks: Record<RunStatus, ReactNode> = {
  active: <Spinner />,
  pausing: <Spinner />,
  awaiting_input: <Hand className="size-4 text-warn" />,
  paused: <CirclePause className="size-4 text-ink-faint" />,
  stopped: <CircleStop className="size-4 text-ink-faint" />,
  complete: <Check className="size-4 text-good" />,
  error: <CircleAlert className="size-4 text-danger" />,
  timed_out: <CircleAlert className="size-4 text-danger" />,
};

/** How a session's latest run stands: a shape and a word, not a colour alone. */
export function StatusMark({ status }: { readonly status: RunStatus | undefined }) {
  const { t } = useTranslation();
  if (status === undefined) return <CircleDashed aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />;
  return (
    <span role="img" aria-label={t(`run.${status}`)} title={t(`run.${status}`)} className="flex shrink-0">
      {marks[status]}
    </span>
  );
}
