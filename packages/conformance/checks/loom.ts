import type { Json, JsonObject } from '@polywire/protocol';
import type { Book } from '../src/check/contract.ts';
import {
  aboutAll,
  aboutFrames,
  aboutTalks,
  isName,
  isText,
  objectIn,
  readable,
  sessionOf,
  survivesRubbish,
} from '../src/check/rules.ts';

type Check = (value: Json | undefined) => boolean;
const text: Check = isText;
const name: Check = isName;
const number: Check = (value) => typeof value === 'number';
const list: Check = (value) => Array.isArray(value);
const something: Check = (value) => value !== undefined;
const object: Check = (value) => objectIn(value) !== undefined;
const flag: Check = (value) => typeof value === 'boolean';
const result: Check = (value) => value === 'Ok' || isText(objectIn(value)?.Err);

/** What each type of event must have. */
const payloads: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  run_start: {},
  node_enter: { id: name },
  node_exit: { id: name, result },
  message_chunk: { content: text, id: name },
  thought_chunk: { content: text },
  usage: { prompt_tokens: number, completion_tokens: number, total_tokens: number },
  values: { state: something },
  updates: { id: name, state: something },
  custom: { value: something },
  checkpoint: { checkpoint_id: name },
  tot_expand: { candidates: list },
  tot_evaluate: { chosen: number, scores: list },
  tot_backtrack: { reason: text, to_depth: number },
  got_plan: { node_count: number, edge_count: number, node_ids: list },
  got_node_start: { id: name },
  got_node_complete: { id: name, result_summary: text },
  got_node_failed: { id: name, error: text },
  got_expand: { node_id: name, nodes_added: number, edges_added: number },
  tool_call_chunk: { arguments_delta: text },
  tool_call: { name, arguments: object },
  tool_start: { name },
  tool_output: { name, content: text },
  tool_end: { name, result: text, is_error: flag },
  tool_approval: { name, arguments: object },
};
/** What the document leaves to others: connections, and failures outside of a run's events. */
const beside = ['pong', 'error'];

const isReply = (frame: JsonObject) => 'reply' in frame;
const isEvent = (frame: JsonObject) => !isReply(frame) && !beside.includes(String(frame.type));
const is =
  (...wanted: string[]) =>
  (frame: JsonObject) =>
    !isReply(frame) && wanted.includes(String(frame.type));
const ofRun = (frames: readonly JsonObject[]) => frames.filter((frame) => frame.type !== 'pong');
const isSameCall = (one: JsonObject, other: JsonObject) => one.name === other.name && one.call_id === other.call_id;

