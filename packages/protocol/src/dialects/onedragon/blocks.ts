import { words } from '../../codec/say.ts';
import type { Locale } from '../../dialect.ts';
import type { EventOf, ToolOutcome } from '../../events.ts';
import { asText } from '../../json.ts';
import { type BlockOf, CHART_TOOL } from './wire.ts';

export function toolUse({ callId, name, args, argsText }: EventOf<'tool.call'>): BlockOf<'tool_use'> {
  return { type: 'tool_use', id: callId, name, input: args ?? {}, ...(args === null && { args_text: argsText ?? '' }) };
}

type Finished = Pick<EventOf<'tool.finished'>, 'callId' | 'name' | 'outcome' | 'result'>;

/** The page shows the output and knows no failure, so that is said in words. */
export function toolResult({ callId, name, outcome, result }: Finished, locale: Locale): BlockOf<'tool_result'> {
  const about = { type: 'tool_result' as const, id: callId, name };
  if (outcome === 'ok') return { ...about, output: [{ type: 'text', text: asText(result) }] };
  const given = result === null ? null : asText(result);
  const text = [words[locale][failures[outcome]], ...(given === null ? [] : [given])].join('\n');
  return { ...about, output: [{ type: 'text', text }], outcome, result: given };
}
const failures = { error: 'toolFailed', denied: 'toolDenied', unknown: 'toolUnknown' } as const satisfies Record<
  Exclude<ToolOutcome, 'ok'>,
  string
>;

/** The pair of blocks that makes the page fetch a chart. */
export function chartCall({ analysisId }: EventOf<'chart'>, id: string): BlockOf<'tool_use'> {
  return { type: 'tool_use', id, name: CHART_TOOL, input: { analyse_id: analysisId } };
}
export function chartResult({ analysisId, title, callId }: EventOf<'chart'>, id: string): BlockOf<'tool_result'> {
  const text = JSON.stringify({ analyse_id: analysisId, ...(title !== undefined && { title }) });
  return {
    type: 'tool_result',
    id,
    name: CHART_TOOL,
    output: [{ type: 'text', text }],
    ...(callId !== undefined && { call_id: callId }),
  };
}

export function image({ imageId, url, mediaType, alt }: EventOf<'image'>): BlockOf<'image'> {
  const [, media_type, data] = DATA_URL.exec(url) ?? [];
  const inline = media_type !== undefined && data !== undefined;
  return {
    type: 'image',
    source: inline ? { type: 'base64', media_type, data } : { type: 'url', url },
    image_id: imageId,
    ...(alt !== undefined && { alt }),
    ...(mediaType !== undefined && { media_type: mediaType }),
  };
}
const DATA_URL = /^data:([^;,]+);base64,(.*)$/s;
