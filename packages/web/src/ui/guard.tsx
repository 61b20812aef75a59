import i18next from 'i18next';
import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Mark } from './mark.tsx';

interface GuardProps {
  readonly children: ReactNode;
  /** Where only a part is lost: what stands in its place. */
  readonly instead?: ReactNode;
}

/** A mistake of the page is told in words, with a way on. */
export class Guard extends Component<GuardProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    if (this.props.instead !== undefined) return this.props.instead;
    return (
      <main className="flex h-dvh flex-col items-center justify-center gap-3 p-6 text-center">
        <Mark className="size-12" />
        <h1 className="font-semibold text-xl">{i18next.t('failure.title')}</h1>
        <p className="text-ink-soft">{i18next.t('failure.text')}</p>
        <Button look="primary" onClick={() => location.reload()}>
          {i18next.t('failure.reload')}
        </Button>
      </main>
    );
  }
}
