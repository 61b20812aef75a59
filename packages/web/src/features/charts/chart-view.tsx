import type { ECharts } from 'echarts';
import { Download, RotateCcw } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadUrl } from '../../lib/download.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { later, PartFailed } from '../../ui/later.tsx';
import type { PartProps } from '../parts/views.tsx';
import { ChartTable } from './chart-table.tsx';

const waiting = <div className="skeleton h-80" />;
const Drawing = later(async () => (await import('./drawing.tsx')).Drawing, waiting, PartFailed);

/** Usually one chart; a part may bring several, each with buttons of its own. */
export function ChartView({ part }: PartProps<'chart'>) {
  const { t } = useTranslation();
  const title = part.title ?? t('chart.label');
  return (
    <div className="space-y-3">
      {part.options.map((options, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: charts of a part never change places
        <Chart key={i} options={options} title={part.options.length > 1 ? `${title} ${i + 1}` : title} />
      ))}
    </div>
  );
}

type Options = PartProps<'chart'>['part']['options'][number];

function Chart({ options, title }: { readonly options: Options; readonly title: string }) {
  const { t } = useTranslation();
  const [isTable, setTable] = useState(false);
  const [chart, setChart] = useState<ECharts>();
  const whenDrawn = useCallback((drawn: ECharts | undefined) => setChart(drawn), []);
  const save = () => {
    const backgroundColor = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
    const url = chart?.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor });
    if (url) downloadUrl(`${title}.png`, url);
  };
  return (
    <figure className="card p-4" aria-label={title}>
      <figcaption className="mb-2 flex items-center gap-1">
        <span className="min-w-0 flex-1 font-medium">{title}</span>
        <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? t('chart.chart') : t('chart.table')}
        </Button>
        {chart && (
          <>
            <IconButton
              label={t('chart.reset')}
              onClick={() => chart.dispatchAction({ type: 'dataZoom', start: 0, end: 100 })}
            >
              <RotateCcw />
            </IconButton>
            <IconButton label={t('chart.png')} onClick={save}>
              <Download />
            </IconButton>
          </>
        )}
      </figcaption>
      {isTable ? <ChartTable options={options} /> : <Drawing options={options} title={title} onDrawn={whenDrawn} />}
    </figure>
  );
}
