import type { JsonObject } from '@polywire/protocol';
import { type ECharts, init } from 'echarts';
import { Download, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadUrl } from '../../lib/download.ts';
import { useShownTheme } from '../../lib/theme.ts';
import { IconButton } from '../../ui/button.tsx';
import { prepareOptions } from './prepare-options.ts';

export function Drawing({ options, title }: { readonly options: JsonObject; readonly title: string }) {
  const { t } = useTranslation();
  const theme = useShownTheme();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(undefined);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const made = init(place.current, theme === 'dark' ? 'dark' : undefined, { renderer: 'canvas' });
    chart.current = made;
    try {
      made.setOption(prepareOptions(options));
    } catch (error) {
      console.warn('a chart that cannot be drawn', error);
      setBroken(true);
    }
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      made.dispose();
    };
  }, [options, theme]);
  if (isBroken) return <p className="text-ink-soft text-sm">{t('chart.broken')}</p>;
  const save = () => {
    const background = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
    const url = chart.current?.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: background });
    if (url) downloadUrl(`${title}.png`, url);
  };
  return (
    <div>
      <div ref={place} role="img" aria-label={title} className="h-80 w-full" />
      <div className="flex justify-end">
        <IconButton
          label={t('chart.reset')}
          onClick={() => chart.current?.dispatchAction({ type: 'dataZoom', start: 0, end: 100 })}
        >
          <RotateCcw />
        </IconButton>
        <IconButton label={t('chart.png')} onClick={save}>
          <Download />
        </IconButton>
      </div>
    </div>
  );
}
