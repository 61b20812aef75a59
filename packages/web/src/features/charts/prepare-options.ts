import { isJsonObject, type Json, type JsonObject } from '@polywire/protocol';
import { withoutActive } from './without-active.ts';

/**
 * Somebody else's options, made fit for the page: data only. Tips are drawn, not written as HTML, so that no name in the
 * data can bring markup; links and images in them lead nowhere.
 */
export function prepareOptions(options: JsonObject): JsonObject {
  const clean = withoutActive(options) as JsonObject;
  const { toolbox: _, title: __, ...rest } = clean;
  const tooltip = isJsonObject(rest.tooltip) ? rest.tooltip : {};
  const hasAxes = rest.xAxis !== undefined;
  return {
    backgroundColor: 'transparent',
    color: PALETTE,
    textStyle: { fontFamily: 'system-ui, sans-serif' },
    ...(hasAxes && rest.grid === undefined && { grid: { left: 56, right: 24, top: 40, bottom: 64 } }),
    ...(hasAxes && rest.dataZoom === undefined && { dataZoom: [{ type: 'inside' }, SLIDER] }),
    ...rest,
    // Under the chart is the slider's place.
    ...(rest.legend !== undefined && { legend: { type: 'scroll', ...without(rest.legend), top: 0 } }),
    animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    tooltip: { trigger: hasAxes ? 'axis' : 'item', ...tooltip, renderMode: 'richText', confine: true },
  };
}

const CALM = { lineStyle: { color: '#8d877c', opacity: 0.5 }, areaStyle: { color: '#8d877c', opacity: 0.15 } };
const SLIDER = {
  type: 'slider',
  height: 18,
  bottom: 12,
  brushSelect: false,
  showDetail: false,
  borderColor: 'transparent',
  backgroundColor: 'rgba(141, 135, 124, 0.12)',
  fillerColor: 'rgba(23, 128, 122, 0.16)',
  dataBackground: CALM,
  selectedDataBackground: CALM,
  handleStyle: { color: '#17807a', borderColor: '#17807a' },
  moveHandleStyle: { color: '#8d877c', opacity: 0.4 },
  emphasis: { handleStyle: { color: '#17807a', borderColor: '#17807a' }, moveHandleStyle: { color: '#17807a' } },
};

/** The page's own colours, apart in both themes and for most who tell colours badly. */
const PALETTE = ['#17807a', '#d0892b', '#5f72c4', '#b4544d', '#7a9a4f', '#9168b0', '#4b9cc2', '#8c7a5e'];

function without(legend: Json): JsonObject {
  const { bottom: _, top: __, ...rest } = isJsonObject(legend) ? legend : {};
  return rest;
}
