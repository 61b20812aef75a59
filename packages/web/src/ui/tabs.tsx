import { type KeyboardEvent, useId } from 'react';

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly value: T; readonly label: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
}

/** A row of tabs: one stop for the Tab key, arrows from one to the next. */
export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.value);
    document.getElementById(id + next.value)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className="flex flex-1 gap-1 overflow-x-auto">
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={id + tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={move}
          className="whitespace-nowrap rounded-lg px-2 py-1 text-ink-soft text-sm hover:bg-sunken focus-visible:-outline-offset-2 aria-selected:bg-accent-soft aria-selected:text-accent"
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
