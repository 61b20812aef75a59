import type { Dialect, Endpoint, Traits } from '@polywire/protocol';
import { aboutEndpoint } from '@polywire/protocol/about';
import { inBoth } from './in-both.ts';
import { banner, cell, code, codes, table } from './markdown.ts';

/** docs/endpoints.md: every address of the server, and how each dialect behaves there. */
export function endpointsPage(dialects: readonly Dialect[]): string {
  const parts = [
    banner,
    '# Endpoints / 地址',
    'All dialects are served on one port. `{session}` stands for the session’s id as the dialect names it.',
    '所有方言共用一个端口。`{session}` 是该方言中的会话标识。',
    table(['', 'Meaning', '含义'], doings),
    ...dialects.flatMap((dialect) => [`## ${dialect.title}`, endpointTable(dialect), behaviour(dialect.traits)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What one would type: sockets are opened, everything else is requested by a method. */
export function address({ method, path, framing }: Endpoint): string {
  return `${framing === 'ws' ? 'WS' : method} ${path}`;
}

const doings = [
  ['converse', 'takes messages and streams the answer', '接收消息并流式返回'],
  ['attach', 'streams only', '仅流式返回'],
  ['call', 'one request, one answer', '一次请求，一次应答'],
];

function endpointTable(dialect: Dialect): string {
  const rows = dialect.endpoints.map((endpoint) => [
    code(address(endpoint)),
    endpoint.does,
    endpoint.framing,
    endpoint.session === 'none' ? '–' : endpoint.session,
    endpoint.variant === undefined ? '' : code(endpoint.variant),
    cell(inBoth(aboutEndpoint(dialect, endpoint))),
  ]);
  return table(
    ['Address / 地址', 'Does / 作用', 'Framing / 帧格式', 'Session in / 会话位置', 'Variant / 变体', 'About / 说明'],
    rows,
  );
}

function behaviour(traits: Traits): string {
  const { keepAlive, preview } = traits;
  const rows = [
    ['A stream lasts / 流的范围', traits.stream],
    ['Questions are answered / 回答问题的方式', answersIn(traits.answers)],
    ['Cursor / 游标', traits.cursor],
    ['After the end / 结束之后', traits.afterEnd],
    ['On disconnect / 断开连接时', traits.onDisconnect],
    ['Variants / 变体', codes(traits.variants)],
    ...(keepAlive
      ? [['Keep-alive / 保活', `${keepAlive.everyMs} ms${keepAlive.answered ? '' : ', unanswered / 无应答'}`]]
      : []),
    ...(preview ? [['Previews / 预览', `≥ ${preview.everyMs} ms`]] : []),
  ];
  return table(['Trait / 特性', ''], rows);
}

/** One word where all kinds are answered alike. */
function answersIn(answers: Traits['answers']): string {
  const ways = new Set(Object.values(answers));
  if (ways.size === 1) return [...ways].join('');
  return Object.entries(answers)
    .map(([kind, way]) => `${kind}: ${way}`)
    .join(', ');
}
