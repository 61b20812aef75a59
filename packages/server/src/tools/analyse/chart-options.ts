import type { JsonObject } from '@polywire/protocol';
import type { ChartData } from './contract.ts';

/** A chart as ECharts options: data, never code. */
export function chartOptions({ type, x, labels, series }: ChartData, title: string): JsonObject {
  const heading = { title: { text: title }, legend: { top: 'bottom' } };
  if (type === 'pie') {
    const [first] = series;
    const data = labels.map((label, i) => ({ name: String(label), value: first?.values[i] ?? null }));
    const pie = { type: 'pie', radius: '60%', name: first?.name ?? '', data };
    return { ...heading, tooltip: { trigger: 'item' }, series: [pie] };
  }
  const axes = {
    xAxis: { type: type === 'scatter' && labels.every((it) => typeof it === 'number') ? 'value' : 'category', name: x },
    yAxis: { type: 'value' },
  };
  if (type === 'scatter') {
    const drawn = series.map(({ name, values }) => ({
      type: 'scatter',
      name,
      data: values.map((value, i) => [labels[i] ?? null, value]),
    }));
    return { ...heading, tooltip: { trigger: 'item' }, ...axes, series: drawn };
  }
  const drawn = series.map(({ name, values }) => ({
    type: type === 'bar' ? 'bar' : 'line',
    name,
    data: [...values],
    ...(type === 'area' && { areaStyle: {} }),
  }));
  const xAxis = { ...axes.xAxis, data: labels.map(String) };
  return { ...heading, tooltip: { trigger: 'axis' }, ...axes, xAxis, series: drawn };
}
