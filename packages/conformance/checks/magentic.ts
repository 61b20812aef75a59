import type { JsonObject } from '@polywire/protocol';
import type { Book } from '../src/check/contract.ts';
import { aboutFrames, aboutTalks, isName, isText, objectIn, readable, survivesRubbish } from '../src/check/rules.ts';

/** Beside the document's: pieces of a message and the answer to a ping, which its programs in the field send, too. */
const types = ['error', 'message', 'input_request', 'system', 'result', 'completion', 'message_chunk', 'pong'];
/** Beside the document's: what programs in the field say first. */
const statuses = ['active', 'awaiting_input', 'paused', 'pausing', 'stopped', 'complete', 'error', 'connected'];
const is =
  (...wanted: string[]) =>
  ({ type }: JsonObject) =>
    wanted.includes(String(type));
const isResult = is('result', 'completion');
const any = () => true;
const dataOf = ({ data }: JsonObject): JsonObject => objectIn(data) ?? {};

/** What the document says of the messages that a client of Magentic receives. */
export const book: Book = {
  closes: true,
  endsTurn: (frame) => isResult(frame) || is('error')(frame),
  rules: [
    readable(),
    aboutFrames('known-types', { en: 'Every type is one of the document', zh: '类型均在文档之列' }, any, ({ type }) =>
      types.includes(String(type)) ? undefined : `unknown type ${JSON.stringify(type)}`,
    ),
    aboutFrames(
      'message-data',
      { en: 'A message has data with content', zh: '消息带有含 content 的 data' },
      is('message'),
      (frame) => {
        const { content } = dataOf(frame);
        return isText(content) || Array.isArray(content) ? undefined : 'data.content';
      },
    ),
    aboutFrames(
      'message-metadata',
      { en: 'A message has metadata, its known fields as text', zh: '消息带有 metadata，已知字段为文本' },
      is('message'),
      (frame) => {
        const metadata = objectIn(dataOf(frame).metadata);
        if (!metadata) return 'data.metadata';
        const wrong = ['agent_name', 'timestamp', 'message_type'].filter(
          (field) => field in metadata && !isText(metadata[field]),
        );
        return wrong.length > 0 ? wrong.join(', ') : undefined;
      },
    ),
    aboutFrames(
      'system-status',
      { en: 'A status is one of the document', zh: '状态均在文档之列' },
      is('system'),
      ({ status }) => (statuses.includes(String(status)) ? undefined : `status ${JSON.stringify(status)}`),
    ),
    aboutTalks(
      'active-first',
      { en: 'A run is active before its first message', zh: '首条消息前状态为 active' },
      (frames) => {
        const place = frames.findIndex(is('message'));
        if (place < 0) return null;
        return frames.slice(0, place).some(({ status }) => status === 'active')
          ? undefined
          : 'it was not said to be active';
      },
    ),
    aboutFrames(
      'input-type',
      { en: 'A request is for text or for approval', zh: '输入请求为文本或批准' },
      is('input_request'),
      ({ input_type }) =>
        ['text_input', 'approval', 'null'].includes(String(input_type ?? null)) ? undefined : 'input_type',
    ),
    aboutFrames(
      'input-prompt',
      { en: 'A request for approval says what for', zh: '批准请求带有提示' },
      ({ type, input_type }) => type === 'input_request' && input_type === 'approval',
      ({ prompt }) => (isText(prompt) ? undefined : 'prompt'),
    ),
    aboutTalks(
      'result-last',
      { en: 'The result is the last message, and comes once', zh: '结果为末条消息且仅一次' },
      (frames) => {
        const count = frames.filter(isResult).length;
        if (count !== 1) return count === 0 ? 'there was no result' : 'there was more than one result';
        return isResult(frames.at(-1) ?? {}) ? undefined : 'something came after the result';
      },
    ),
    aboutFrames(
      'result-status',
      { en: 'A result is complete, error or stopped', zh: '结果状态为 complete、error 或 stopped' },
      isResult,
      ({ status }) =>
        ['complete', 'error', 'stopped'].includes(String(status)) ? undefined : `status ${JSON.stringify(status)}`,
    ),
    aboutFrames(
      'result-task',
      { en: 'The data of a result has its text', zh: '结果数据带有文本' },
      (frame) => isResult(frame) && objectIn(frame.data) !== undefined,
      (frame) => (isText(dataOf(frame).task_result) ? undefined : 'task_result'),
    ),
    aboutFrames(
      'result-usage',
      { en: 'The data of a result has tokens, cost and duration as numbers', zh: '结果数据的用量与时长为数字' },
      (frame) => isResult(frame) && objectIn(frame.data) !== undefined,
      (frame) => {
        const { usage, duration } = dataOf(frame);
        const { tokens, cost } = objectIn(usage) ?? {};
        return [tokens, cost, duration].every((value) => typeof value === 'number') ? undefined : 'usage or duration';
      },
    ),
    aboutTalks(
      'closed-after-result',
      { en: 'The connection is closed after the result', zh: '结果之后连接关闭' },
      (_, { end, isClosed }) => {
        if (end !== 'ended') return null;
        return isClosed ? undefined : 'it stayed open';
      },
    ),
    aboutFrames('error-text', { en: 'An error says what it is', zh: '错误带有描述' }, is('error'), ({ error }) =>
      isName(error) ? undefined : 'error',
    ),
    survivesRubbish(),
  ],
};
