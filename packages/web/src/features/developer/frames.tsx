import { dialects, type Json } from '@polywire/protocol';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { HowMark } from './how-mark.tsx';
import type { FrameRow } from './use-frames.ts';

/** Each event on the left, what it became on the wire on the right. */
export function Frames({ rows, dialect }: { readonly rows: readonly FrameRow[]; readonly dialect: string }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 64,
    overscan: 8,
    getItemKey: (index) => rows[index]?.event.seq ?? index,
  });
  const found = dialects.find(({ name }) => name === dialect);
  const carries = found?.traits.carries;
  const title = found?.title ?? dialect;
  const frames = rows.reduce((sum, row) => sum + row.frames.length, 0);
  if (rows.length === 0) return <p className="flex-1 p-4 text-ink-soft text-sm">{t('dev.none')}</p>;
  return (
    <>
      <div className="grid grid-cols-2 items-center gap-3 border-line border-b px-3 py-1 text-ink-soft text-xs">
        <span>{t('dev.eventCount', { count: rows.length })}</span>
        <span className="flex items-center justify-between">
          {t('dev.frameCount', { count: frames, title })}
          <CopyButton label={t('dev.copyFixture')} text={() => fixtureOf(rows)} />
        </span>
      </div>
      <section
        ref={scroller}
        aria-label={t('dev.frames')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        className="scroll-thin min-h-0 flex-1 overflow-y-auto"
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                data-frame-row={row.event.type}
                className="absolute top-0 left-0 grid w-full grid-cols-2 gap-3 border-line border-b px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <div className="min-w-0">
                  <p className="mb-1 flex flex-wrap items-center gap-2">
                    <span className="text-ink-faint tabular-nums">{row.event.seq}</span>
                    <span className="font-semibold">{row.event.type}</span>
                    {carries && <HowMark how={carries[row.event.type].how} />}
                  </p>
                  <JsonView value={row.event as unknown as Json} depth={1} />
                </div>
                <div className="min-w-0 space-y-1" data-frames="">
                  {row.frames.length === 0 && <p className="text-ink-faint italic">{t('dev.noFrame')}</p>}
                  {row.frames.map((frame, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: frames of an event never change places
                    <div key={i}>
                      <JsonView value={frame} depth={1} />
                    </div>
                  ))}
                </div>
              </div>
            );
          })}
        </div>
      </section>
    </>
  );
}

/** Lines as the conformance fixtures have them: one frame each. */
function fixtureOf(rows: readonly FrameRow[]): string {
  return `${rows.flatMap(({ frames }) => frames.map((frame) => JSON.stringify(frame))).join('\n')}\n`;
}
