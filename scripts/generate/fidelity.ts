import {
  type Carry,
  type CommandType,
  commandTypes,
  type Dialect,
  type EventType,
  eventTypes,
} from '@polywire/protocol';
import { inBoth } from './in-both.ts';
import { banner, cell, code, codes, table } from './markdown.ts';

/** docs/fidelity.md: what becomes of every event and command in every dialect. */
export function fidelityPage(dialects: readonly Dialect[]): string {
  const parts = [
    banner,
    '# Fidelity / 保真度',
    'What becomes of each event and command in each dialect. The tables are the very data that the conformance tests hold the codecs to.',
    '每个事件和命令在各方言中的去向。下列表格就是一致性测试用来检验编解码器的数据本身。',
    '## Legend / 图例',
    table(['', '', 'Meaning', '含义'], Object.entries(marks).map(legendRow)),
    `${PARTLY} after a mark: some fields or some of the events do not come back as they were, or only to clients that ask for \`restore\`; the dialect's own table names them.  \n标记后的 ${PARTLY}：部分字段或部分事件无法原样还原，或仅对请求 \`restore\` 的客户端还原，详见各方言的表格。`,
    '## Events / 事件',
    matrix('Event / 事件', eventTypes, dialects, (dialect) => dialect.traits.carries),
    '## Commands / 命令',
    matrix('Command / 命令', commandTypes, dialects, (dialect) => dialect.traits.accepts),
    ...dialects.flatMap(dialectSection),
  ];
  return `${parts.join('\n\n')}\n`;
}

type How = Carry['how'];
const marks: Record<How, { mark: string; en: string; zh: string }> = {
  native: {
    mark: '●',
    en: 'said in the wire’s own words, and equal after decoding',
    zh: '用该协议自身的帧表达，解码后与原事件相等',
  },
  extension: {
    mark: '◆',
    en: 'said in a field or frame of ours that its programs ignore',
    zh: '放在我们扩展的字段或帧里，原有程序会忽略它',
  },
  implied: {
    mark: '○',
    en: 'has no frame of its own; the receiver knows it from another one',
    zh: '没有单独的帧，接收方可由其他帧得知',
  },
  degraded: {
    mark: '◐',
    en: 'shown as something else that its user can see',
    zh: '改以用户看得见的其他形式呈现',
  },
  dropped: { mark: '–', en: 'not sent', zh: '不发送' },
};
const PARTLY = '′';

function legendRow([how, { mark, en, zh }]: [string, { mark: string; en: string; zh: string }]): string[] {
  return [mark, how, en, zh];
}

function matrix<T extends string>(
  title: string,
  types: readonly T[],
  dialects: readonly Dialect[],
  carriesOf: (dialect: Dialect) => Readonly<Record<T, Carry>>,
): string {
  const rows = types.map((type) => [code(type), ...dialects.map((dialect) => markOf(carriesOf(dialect)[type]))]);
  return table([title, ...dialects.map((dialect) => cell(dialect.title))], rows);
}

function markOf(carry: Carry): string {
  const { how, loses = [], asText = [] } = carry;
  return `${marks[how].mark}${loses.length + asText.length > 0 || unrestored(carry) !== '' ? PARTLY : ''}`;
}

/** What a client misses that did not ask for `restore`. */
function unrestored({ degrades = [], onlyRestored = [], partly, reordered }: Carry): string {
  const values = degrades.map((where) =>
    Object.entries(where).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  );
  const shown = values.map((each) => (each.length === 0 ? 'some / 部分' : code(each.join(', '))));
  return [
    ...(shown.length > 0 ? [`${marks.degraded.mark} ${shown.join(', ')}`] : []),
    ...(onlyRestored.length > 0 ? [`loses / 丢失 ${codes(onlyRestored)}`] : []),
    ...(partly ? ['misses some / 缺少部分'] : []),
    ...(reordered ? ['another order / 顺序可能不同'] : []),
  ].join('; ');
}

function dialectSection({ title, traits }: Dialect): string[] {
  return [
    `## ${title}`,
    traits.loses.length === 0
      ? 'No field is lost in all events. / 没有在所有事件中都丢失的字段。'
      : `Lost in every event / 所有事件都丢失的字段: ${codes(traits.loses)}`,
    ...(traits.onlyRestored
      ? [`Lost without \`restore\` / 未请求 \`restore\` 时丢失的字段: ${codes(traits.onlyRestored)}`]
      : []),
    details<EventType>('Events / 事件', eventTypes, traits.carries),
    details<CommandType>('Commands / 命令', commandTypes, traits.accepts),
  ];
}

/** One row for all types that fare alike. */
function details<T extends string>(title: string, types: readonly T[], carries: Readonly<Record<T, Carry>>): string {
  const groups = new Map<string, { carry: Carry; types: T[] }>();
  for (const type of types) {
    const carry = carries[type];
    const key = JSON.stringify(carry);
    const group = groups.get(key);
    if (group) group.types.push(type);
    else groups.set(key, { carry, types: [type] });
  }
  const isPart = [...groups.values()].some(({ carry }) => unrestored(carry) !== '');
  const rows = [...groups.values()].map(({ carry, types: alike }) => [
    alike.length === types.length ? `all ${types.length} / 全部 ${types.length} 项` : codes(alike),
    `${marks[carry.how].mark} ${carry.how}`,
    cell(words(carry.as)),
    codes(carry.loses),
    codes(carry.asText),
    ...(isPart ? [unrestored(carry)] : []),
    cell(words(carry.note)),
  ]);
  const head = [title, 'How / 方式', 'As / 形式', 'Loses / 丢失', 'As text / 转为文本'];
  return table([...head, ...(isPart ? ['Without restore / 未请求还原'] : []), 'Note / 说明'], rows);
}

function words(text: Carry['as']): string | undefined {
  return typeof text === 'object' ? inBoth(text) : text;
}
