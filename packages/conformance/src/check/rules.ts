import { isJsonObject, type Json, type JsonObject } from '@polywire/protocol';
import type { Evidence, Finding, Rule, Talk } from './contract.ts';

type Says = Rule['says'];
/** What is wrong, or nothing. */
type Problem = string | undefined;

export interface Place {
  readonly index: number;
  readonly talk: Talk;
  /** The readable frames of the talk. */
  readonly frames: readonly JsonObject[];
  readonly before: readonly JsonObject[];
  readonly after: readonly JsonObject[];
  /** The frames of the talk that this one answers. */
  readonly asked: readonly JsonObject[];
}

/** A rule about every frame that is chosen. */
export function aboutFrames(
  id: string,
  says: Says,
  isIt: (frame: JsonObject) => boolean,
  problemOf: (frame: JsonObject, place: Place) => Problem,
): Rule {
  return {
    id,
    says,
    judge(evidence) {
      const talks = talksOf(evidence);
      const found = talks.flatMap((talk) => {
        const frames = framesOf(talk);
        const asker = talks.find(({ answered }) => answered === talk);
        const asked = asker ? framesOf(asker) : [];
        return frames.flatMap((frame, index) => {
          if (!isIt(frame)) return [];
          const place = { index, talk, frames, asked, before: frames.slice(0, index), after: frames.slice(index + 1) };
          return [{ problem: problemOf(frame, place), frame }];
        });
      });
      const bad = found.find(({ problem }) => problem !== undefined);
      if (bad) return broken(`${bad.problem}: ${excerpt(JSON.stringify(bad.frame))}`);
      return { is: found.length === 0 ? 'untested' : 'kept' };
    },
  };
}

/** A rule about every talk. `null` where a talk has nothing that it is about. */
export function aboutTalks(
  id: string,
  says: Says,
  problemOf: (frames: readonly JsonObject[], talk: Talk) => Problem | null,
): Rule {
  return {
    id,
    says,
    judge(evidence) {
      const problems = talksOf(evidence).map((talk) => problemOf(framesOf(talk), talk));
      const bad = problems.find((problem) => typeof problem === 'string');
      if (typeof bad === 'string') return broken(bad);
      return { is: problems.every((problem) => problem === null) ? 'untested' : 'kept' };
    },
  };
}

/** A rule about several talks. `null` where there is nothing that it is about. */
export function aboutAll(id: string, says: Says, problemOf: (evidence: Evidence) => Problem | null): Rule {
  return {
    id,
    says,
    judge(evidence) {
      const problem = problemOf(evidence);
      if (typeof problem === 'string') return broken(problem);
      return { is: problem === null ? 'untested' : 'kept' };
    },
  };
}

/** Every frame must be an object of JSON. */
export function readable(): Rule {
  return aboutTalks(
    'json-objects',
    { en: 'Every frame is one JSON object', zh: '每帧都是一个 JSON 对象' },
    (_, { frames }) => {
      const bad = frames.find(({ json }) => json === undefined);
      if (bad) return `not an object: ${excerpt(bad.data)}`;
      return frames.length === 0 ? 'the server sent nothing' : undefined;
    },
  );
}

/** What is no message must not keep a server from answering the next one. */
export function survivesRubbish(): Rule {
  return aboutAll(
    'survives-rubbish',
    { en: 'Broken input does not keep the next message from its answer', zh: '错误输入不影响下一条消息得到回答' },
    ({ afterRubbish }) => {
      if (!afterRubbish) return null;
      return afterRubbish.end === 'quiet' ? 'the message after the broken one was not answered to its end' : undefined;
    },
  );
}

export function talksOf({ first, second, afterRubbish }: Evidence): readonly Talk[] {
  return [first, second, afterRubbish].flatMap((talk) => [talk, talk?.answered]).filter((talk) => talk !== undefined);
}

/** The frames of the first session, one talk after the other. */
export function sessionOf({ first, second }: Evidence): readonly JsonObject[] {
  return [first, second].flatMap((talk) => (talk ? framesOf(talk) : []));
}

/** The frames of a talk and of what followed on a yes. */
export function withAnswered(talk: Talk): readonly JsonObject[] {
  return [...framesOf(talk), ...(talk.answered ? framesOf(talk.answered) : [])];
}

export function framesOf({ frames }: Talk): readonly JsonObject[] {
  return frames.flatMap(({ json }) => (json === undefined ? [] : [json]));
}

export function isText(value: Json | undefined): value is string {
  return typeof value === 'string';
}

export function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

export function objectIn(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function broken(how: string): Finding {
  return { is: 'broken', how };
}

const EXCERPT = 160;

function excerpt(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
}
