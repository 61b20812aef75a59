import { setTimeout as pause } from 'node:timers/promises';
import type { Text } from '../../contract.ts';
import type { Random } from '../../lib/random.ts';
import type { Operator } from './operator.ts';
import type { Witness } from './witness.ts';

export interface Scene {
  /** When the server listens and everybody has come back to it. */
  readonly attached: Promise<void>;
  readonly operator: Operator;
  readonly witnesses: readonly Witness[];
  readonly random: Random;
}

/** Where the server is killed. */
export interface Trap {
  readonly name: string;
  readonly where: Text;
  /** System calls at which the tracer kills, of the log's file or of any. */
  readonly call?: { readonly names: string; readonly of?: 'log'; readonly upTo: number };
  /** Where the agent's own tool kills. */
  readonly point?: string;
  /** Resolves when it is to be killed from outside; where there is none, the server's own work leads to its end. */
  spring?(scene: Scene): Promise<void>;
}

const never = () => false;

export const traps: readonly Trap[] = [
  {
    name: 'any-time',
    where: { en: 'at any moment, also while it starts', zh: '任意时刻，包括启动过程中' },
    async spring({ attached, operator, random }) {
      if (random() < 0.3) return pause(random.int(0, 350));
      await attached;
      await Promise.race([pause(random.int(0, 200)), operator.work(never)]);
    },
  },
  {
    name: 'append',
    where: { en: 'as the log is written', zh: '写入日志时' },
    call: { names: 'pwrite64', of: 'log', upTo: 60 },
  },
  {
    name: 'commit',
    where: { en: 'as the log is synced', zh: '日志落盘时' },
    call: { names: 'fdatasync,fsync', of: 'log', upTo: 30 },
  },
  {
    name: 'deliver',
    where: { en: 'as events are sent', zh: '发送事件时' },
    call: { names: 'write,writev,sendmsg', upTo: 250 },
  },
  {
    name: 'delivered',
    where: { en: 'as a client has an event', zh: '客户端收到事件时' },
    async spring({ attached, operator, witnesses, random }) {
      await attached;
      const shown = random.pick(witnesses).shows(random.int(1, 40));
      await Promise.race([shown, operator.work(never)]);
    },
  },
  { name: 'tool-start', where: { en: 'as a tool starts', zh: '工具开始时' }, point: 'tool.start' },
  { name: 'tool-result', where: { en: 'as a tool has its result', zh: '工具得出结果时' }, point: 'tool.result' },
  {
    name: 'asked',
    where: { en: 'as an approval is asked for', zh: '请求审批时' },
    async spring({ attached, operator }) {
      await attached;
      await operator.work(() => operator.asked > 0);
    },
  },
  {
    name: 'answered',
    where: { en: 'as an approval is given', zh: '给出审批时' },
    async spring({ attached, operator, random }) {
      await attached;
      await operator.work(() => operator.answered > 0);
      await pause(random.int(0, 3));
    },
  },
];
