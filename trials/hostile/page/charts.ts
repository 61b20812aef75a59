import type { JsonObject } from '@polywire/protocol';
import { EVIL, RUN } from './markup.ts';

const MARKUP = `<img src=x onerror="${RUN}">`;
const code = `function () { ${RUN} }`;
const axes = { xAxis: { type: 'category', data: ['a', MARKUP] }, yAxis: { type: 'value' } };
const bar = { type: 'bar', name: MARKUP, data: [1, 2] };

/** Options of charts that bring code, markup, links or pictures. */
export const charts: readonly JsonObject[] = [
  { ...axes, series: [bar], tooltip: { show: true, alwaysShowContent: true, renderMode: 'html', formatter: MARKUP } },
  { ...axes, series: [bar], tooltip: { formatter: code, extraCssText: `background:url(${EVIL}/x.png)` } },
  { ...axes, series: [{ ...bar, type: 'custom', renderItem: code }] },
  { ...axes, series: [{ ...bar, type: 'scatter', symbol: `image://${EVIL}/x.png` }] },
  {
    ...axes,
    series: [
      {
        ...bar,
        label: { show: true, formatter: `{a|x}`, rich: { a: { backgroundColor: { image: `${EVIL}/x.png` } } } },
      },
    ],
  },
  { ...axes, series: [bar], title: { text: MARKUP, link: `javascript:${RUN}`, target: 'self' } },
  {
    ...axes,
    series: [bar],
    graphic: [{ type: 'image', style: { image: `${EVIL}/x.png`, width: 9, height: 9 }, onclick: code }],
  },
  { ...axes, series: [bar], backgroundColor: { type: 'pattern', image: `${EVIL}/x.png` } },
  {
    ...axes,
    series: [bar],
    toolbox: { feature: { saveAsImage: {}, myTool: { show: true, icon: `image://${EVIL}/x.png`, onclick: code } } },
  },
  { ...axes, series: [{ ...bar, data: Array.from({ length: 50_000 }, (_, i) => i) }] },
  { series: [{ type: 'nothing' }, { type: 'graph', nodes: [{ name: MARKUP }], links: [{ source: 9, target: -1 }] }] },
  { xAxis: 'x', yAxis: [[[]]], series: { type: 'bar', data: { length: 1e9 } } },
];
