import type { Json, JsonObject, RefusalCode } from '@polywire/protocol';
import type { Agent } from '../agents/contract.ts';
import type { EventLog } from '../log/contract.ts';
import type { Models } from '../models/contract.ts';
import type { Directory } from '../sessions/directory.ts';
import type { Store } from '../store/contract.ts';
import type { Toolbox } from '../tools/contract.ts';
import type { Knowledge } from '../tools/knowledge/knowledge.ts';
import type { Visit } from '../wire/contract.ts';

/** What calls have to do with those who are shown a session as it happens. */
export interface Streams {
  /** Whether somebody follows the session in this dialect. */
  isFollowed(session: string, dialect: string): boolean;
  /** The caller knows the session up to `seq`: nobody else does by that. */
  told(
    view: { readonly session: string; readonly dialect: string; readonly caller: string },
    seq: number,
    now: number,
  ): void;
}

/** What calls are answered from. */
export interface Services {
  readonly store: Store;
  readonly log: EventLog;
  readonly directory: Directory;
  readonly streams: Streams;
  readonly agents: readonly Agent[];
  readonly models: Models;
  readonly tools: Toolbox;
  readonly knowledge: Knowledge;
  /** What the server tells of its own settings: limits and other servers' names, never an address or a key. */
  readonly about: JsonObject;
  /** As in streams: what is told of a session later has the same times. */
  readonly utcOffsetMin: number;
  now(): number;
}

/** One query or change that is not about a session's stream. What may be too large for the memory comes in pieces. */
export type Call = (
  services: Services,
  visit: Visit,
  params: JsonObject,
) => Promise<Json | AsyncGenerator<string> | undefined>;

/** Refuses a call. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function notFound(what: keyof typeof things): CallError {
  return new CallError('NOT_FOUND', `There is no such ${what}. / 没有这个${things[what]}。`);
}

const things = {
  session: '会话',
  run: '运行',
  plan: '计划',
  workspace: '工作区',
  tool: '工具',
  analysis: '分析',
  document: '文档',
  model: '模型',
  agent: '智能体',
};
