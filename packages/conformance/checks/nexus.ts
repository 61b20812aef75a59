import type { JsonObject } from '@polywire/protocol';
import type { Book } from '../src/check/contract.ts';
import {
  aboutAll,
  aboutFrames,
  aboutTalks,
  framesOf,
  isName,
  isText,
  objectIn,
  readable,
  survivesRubbish,
} from '../src/check/rules.ts';

const events = ['run_started', 'text_chunk', 'tool_call_started', 'tool_call_finished', 'run_finished', 'error'];
const is =
  (wanted: string) =>
  ({ event }: JsonObject) =>
    event === wanted;
const any = () => true;
const payloadOf = ({ payload }: JsonObject): JsonObject => objectIn(payload) ?? {};

/** What the document says of the events of a NEXUS server. */
export const book: Book = {
  endsTurn: is('run_finished'),
  rules: [
    readable(),
    aboutFrames(
      'envelope',
      { en: 'Every event has event, run_id and payload', zh: '每个事件包含 event、run_id、payload' },
      any,
      ({ event, run_id, payload }) =>
        isName(event) && isName(run_id) && objectIn(payload) ? undefined : 'event, run_id or payload',
    ),
    aboutFrames(
      'known-events',
      { en: 'Every event is one of the document', zh: '事件均在文档之列' },
      any,
      ({ event }) => (events.includes(String(event)) ? undefined : `unknown event ${JSON.stringify(event)}`),
    ),
    aboutTalks(
      'run-started-first',
      { en: 'run_started is the first event of a run, and comes once', zh: 'run_started 为首个事件且仅一次' },
      (frames) => {
        if (frames[0]?.event !== 'run_started') return `the first event is ${JSON.stringify(frames[0]?.event)}`;
        return frames.filter(is('run_started')).length > 1 ? 'run_started came more than once' : undefined;
      },
    ),
    aboutFrames(
      'run-started-session',
      { en: 'run_started names the session of the address', zh: 'run_started 带有地址中的会话' },
      is('run_started'),
      (frame, { talk }) => (payloadOf(frame).session_id === talk.session ? undefined : 'session_id'),
    ),
    aboutFrames(
      'run-started-input',
      { en: 'run_started repeats what the user said', zh: 'run_started 带有用户输入' },
      is('run_started'),
      (frame, { talk }) => (payloadOf(frame).user_input === talk.said ? undefined : 'user_input'),
    ),
    aboutFrames(
      'one-run',
      { en: 'All events of a run have its id', zh: '同一运行的事件 run_id 相同' },
      any,
      ({ run_id }, { frames }) => (run_id === frames[0]?.run_id ? undefined : 'another run_id'),
    ),
    aboutAll(
      'unique-runs',
      { en: 'Every message starts a run with an id of its own', zh: '每条消息对应一个新的 run_id' },
      ({ first, second }) => {
        if (!second) return null;
        const [one, other] = [first, second].map((talk) => framesOf(talk)[0]?.run_id);
        return one === other ? `two messages have the run_id ${JSON.stringify(one)}` : undefined;
      },
    ),
    aboutFrames('text-chunk', { en: 'text_chunk has a text', zh: 'text_chunk 带有文本' }, is('text_chunk'), (frame) =>
      isText(payloadOf(frame).chunk) ? undefined : 'chunk is no text',
    ),
    aboutFrames(
      'tool-started',
      { en: 'tool_call_started has a name and an object of arguments', zh: 'tool_call_started 包含名称与参数对象' },
      is('tool_call_started'),
      (frame) => {
        const { tool_name, args } = payloadOf(frame);
        return isName(tool_name) && objectIn(args) ? undefined : 'tool_name or args';
      },
    ),
    aboutFrames(
      'tool-finished',
      {
        en: 'tool_call_finished has success or error, and its result as text',
        zh: 'tool_call_finished 状态为 success 或 error，结果为文本',
      },
      is('tool_call_finished'),
      (frame) => {
        const { status, result } = payloadOf(frame);
        return ['success', 'error'].includes(String(status)) && isText(result) ? undefined : 'status or result';
      },
    ),
    aboutFrames(
      'tool-finished-of-call',
      { en: 'A tool that finished had started', zh: '完成的工具此前已开始' },
      is('tool_call_finished'),
      (frame, { before }) =>
        before.some(
          (other) => is('tool_call_started')(other) && payloadOf(other).tool_name === payloadOf(frame).tool_name,
        )
          ? undefined
          : 'it had not started',
    ),
    aboutFrames(
      'tools-finish',
      { en: 'Every tool finishes before its run', zh: '每个工具在运行结束前完成' },
      is('tool_call_started'),
      (frame, { after }) =>
        after.some(
          (other) => is('tool_call_finished')(other) && payloadOf(other).tool_name === payloadOf(frame).tool_name,
        )
          ? undefined
          : 'it never finished',
    ),
    aboutTalks(
      'run-finished-last',
      { en: 'run_finished is the last event of a run, and comes once', zh: 'run_finished 为末个事件且仅一次' },
      (frames) => {
        const count = frames.filter(is('run_finished')).length;
        if (count !== 1) return count === 0 ? 'there was no run_finished' : 'run_finished came more than once';
        return frames.at(-1)?.event === 'run_finished' ? undefined : 'an event came after run_finished';
      },
    ),
    aboutFrames(
      'run-finished-status',
      {
        en: 'run_finished is completed, failed or timed_out',
        zh: 'run_finished 状态为 completed、failed 或 timed_out',
      },
      is('run_finished'),
      (frame) =>
        ['completed', 'failed', 'timed_out'].includes(String(payloadOf(frame).status)) ? undefined : 'status',
    ),
    aboutFrames('error-message', { en: 'An error has a message', zh: '错误带有 message' }, is('error'), (frame) =>
      isName(payloadOf(frame).message) ? undefined : 'message',
    ),
    aboutTalks('no-pong', { en: 'A ping is not answered', zh: 'ping 不作应答' }, (frames, { pinged }) => {
      if (!pinged) return null;
      const pong = frames.find((frame) => JSON.stringify(frame).includes('pong'));
      return pong ? `answered by ${JSON.stringify(pong)}` : undefined;
    }),
    survivesRubbish(),
  ],
};
