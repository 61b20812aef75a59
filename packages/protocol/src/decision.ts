import type { CommandOf } from './commands.ts';

/** What a person's words mean as an answer to a yes-or-no question. Anything unclear is not a yes. */
export type Decision = 'approve' | 'reject' | 'unclear';

export function readDecision(text: string): Decision {
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s.。!！,，~～]+$/u, '');
  if (approvals.has(plain)) return 'approve';
  if (refusals.has(plain)) return 'reject';
  return 'unclear';
}

/** The words of an answer, for wires where the next message is one. */
export function answerWords({ decision, text = '' }: Pick<CommandOf<'input.answer'>, 'decision' | 'text'>): string {
  return { approve: 'yes', reject: 'no', reply: text, unclear: text }[decision];
}

const approvals = new Set([
  ...['yes', 'y', 'ok', 'okay', 'sure', 'accept', 'approve', 'approved', 'allow', 'go ahead', 'yes please', 'confirm'],
  ...['同意', '批准', '允许', '可以', '好', '好的', '行', '是', '是的', '确认', '确定', '接受', '没问题', '继续'],
  ...['同意执行', '同意该计划'],
]);

const refusals = new Set([
  ...['no', 'n', 'nope', 'deny', 'denied', 'reject', 'refuse', 'cancel', 'stop', "don't", 'do not', 'no thanks'],
  ...['拒绝', '不同意', '不批准', '不允许', '不可以', '不行', '不要', '不', '否', '取消', '别', '不用'],
]);
