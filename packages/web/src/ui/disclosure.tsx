import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

interface DisclosureProps {
  readonly title: ReactNode;
  readonly children: () => ReactNode;
  readonly isOpenAtFirst?: boolean;
  readonly aside?: ReactNode;
}

/** A line that opens. What is inside is made when it is first seen. */
export function Disclosure({ title, children, isOpenAtFirst = false, aside }: DisclosureProps) {
  // Until the reader decides, it follows its owner: thinking closes by itself when it ends.
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isOpenAtFirst;
  const id = useId();
  return (
    <div>
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setChosen(!isOpen)}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-lg px-2 py-1 text-left text-ink-soft text-sm hover:bg-sunken hover:text-ink"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 shrink-0 transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          {title}
        </button>
        {aside}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && children()}
      </div>
    </div>
  );
}
