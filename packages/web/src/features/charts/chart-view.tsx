import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { PartProps } from '../parts/views.tsx';
import { ChartTable } from './chart-table.tsx';

const Drawing = lazy(() => import('./drawing.tsx').then((module) => ({ default: module.Drawing })));

export function ChartView({ part }: PartProps<'chart'>) {
  const { t } = useTranslation();
  const [isTable, setTable] = useState(false);
  const title = part.title ?? t('chart.label');
  return (
    <figure className="card p-4" aria-label={title}>
      <figcaption className="mb-2 flex items-center justify-between gap-3">
        <span className="font-medium">{title}</span>
        <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? t('chart.chart') : t('chart.table')}
        </Button>
      </figcaption>
      <div className="space-y-4">
        {part.options.map((options, i) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: charts of a part never change places
          if (isTable) return <ChartTable key={i} options={options} />;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same
            <Suspense key={i} fallback={<div className="skeleton h-80" />}>
              <Drawing options={options} title={title} />
            </Suspense>
          );
        })}
      </div>
    </figure>
  );
}
