import { isJsonObject, type Json } from '@polywire/protocol';
import { useState } from 'react';
import { withMarksShown } from '../lib/shown-marks.ts';

/** More than this at once is unreadable, and slow: the rest comes on demand. */
const FIRST_ITEMS = 50;

interface JsonViewProps {
  readonly value: Json;
  readonly depth?: number;
  /** Nothing is folded: for what somebody is asked to agree to. */
  readonly isWhole?: boolean;
}

/** JSON to be read: folded below the second level, long lists in pieces. */
export function JsonView({ value, depth = 0, isWhole = false }: JsonViewProps) {
  const [isOpen, setOpen] = useState(isWhole || depth < 2);
  const [shown, setShown] = useState(isWhole ? Number.POSITIVE_INFINITY : FIRST_ITEMS);
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return <Scalar value={value} />;
  const entries: [string, Json][] = isList
    ? value.map((each, i) => [String(i), each])
    : (Object.entries(value) as [string, Json][]);
  if (entries.length === 0) return <span>{isList ? '[]' : '{}'}</span>;
  // The outermost is what the place is about: nothing is gained by folding it.
  if (depth === 0) return <span className="block">{list()}</span>;
  return (
    <span>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="rounded px-0.5 text-ink-faint hover:bg-sunken"
      >
        {isOpen ? '▾' : '▸'} {isList ? `[${entries.length}]` : `{${entries.length}}`}
      </button>
      {isOpen && <span className="block border-line border-l pl-3">{list()}</span>}
    </span>
  );

  function list() {
    return (
      <>
        {entries.slice(0, shown).map(([key, each]) => (
          <span key={key} className="block">
            <span className="text-ink-faint">{withMarksShown(key)}: </span>
            <JsonView value={each} depth={depth + 1} isWhole={isWhole} />
          </span>
        ))}
        {entries.length > shown && (
          <button type="button" className="text-accent underline" onClick={() => setShown(shown + FIRST_ITEMS * 4)}>
            … {entries.length - shown}
          </button>
        )}
      </>
    );
  }
}

function Scalar({ value }: { readonly value: Json }) {
  if (typeof value === 'string' && value.includes('\n')) {
    return (
      <span className="block whitespace-pre-wrap border-line border-l pl-3 text-good">{withMarksShown(value)}</span>
    );
  }
  if (typeof value === 'string')
    return <span className="whitespace-pre-wrap text-good">{withMarksShown(JSON.stringify(value))}</span>;
  return <span className="text-accent">{String(value)}</span>;
}