/** What the document says of the messages of a Loom server. */
export const book: Book = {
  endsTurn: isReply,
  unwrap: (frame) => (frame.type === 'run_stream_event' && objectIn(frame.event)) || frame,
  rules: [
    readable(),
    aboutFrames(
      'typed',
      { en: 'Every message is an event with a type, or the reply', zh: '每条消息是带 type 的事件或回复' },
      () => true,
      (frame) => (isReply(frame) || isName(frame.type) ? undefined : 'neither type nor reply'),
    ),
    aboutFrames(
      'known-types',
      { en: 'Every type is one of the document', zh: '类型均在文档之列' },
      isEvent,
      ({ type }) => (Object.hasOwn(payloads, String(type)) ? undefined : `unknown type ${JSON.stringify(type)}`),
    ),
    aboutFrames(
      'payloads',
      { en: 'Every event has the fields of its type', zh: '每个事件包含其类型所需字段' },
      isEvent,
      (frame) => {
        const wanted = Object.entries(payloads[String(frame.type)] ?? {});
        const wrong = wanted.filter(([field, isRight]) => !isRight(frame[field])).map(([field]) => field);
        return wrong.length > 0 ? wrong.join(', ') : undefined;
      },
    ),
    aboutTalks(
      'run-start-first',
      { en: 'run_start is the first event, and comes once', zh: 'run_start 为首个事件且仅一次' },
      (frames) => {
        const [first] = ofRun(frames);
        if (first?.type !== 'run_start') return `the first is ${JSON.stringify(first?.type)}`;
        return frames.filter(is('run_start')).length > 1 ? 'run_start came more than once' : undefined;
      },
    ),
    aboutFrames(
      'event-ids',
      { en: 'Every event_id is larger than the one before', zh: 'event_id 单调递增' },
      ({ event_id }) => typeof event_id === 'number',
      ({ event_id }, { before }) => {
        const last = before.filter((frame) => typeof frame.event_id === 'number').at(-1)?.event_id;
        return last === undefined || Number(event_id) > Number(last) ? undefined : `${event_id} after ${last}`;
      },
    ),
    aboutAll(
      'one-session',
      { en: 'session_id stays the same in a session', zh: '同一会话的 session_id 不变' },
      (evidence) => {
        const ids = sessionOf(evidence).flatMap(({ session_id }) => (session_id === undefined ? [] : [session_id]));
        return new Set(ids).size > 1 ? `there are ${[...new Set(ids)].join(', ')}` : undefined;
      },
    ),
    aboutFrames(
      'nodes-exit',
      { en: 'Every node that is entered is exited, with the same node_id', zh: '每个进入的节点都以相同 node_id 退出' },
      is('node_enter'),
      ({ id, node_id }, { after }) =>
        after.some((frame) => is('node_exit')(frame) && frame.id === id && frame.node_id === node_id)
          ? undefined
          : 'never exited',
    ),
    aboutFrames(
      'nodes-enter',
      { en: 'A node that is exited was entered', zh: '退出的节点此前已进入' },
      is('node_exit'),
      ({ id }, { before }) =>
        before.some((frame) => is('node_enter')(frame) && frame.id === id) ? undefined : 'never entered',
    ),
    aboutFrames(
      'tool-order',
      { en: 'A tool is called, then starts, then puts out, then ends', zh: '工具依次为调用、开始、输出、结束' },
      is('tool_start', 'tool_output', 'tool_end'),
      (frame, { before }) => {
        const needed = frame.type === 'tool_start' ? ['tool_call', 'tool_call_chunk', 'tool_approval'] : ['tool_start'];
        if (!before.some((other) => is(...needed)(other) && isSameCall(other, frame)))
          return `no ${needed[0]} before it`;
        return before.some((other) => is('tool_end')(other) && isSameCall(other, frame)) ? 'it had ended' : undefined;
      },
    ),
    aboutFrames(
      'tools-finish',
      { en: 'A tool that starts ends before the reply', zh: '开始的工具在回复前结束' },
      is('tool_start'),
      (frame, { after }) =>
        after.some((other) => is('tool_end')(other) && isSameCall(other, frame)) ? undefined : 'it never ended',
    ),
    aboutTalks(
      'reply-last',
      { en: 'The reply is the last message of a run, and comes once', zh: '回复为末条消息且仅一次' },
      (frames) => {
        const count = frames.filter(isReply).length;
        if (count !== 1) return count === 0 ? 'there was no reply' : 'there was more than one reply';
        return isReply(frames.at(-1) ?? {}) ? undefined : 'something came after the reply';
      },
    ),
    aboutFrames('reply-text', { en: 'The reply is a text', zh: '回复为文本' }, isReply, ({ reply }) =>
      isText(reply) ? undefined : 'reply is no text',
    ),
    aboutFrames(
      'reply-whole',
      { en: 'The reply has all the text that was streamed', zh: '回复包含流式输出的全部文本' },
      isReply,
      ({ reply }, { before }) => {
        const missing = before.find(
          (frame) => is('message_chunk')(frame) && !String(reply).includes(String(frame.content)),
        );
        return missing ? `without ${JSON.stringify(missing.content)}` : undefined;
      },
    ),
    survivesRubbish(),
  ],
};
