import { eventSchema, type JsonObject, type RunEvent, verify } from '@polywire/protocol';
import type { Book, Talk } from '../src/check/contract.ts';
import {
  aboutAll,
  aboutFrames,
  aboutTalks,
  framesOf,
  isName,
  isText,
  objectIn,
  readable,
  sessionOf,
  survivesRubbish,
} from '../src/check/rules.ts';

/** Frames that belong to the connection and not to the log. */
const beside = ['session', 'pong', 'answer'];
const is =
  (wanted: string) =>
  ({ type }: JsonObject) =>
    type === wanted;
const isEvent = ({ type }: JsonObject) => !beside.includes(String(type));
const eventsOf = (talk: Talk) => framesOf(talk).filter(isEvent);
const isOfRun = (frame: JsonObject) => isEvent(frame) && frame.type !== 'message.accepted';

/** What docs/protocol.md says of a server of Polywire's own events. */
export const book: Book = {
  endsTurn: is('run.finished'),
  rules: [
    readable(),
    aboutFrames(
      'events',
      { en: 'Every frame is an event, or belongs to the connection', zh: '每帧是事件或连接自身的帧' },
      isEvent,
      (frame) => {
        const { success, error } = eventSchema.safeParse(frame);
        return success ? undefined : (error.issues[0]?.message ?? 'not an event');
      },
    ),
    aboutAll(
      'greeting',
      { en: 'The first frame names the session of the address', zh: '首帧带有地址中的会话' },
      ({ first }) => {
        const [greeting] = framesOf(first);
        return greeting?.type === 'session' && greeting.id === first.session
          ? undefined
          : `it is ${JSON.stringify(greeting)}`;
      },
    ),
    aboutAll('seq', { en: 'seq counts from 1, without gaps', zh: 'seq 从 1 起连续递增' }, (evidence) => {
      const events = sessionOf(evidence).filter(isEvent);
      const wrong = events.findIndex(({ seq }, i) => seq !== i + 1);
      return wrong < 0 ? undefined : `event ${wrong + 1} has seq ${JSON.stringify(events[wrong]?.seq)}`;
    }),
    aboutAll('time', { en: 'Time does not run backwards', zh: '时间不倒退' }, (evidence) => {
      const times = sessionOf(evidence)
        .filter(isEvent)
        .map(({ at }) => Number(at));
      return times.every((at, i) => at >= (times[i - 1] ?? 0)) ? undefined : 'an event is older than the one before';
    }),
    aboutAll('legal', { en: 'The events are a legal sequence', zh: '事件序列合法' }, ({ first }) => {
      const events = eventsOf(first).filter((event) => eventSchema.safeParse(event).success) as unknown as RunEvent[];
      const offence = verify(events);
      return offence === undefined ? undefined : JSON.stringify(offence);
    }),
    aboutTalks(
      'accepted',
      { en: 'A message is accepted with its words before its run starts', zh: '消息在运行开始前被原样接收' },
      (frames, { said }) => {
        const accepted = frames.findIndex((frame) => is('message.accepted')(frame) && frame.text === said);
        const started = frames.findIndex(is('run.started'));
        return accepted >= 0 && accepted < started ? undefined : 'there was no such event';
      },
    ),
    aboutFrames(
      'one-run',
      { en: 'Every event of a run names it', zh: '运行的每个事件都带有 runId' },
      isOfRun,
      ({ runId }, { frames }) => (isName(runId) && runId === frames.find(isOfRun)?.runId ? undefined : 'runId'),
    ),
    aboutAll(
      'unique-runs',
      { en: 'Every message starts a run with an id of its own', zh: '每条消息对应一个新的 runId' },
      ({ first, second }) => {
        if (!second) return null;
        const [one, other] = [first, second].map((talk) => eventsOf(talk).find(isOfRun)?.runId);
        return one === other ? `two messages have the run ${JSON.stringify(one)}` : undefined;
      },
    ),
    aboutTalks(
      'finished-last',
      { en: 'run.finished is the last event of a run, and comes once', zh: 'run.finished 为末个事件且仅一次' },
      (frames) => {
        const count = frames.filter(is('run.finished')).length;
        if (count !== 1) return count === 0 ? 'there was no run.finished' : 'run.finished came more than once';
        return frames.filter(isEvent).at(-1)?.type === 'run.finished' ? undefined : 'an event came after run.finished';
      },
    ),
    aboutTalks(
      'answered',
      { en: 'A message is answered with ok, and the run that it starts', zh: '消息得到 ok 与其运行的应答' },
      (frames) => {
        const answer = frames.find((frame) => is('answer')(frame) && frame.to === 'message.send');
        if (answer?.ok !== true) return `the answer is ${JSON.stringify(answer)}`;
        return isText(objectIn(answer.value)?.ref) ? undefined : 'the answer has no ref';
      },
    ),
    aboutTalks('pong', { en: 'A ping is answered', zh: 'ping 得到应答' }, (frames, { pinged }) => {
      if (!pinged) return null;
      return frames.some(is('pong')) ? undefined : 'there was no pong';
    }),
    survivesRubbish(),
  ],
};
