import type { Text } from './dialect.ts';
import type { Json } from './json.ts';

/** What is wrong with what a peer sent. The type sees to it that it is said in both languages. */
export type Fault = `${string}. / ${string}。`;

/*
 * All of them: whoever reads frames says nothing else. Each is an export of its own, so that a page loads only those that
 * its dialect can say.
 */

export const notUtf8: Fault = 'It is not UTF-8 text. / 不是 UTF-8 文本。';
export const notObject: Fault = 'It is not a JSON object. / 不是 JSON 对象。';
export const forbiddenKey: Fault = 'It has a forbidden key. / 有不允许的键。';
export const loneSurrogate: Fault = 'It has a lone surrogate. / 有孤立的代理字符。';
export const nul: Fault = 'It has a NUL character. / 有 NUL 字符。';
export const pastExact: Fault = 'It has a number past 2^53. / 有超过 2^53 的数。';
export const keyTwice: Fault = 'It has a key twice. / 有重复的键。';
export const blank: Fault = 'The message is empty. / 消息为空。';
export const wrongFields: Fault = 'A field is missing or has a wrong type. / 缺少字段，或字段类型有误。';

export function tooLarge(chars: number): Fault {
  return `It is larger than ${chars} characters. / 超过 ${chars} 个字符。`;
}

export function tooDeep(levels: number): Fault {
  return `It nests deeper than ${levels}. / 嵌套超过 ${levels} 层。`;
}

export function notJson(why: string): Fault {
  return `It is not JSON: ${why}. / 不是 JSON。`;
}

export function strayLine(why: string): Fault {
  return `It is no known line: ${why}. / 不是已知的行：${why}。`;
}

/** `name` may be anything. */
export function unknown(kind: string, name: Json | undefined): Fault {
  const quoted = typeof name === 'string' ? name : JSON.stringify(name);
  return `There is no ${kind} ${quoted}. / 没有 ${kind} ${quoted}。`;
}

/** `why` is for those who write such a server. */
export function outOfOrder(event: string, why: string): Fault {
  return `${event}: ${why}. / ${event} 不应在此处。`;
}

/** One of the below, or the words of a schema. */
export function inField(field: string, { en, zh }: Text): Fault {
  return `${field}: ${en}. / ${field}: ${zh}。`;
}

export const missing: Text = { en: 'missing', zh: '缺失' };
export const noText: Text = { en: 'expected a text', zh: '应为文本' };
export const noObject: Text = { en: 'expected an object', zh: '应为对象' };
export const noCursor: Text = { en: 'expected a cursor', zh: '应为游标' };
export const noSession: Text = { en: 'names no session', zh: '未指明会话' };
export const noItems: Text = { en: 'has no items', zh: '没有条目' };
export const noItem: Text = { en: 'names no item', zh: '未指明条目' };
export const noContent: Text = {
  en: 'neither texts and pictures nor calls nor results',
  zh: '既非文本与图片，也非调用或结果',
};
