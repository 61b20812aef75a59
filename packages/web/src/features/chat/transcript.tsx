import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { RowView } from './row-view.tsx';
import { type Row, rowAt } from './rows.ts';
import { useStick } from './use-stick.ts';

interface TranscriptProps {
  readonly rows: readonly Row[];
  /** What to look at first; the end where nothing is said. */
  readonly target: number | undefined;
}

/** The conversation. Only what is near the screen is in the page; it keeps to the end unless the reader went up. */
export function Transcript({ rows, target }: TranscriptProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 96,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: 6,
    paddingStart: 24,
    paddingEnd: 24,
  });
  const size = virtual.getTotalSize();
  const { isAtEnd, toEnd, letGo, onScroll } = useStick(scroller, size);
  const wanted = target === undefined ? -1 : rowAt(rows, target);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place that is asked for, when it is there
  useEffect(() => {
    if (wanted < 0) return;
    letGo();
    virtual.scrollToIndex(wanted, { align: 'center' });
  }, [target, wanted >= 0]);
  const items = virtual.getVirtualItems();
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        aria-label={t('chat.label')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        onScroll={onScroll}
        className="scroll-thin h-full overflow-y-auto overflow-x-hidden overscroll-contain focus-visible:-outline-offset-2"
      >
        <ol className="relative mx-auto w-full max-w-3xl" style={{ height: size }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                data-row={row.kind}
                className="wrap-anywhere absolute top-0 left-0 w-full px-4 pb-3 sm:px-6"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <RowView row={row} isTarget={item.index === wanted} />
              </li>
            );
          })}
        </ol>
      </section>
      {!isAtEnd && (
        <Button className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float" onClick={toEnd}>
          <ArrowDown aria-hidden="true" className="size-4" />
          {t('chat.latest')}
        </Button>
      )}
    </div>
  );
}
