import type { JsonObject } from '@polywire/protocol';
import { type ECharts, init } from 'echarts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShownTheme } from '../../lib/theme.ts';
import { prepareOptions } from './prepare-options.ts';

interface DrawingProps {
  readonly options: JsonObject;
  readonly title: string;
  /** undefined when it is there no more. */
  readonly onDrawn: (chart: ECharts | undefined) => void;
}

export function Drawing({ options, title, onDrawn }: DrawingProps) {
  const { t } = useTranslation();
  const theme = useShownTheme();
  const place = useRef<HTMLDivElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const made = init(place.current, theme === 'dark' ? 'dark' : undefined, { renderer: 'canvas' });
    try {
      made.setOption(prepareOptions(options));
    } catch (error) {
      console.warn('a chart that cannot be drawn', error);
      // Half a chart fails again whenever its place changes.
      made.dispose();
      setBroken(true);
      return;
    }
    onDrawn(made);
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(place.current);
    return () => {
      onDrawn(undefined);
      observer.disconnect();
      made.dispose();
    };
  }, [options, theme, onDrawn]);
  if (isBroken) return <p className="text-ink-soft text-sm">{t('chart.broken')}</p>;
  return <div ref={place} role="img" aria-label={title} className="h-80 w-full" />;
}
