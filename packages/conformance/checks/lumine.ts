import type { JsonObject } from '@polywire/protocol';
import type { Book } from '../src/check/contract.ts';
import { aboutFrames, aboutTalks, isName, isText, objectIn, readable, survivesRubbish } from '../src/check/rules.ts';

const baseFields = [
  'type',
  'id',
  'role',
  'session_id',
  'conversation_id',
  'tool_use_id',
  'content',
  'toolName',
  'args',
  'result',
  'status',
  'error',
];
const types = [
  'session_id',
  'chunk',
  'reasoning',
  'tool_use',
  'tool_result',
  'todo_list',
  'todo_update',
  'image',
  'error',
];

const is =
  (...wanted: string[]) =>
  ({ type }: JsonObject) =>
    wanted.includes(String(type));
const isDone = ({ type, content }: JsonObject) => type === 'chunk' && content === '[DONE]';
const any = () => true;

/** What the document says of the frames of a Lumine server. */
export const book: Book = {
  perMessage: true,
  endsTurn: isDone,
  rules: [
    readable(),
    aboutFrames('known-types', { en: 'Every type is one of the document', zh: '类型均在文档之列' }, any, ({ type }) =>
      types.includes(String(type)) ? undefined : `unknown type ${JSON.stringify(type)}`,
    ),
    aboutFrames('base-fields', { en: 'Every frame has all base fields', zh: '每帧包含全部基础字段' }, any, (frame) => {
      const missing = baseFields.filter((field) => !(field in frame));
      return missing.length > 0 ? `without ${missing.join(', ')}` : undefined;
    }),
    aboutFrames('role', { en: 'The role is assistant', zh: 'role 为 assistant' }, any, ({ role }) =>
      role === 'assistant' ? undefined : `role ${JSON.stringify(role)}`,
    ),
    aboutTalks(
      'session-id-first',
      { en: 'session_id is the first frame, and comes once', zh: 'session_id 为首帧且仅一次' },
      (frames) => {
        if (frames[0]?.type !== 'session_id') return `the first frame is ${JSON.stringify(frames[0]?.type)}`;
        return frames.filter(is('session_id')).length > 1 ? 'session_id came more than once' : undefined;
      },
    ),
    aboutFrames(
      'one-session',
      { en: 'Every frame names the session of the first', zh: '每帧的会话与首帧相同' },
      any,
      (frame, { frames }) => {
        const [first] = frames;
        return isName(frame.session_id) && frame.session_id === first?.session_id ? undefined : 'another session_id';
      },
    ),
    aboutFrames(
      'conversation-id',
      { en: 'conversation_id is null at first and then one id', zh: 'conversation_id 起初为 null，之后为同一标识' },
      any,
      ({ type, conversation_id }, { frames }) => {
        if (type === 'session_id') return conversation_id === null ? undefined : 'conversation_id in the first frame';
        const first = frames.find((frame) => frame.type !== 'session_id');
        return isName(conversation_id) && conversation_id === first?.conversation_id ? undefined : 'conversation_id';
      },
    ),
    aboutFrames('chunk-content', { en: 'A chunk has text', zh: 'chunk 带有文本' }, is('chunk'), ({ content }) =>
      isText(content) ? undefined : 'content is no text',
    ),
    aboutTalks(
      'done-last',
      { en: '[DONE] is the last frame, and comes once', zh: '[DONE] 为末帧且仅一次' },
      (frames) => {
        const count = frames.filter(isDone).length;
        if (count !== 1) return count === 0 ? 'there was no [DONE]' : '[DONE] came more than once';
        return isDone(frames.at(-1) ?? {}) ? undefined : 'a frame came after [DONE]';
      },
    ),
    aboutFrames(
      'reasoning-status',
      { en: 'Reasoning is thinking or done', zh: 'reasoning 状态为 thinking 或 done' },
      is('reasoning'),
      ({ status, content }) =>
        ['thinking', 'done'].includes(String(status)) && isText(content) ? undefined : 'status or content',
    ),
    aboutTalks('reasoning-done', { en: 'Thinking ends with done', zh: '思考以 done 结束' }, (frames) => {
      const last = frames.filter(is('reasoning')).at(-1);
      if (!last) return null;
      return last.status === 'done' ? undefined : 'the last reasoning is not done';
    }),
    aboutFrames(
      'tool-use',
      {
        en: 'A tool call has an id, a name, arguments, and is running',
        zh: '工具调用包含标识、名称、参数且状态为 running',
      },
      is('tool_use'),
      (frame) => {
        const { tool_use_id, toolName, args, status } = frame;
        if (!isName(tool_use_id) || !isName(toolName)) return 'tool_use_id or toolName';
        if (!objectIn(args)) return 'args is no object';
        return status === 'running' ? undefined : `status ${JSON.stringify(status)}`;
      },
    ),
    aboutFrames(
      'tool-result-of-call',
      { en: 'A result names a call that was made', zh: '结果对应已有的调用' },
      is('tool_result'),
      ({ tool_use_id }, { before }) =>
        before.some((frame) => frame.type === 'tool_use' && frame.tool_use_id === tool_use_id)
          ? undefined
          : 'no such call',
    ),
    aboutFrames(
      'tool-result-status',
      {
        en: 'A result is completed without an error, or an error with its text',
        zh: '结果为 completed，或带错误文本的 error',
      },
      is('tool_result'),
      ({ status, error }) => {
        if (status === 'completed') return error === null ? undefined : 'completed with an error';
        return status === 'error' && isText(error) ? undefined : `status ${JSON.stringify(status)}`;
      },
    ),
    aboutFrames(
      'tools-finish',
      { en: 'Every call has its result before the end', zh: '每个调用在结束前都有结果' },
      is('tool_use'),
      ({ tool_use_id }, { after }) =>
        after.some((frame) => frame.type === 'tool_result' && frame.tool_use_id === tool_use_id)
          ? undefined
          : 'no result',
    ),
    aboutFrames(
      'todo-list',
      { en: 'A checklist has an id, a title and items', zh: '清单包含标识、标题与条目' },
      is('todo_list'),
      ({ list_id, items }) => {
        const areItems =
          Array.isArray(items) &&
          items
            .map(objectIn)
            .every((item) => isName(item?.id) && isText(item?.text) && typeof item?.completed === 'boolean');
        return isName(list_id) && areItems ? undefined : 'list_id or items';
      },
    ),
    aboutFrames(
      'todo-update',
      { en: 'An update names a list that was sent', zh: '更新对应已发送的清单' },
      is('todo_update'),
      ({ list_id, item_id }, { before }) =>
        isName(item_id) && before.some((frame) => frame.type === 'todo_list' && frame.list_id === list_id)
          ? undefined
          : 'no such list',
    ),
    aboutFrames('image', { en: 'An image has a URL', zh: '图片带有 URL' }, is('image'), ({ url }) =>
      isName(url) ? undefined : 'url',
    ),
    aboutFrames('error-text', { en: 'An error has a text', zh: '错误带有文本' }, is('error'), ({ error }) =>
      isName(error) ? undefined : 'error is no text',
    ),
    survivesRubbish(),
  ],
};
