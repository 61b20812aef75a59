import type { InputOutcome, PartOf, RunStatus } from '@polywire/protocol';
import type { DocumentInfo } from '@polywire/protocol/calls';
import type { Language } from './contract.ts';

interface States {
  readonly run: Readonly<Record<RunStatus, string>>;
  readonly question: Readonly<Record<'open' | InputOutcome, string>>;
  readonly tool: Readonly<Record<PartOf<'tool'>['status'], string>>;
  readonly document: Readonly<Record<DocumentInfo['status'], string>>;
}

/** How things stand, in words. */
export const states: Readonly<Record<Language, States>> = {
  en: {
    run: {
      active: 'working',
      awaiting_input: 'waiting for you',
      pausing: 'pausing',
      paused: 'paused',
      complete: 'complete',
      stopped: 'stopped',
      timed_out: 'timed out',
      error: 'failed',
    },
    question: {
      open: 'open',
      approved: 'approved',
      denied: 'rejected',
      answered: 'answered',
      expired: 'not answered in time',
      cancelled: 'cancelled',
    },
    tool: {
      arguments: 'being called',
      called: 'called',
      running: 'running',
      ok: 'ok',
      error: 'failed',
      denied: 'rejected',
      unknown: 'unknown',
    },
    document: { reading: 'reading', ready: 'ready', failed: 'failed' },
  },
  zh: {
    run: {
      active: '运行中',
      awaiting_input: '等待您的回答',
      pausing: '正在暂停',
      paused: '已暂停',
      complete: '已完成',
      stopped: '已停止',
      timed_out: '已超时',
      error: '失败',
    },
    question: {
      open: '待回答',
      approved: '已批准',
      denied: '已拒绝',
      answered: '已回答',
      expired: '超时未回答',
      cancelled: '已取消',
    },
    tool: {
      arguments: '正在调用',
      called: '已调用',
      running: '运行中',
      ok: '成功',
      error: '失败',
      denied: '已拒绝',
      unknown: '结果未知',
    },
    document: { reading: '正在读取', ready: '就绪', failed: '失败' },
  },
};
