import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOnce } from '../lib/load-once.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface FailedProps {
  readonly onRetry: () => void;
}

/** A component that is fetched when it is first shown. Where that fails it says so, and can be asked for again. */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode,
  Failed: ComponentType<P & FailedProps>,
): ComponentType<P> {
  const get = loadOnce(load);
  return function Later(props: P) {
    const [state, setState] = useState<'waiting' | 'failed' | 'there'>('waiting');
    useEffect(() => {
      if (state !== 'waiting') return;
      let isShown = true;
      get().then(
        () => isShown && setState('there'),
        (error: unknown) => {
          console.warn('a part of the page did not come', error);
          if (isShown) setState('failed');
        },
      );
      return () => {
        isShown = false;
      };
    }, [state]);
    const Loaded = get.now();
    if (Loaded) return <Loaded {...props} />;
    return state === 'failed' ? <Failed {...props} onRetry={() => setState('waiting')} /> : waiting;
  };
}

export function PartFailed({ onRetry }: FailedProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 p-4 text-sm">
      <p>{t('failure.load')}</p>
      <Button onClick={onRetry}>{t('app.retry')}</Button>
    </div>
  );
}

export function PanelFailed({ onRetry, onClose }: FailedProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <PartFailed onRetry={onRetry} />
      <Button className="m-4 mt-0 self-start" onClick={onClose}>
        {t('app.close')}
      </Button>
    </>
  );
}

export function DialogFailed({ onRetry, onClose }: FailedProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('error.title')} onClose={onClose}>
      <PartFailed onRetry={onRetry} />
    </Dialog>
  );
}
