import type { Json, JsonObject } from '@polywire/protocol';
import type { Book } from '../src/check/contract.ts';
import {
  aboutFrames,
  aboutTalks,
  isName,
  isText,
  objectIn,
  readable,
  survivesRubbish,
  withAnswered,
} from '../src/check/rules.ts';

const types = ['status', 'error', 'message_update', 'message_completed', 'response_completed'];
const is =
  (...wanted: string[]) =>
  ({ type }: JsonObject) =>
    wanted.includes(String(type));
const isMessage = is('message_update', 'message_completed');
const any = () => true;
const messageOf = ({ message }: JsonObject): JsonObject => objectIn(message) ?? {};

function blocksOf(frame: JsonObject, type: string): JsonObject[] {
  const { content } = messageOf(frame);
  const blocks = Array.isArray(content) ? content.map((block: Json) => objectIn(block) ?? {}) : [];
  return blocks.filter((block) => block.type === type);
}
const has = (type: string) => (frame: JsonObject) => isMessage(frame) && blocksOf(frame, type).length > 0;
const textOf = (frame: JsonObject) =>
  blocksOf(frame, 'text')
    .map(({ text }) => text)
    .join('');
/** Ids of calls whose results did not come. */
function openCalls(frames: readonly JsonObject[]): Set<Json | undefined> {
  const open = new Set<Json | undefined>();
  for (const frame of frames.filter(isMessage)) {
    for (const { id, name } of blocksOf(frame, 'tool_use')) if (name !== 'generate_response') open.add(id);
    for (const { id } of blocksOf(frame, 'tool_result')) open.delete(id);
  }
  return open;
}
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/;

