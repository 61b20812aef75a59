import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type SearchPage } from '../../lib/api.ts';
import { formatMoment } from '../../lib/format.ts';
import { isComposing } from '../../lib/keys.ts';
import { go } from '../../lib/route.ts';
import { Dialog } from '../../ui/dialog.tsx';

type SearchHit = SearchPage['hits'][number];

const SHORTEST = 2;
/** A pause in typing. */
const SETTLED_MS = 180;

/** Finds a message in all sessions: type, then Enter or a click. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [hits, setHits] = useState<readonly SearchHit[]>();
  const [isFailed, setFailed] = useState(false);
  const [at, setAt] = useState(0);
  const words = query.trim();
  useEffect(() => {
    setHits(undefined);
    setFailed(false);
    setAt(0);
    if (words.length < SHORTEST) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      api.search(words, { limit: 30, signal: abort.signal }).then(
        (found) => setHits(found.hits),
        () => !abort.signal.aborted && setFailed(true),
      );
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [words]);
  useEffect(() => {
    document.getElementById(`hit-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const open = (hit: SearchHit | undefined) => {
    if (!hit) return;
    onClose();
    go({ session: hit.session, seq: hit.seq });
  };
  return (
    <Dialog title={t('search.title')} onClose={onClose} width="wide">
      <input
        data-autofocus=""
        type="text"
        enterKeyHint="search"
        value={query}
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        aria-controls="hits"
        aria-activedescendant={hits?.[at] ? `hit-${at}` : undefined}
        role="combobox"
        aria-expanded={(hits?.length ?? 0) > 0}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          const last = (hits?.length ?? 1) - 1;
          if (event.key === 'ArrowDown') setAt(Math.min(last, at + 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
          else if (event.key === 'Enter') open(hits?.[at]);
          else return;
          event.preventDefault();
        }}
        className="field"
      />
      <div id="hits" role="listbox" aria-label={t('search.title')} className="mt-3">
        {hits?.map((hit, i) => (
          <button
            key={`${hit.session} ${hit.seq}`}
            id={`hit-${i}`}
            type="button"
            role="option"
            aria-selected={i === at}
            onClick={() => open(hit)}
            // A list that moves under a resting pointer does not choose.
            onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setAt(i)}
            className={`block w-full rounded-lg px-3 py-2 text-left ${i === at ? 'bg-accent-soft' : ''}`}
          >
            <span className="flex justify-between gap-3 text-ink-faint text-xs">
              <span className="truncate">
                {hit.title || t('sessions.untitled')} · {t(`search.${hit.role}`)}
              </span>
              <span className="shrink-0">{formatMoment(hit.at)}</span>
            </span>
            <Snippet snippet={hit.snippet} />
          </button>
        ))}
      </div>
      <p role="status" className={`p-3 text-sm empty:p-0 ${isFailed ? 'text-danger' : 'text-ink-soft'}`}>
        {told()}
      </p>
    </Dialog>
  );

  function told(): string {
    if (words.length < SHORTEST) return t('search.hint');
    if (isFailed) return t('search.failed');
    if (hits === undefined) return t('search.looking');
    return hits.length === 0 ? t('search.none', { query: words }) : '';
  }
}

function Snippet({ snippet: { text, marks } }: Pick<SearchHit, 'snippet'>) {
  const pieces: React.ReactNode[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    pieces.push(plain(text.slice(from, start)));
    pieces.push(
      <mark key={start} className="rounded bg-warn-soft font-medium text-ink">
        {plain(text.slice(start, end))}
      </mark>,
    );
    from = end;
  }
  return (
    <span className="line-clamp-2 text-sm">
      {pieces}
      {plain(text.slice(from))}
    </span>
  );
}

/** Marks of emphasis and code are for a renderer. */
function plain(text: string): string {
  return text.replaceAll(/\*\*|__|`/g, '');
}
