import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** One of a few, in the page's own dress. */
export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return (
    <span className={`relative inline-flex ${className}`}>
      <select
        className="w-full appearance-none truncate rounded-lg border border-line-strong bg-surface py-1 pr-8 pl-3 text-sm hover:bg-sunken"
        {...rest}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2 text-ink-faint"
      />
    </span>
  );
}