/** What the document says of the frames of a OneDragon server. */
export const book: Book = {
  endsTurn: is('response_completed'),
  awaitsWord: (frames) => openCalls(frames).size > 0,
  rules: [
    readable(),
    aboutTalks('event-stream', { en: 'The answer is an event stream', zh: '应答为事件流' }, (_, { contentType }) => {
      if (contentType === undefined) return null;
      return contentType.startsWith('text/event-stream') ? undefined : `content-type ${contentType}`;
    }),
    aboutFrames(
      'envelope',
      { en: 'Every frame has session_id, type and message', zh: '每帧包含 session_id、type、message' },
      any,
      ({ session_id, type, message }) =>
        isName(session_id) && isName(type) && objectIn(message) ? undefined : 'session_id, type or message',
    ),
    aboutFrames('known-types', { en: 'Every type is one of the document', zh: '类型均在文档之列' }, any, ({ type }) =>
      types.includes(String(type)) ? undefined : `unknown type ${JSON.stringify(type)}`,
    ),
    aboutTalks('connected-first', { en: 'The first frame says connected', zh: '首帧为 connected' }, ([first]) =>
      first?.type === 'status' && messageOf(first).hint === 'connected'
        ? undefined
        : `it is ${JSON.stringify(first?.type)}`,
    ),
    aboutFrames(
      'one-session',
      { en: 'Every frame names the session of the first', zh: '每帧的会话与首帧相同' },
      any,
      ({ session_id }, { frames }) => (session_id === frames[0]?.session_id ? undefined : 'another session_id'),
    ),
    aboutFrames(
      'message-fields',
      { en: 'A message has id, name, role, content and metadata', zh: '消息包含 id、name、role、content、metadata' },
      isMessage,
      (frame) => {
        const { id, name, role, content, metadata } = messageOf(frame);
        return isName(id) && isText(name) && isName(role) && Array.isArray(content) && metadata !== undefined
          ? undefined
          : 'id, name, role, content or metadata';
      },
    ),
    aboutFrames(
      'timestamp',
      { en: 'A timestamp is YYYY-MM-DD hh:mm:ss.mmm', zh: '时间格式为 YYYY-MM-DD hh:mm:ss.mmm' },
      isMessage,
      (frame) => (TIME.test(String(messageOf(frame).timestamp)) ? undefined : 'timestamp'),
    ),
    aboutFrames(
      'updates-are-whole',
      { en: 'An update has all of the text so far', zh: '更新包含截至当前的全部文本' },
      isMessage,
      (frame, { before }) => {
        const last = before.filter((other) => isMessage(other) && messageOf(other).id === messageOf(frame).id).at(-1);
        return last && !textOf(frame).startsWith(textOf(last)) ? 'earlier text is missing' : undefined;
      },
    ),
    aboutFrames(
      'updates-complete',
      {
        en: 'Every message that is updated is completed, and not updated afterwards',
        zh: '每条更新的消息最终完成，且之后不再更新',
      },
      is('message_update'),
      (frame, { after, before }) => {
        const isOwn = (other: JsonObject) =>
          is('message_completed')(other) && messageOf(other).id === messageOf(frame).id;
        if (before.some(isOwn)) return 'updated after it was completed';
        return after.some(isOwn) ? undefined : 'never completed';
      },
    ),
    aboutFrames(
      'tool-use',
      { en: 'A tool call has an id, a name and an object of input', zh: '工具调用包含 id、name 与 input 对象' },
      has('tool_use'),
      (frame) =>
        blocksOf(frame, 'tool_use').every(({ id, name, input }) => isName(id) && isName(name) && objectIn(input))
          ? undefined
          : 'id, name or input',
    ),
    aboutFrames(
      'tool-result',
      { en: 'A tool result has its output as a list of texts', zh: '工具结果的 output 为文本列表' },
      has('tool_result'),
      (frame) => {
        const isOutput = (output: Json | undefined) =>
          Array.isArray(output) && output.every((part: Json) => isText(objectIn(part)?.text));
        return blocksOf(frame, 'tool_result').every(({ output }) => isOutput(output)) ? undefined : 'output';
      },
    ),
    aboutFrames(
      'tool-result-of-call',
      { en: 'A result has the id of its call', zh: '结果与其调用的 id 相同' },
      has('tool_result'),
      (frame, { before, asked }) => {
        const calls = [...asked, ...before].flatMap((other) => blocksOf(other, 'tool_use').map(({ id }) => id));
        return blocksOf(frame, 'tool_result').every(({ id }) => calls.includes(id as Json))
          ? undefined
          : 'no such call';
      },
    ),
    aboutFrames(
      'tool-result-message',
      { en: 'A result stands in another message than its call', zh: '结果与调用的消息 id 不同' },
      has('tool_result'),
      (frame, { before }) => {
        const calls = before.filter(has('tool_use')).map((other) => messageOf(other).id);
        return calls.includes(messageOf(frame).id) ? 'the message of the call' : undefined;
      },
    ),
    aboutFrames(
      'tools-finish',
      {
        en: 'Every call has its result before the end, or after a yes to what was asked',
        zh: '每个调用在结束前，或在确认提问之后，都有结果',
      },
      has('tool_use'),
      (frame, { talk }) => {
        const open = openCalls(withAnswered(talk));
        return blocksOf(frame, 'tool_use').some(({ id }) => open.has(id)) ? 'no result' : undefined;
      },
    ),
    aboutFrames(
      'one-text-per-call',
      { en: 'A message with tool calls has at most one text', zh: '含工具调用的消息最多一个文本' },
      has('tool_use'),
      (frame) => (blocksOf(frame, 'text').length > 1 ? 'more than one text' : undefined),
    ),
    aboutTalks(
      'completed-last',
      { en: 'response_completed is the last frame, and comes once', zh: 'response_completed 为末帧且仅一次' },
      (frames) => {
        const count = frames.filter(is('response_completed')).length;
        if (count !== 1)
          return count === 0 ? 'there was no response_completed' : 'response_completed came more than once';
        return frames.at(-1)?.type === 'response_completed' ? undefined : 'a frame came after response_completed';
      },
    ),
    aboutFrames(
      'completed-empty',
      { en: 'response_completed has no content', zh: 'response_completed 不含内容' },
      is('response_completed'),
      (frame) => (Object.keys(messageOf(frame)).length === 0 ? undefined : 'it has content'),
    ),
    aboutFrames('error-hint', { en: 'An error has a hint', zh: '错误带有 hint' }, is('error'), (frame) =>
      isName(messageOf(frame).hint) ? undefined : 'hint',
    ),
    survivesRubbish(),
  ],
};
