import type { Locale, StreamInfo } from '../dialect.ts';
import { type EventOf, type EventType, type RunEvent, type RunStatus, STEP_NS, type TodoStatus } from '../events.ts';
import type { Json } from '../json.ts';
import { wholeUrl } from './whole-url.ts';

type Sayings = { [T in EventType]?: (event: EventOf<T>, stream: StreamInfo) => string | undefined };

/**
 * An event in words (Markdown), for wires that have no form of their own for it. undefined where words would not help
 * anybody. Every text stands in both languages.
 */
export function say(event: RunEvent, stream: StreamInfo): string | undefined {
  const saying = sayings[event.type] as ((event: RunEvent, stream: StreamInfo) => string | undefined) | undefined;
  return saying?.(event, stream);
}

const boxes: Record<TodoStatus, string> = { pending: '[ ]', in_progress: '[~]', completed: '[x]' };

const sayings: Sayings = {
  'todo.list': ({ title, items }) =>
    lines(
      title === undefined ? undefined : `**${title}**`,
      ...items.map((item) => `- ${boxes[item.status]} ${item.text}`),
    ),
  'todo.item': ({ text, status }) => `- ${boxes[status]} ${text}`,
  'plan.proposed': (event, { locale }) => planText(words[locale].plan, event),
  'plan.edited': (event, { locale }) => planText(words[locale].planEdited, event),
  'plan.step': ({ index, count, title, progress }, { locale }) =>
    lines(`**${words[locale].step} ${index + 1}/${count}: ${title}**`, progress),
  image: ({ url, alt }, stream) => `![${escapeLabel(alt ?? '')}](${wholeUrl(url, stream)})`,
  chart: ({ analysisId, title }, { baseUrl, locale }) =>
    `[${escapeLabel(title ?? words[locale].chart)}](${baseUrl}/v1/analyses/${encodeURIComponent(analysisId)})`,
  'input.requested': question,
  'node.entered': ({ name }) => `▸ ${name}`,
  'node.exited': ({ name, error }) => (error === undefined ? `▪ ${name}` : `✗ ${name}: ${error}`),
  usage: ({ input, output, total }, { locale }) => words[locale].usage(input, output, total),
  'state.snapshot': (_, { locale }) => words[locale].state,
  'state.update': ({ node }, { locale }) =>
    node === undefined ? words[locale].state : `${words[locale].state}: ${node}`,
  checkpoint: ({ checkpointId, ns }, { locale }) =>
    ns === STEP_NS ? undefined : `${words[locale].checkpoint} ${checkpointId}`,
  'tot.expand': ({ candidates }) => lines(...candidates.map((candidate, i) => `${i + 1}. ${candidate}`)),
  'tot.evaluate': ({ chosen, scores }, { locale }) => `${words[locale].chosen} ${chosen + 1} (${scores.join(', ')})`,
  'tot.backtrack': ({ reason, toDepth }) => `↩ ${toDepth}: ${reason}`,
  'got.plan': ({ nodeIds, edgeCount }) => `${nodeIds.join(', ')} (${edgeCount} →)`,
  'got.node': ({ id, phase, text }) => `${phaseMarks[phase]} ${id}${text === undefined ? '' : `: ${text}`}`,
  'got.expand': ({ id, nodesAdded, edgesAdded }) => `＋ ${id}: ${nodesAdded} ●, ${edgesAdded} →`,
  'text.replaced': ({ text }, { locale }) => lines(`*${words[locale].corrected}*`, '', text),
  'reasoning.delta': ({ delta }) => delta,
  notice: ({ text }) => text,
  error: ({ message }) => warning(message),
  'run.status': ({ status }, { locale }) => `${words[locale].status}: ${words[locale].statuses[status]}`,
};

/** That something went wrong, as text. */
export function warning(message: string): string {
  return `⚠ ${message}`;
}

const phaseMarks = { start: '▸', complete: '✓', failed: '✗' } as const;

/** The question a run waits on, with the words that answer it. */
function question(event: EventOf<'input.requested'>, { locale }: StreamInfo): string {
  const w = words[locale];
  switch (event.kind) {
    case 'text':
      return event.prompt ?? w.askText;
    case 'plan':
      return lines(event.prompt, w.askPlan);
    case 'approval':
      return lines(
        `**${w.approval}**${event.name === undefined ? '' : ` \`${event.name}\``}`,
        event.prompt,
        event.args === undefined ? undefined : codeBlock(event.args),
        w.askApproval,
      );
  }
}

function planText(head: string, plan: EventOf<'plan.proposed'> | EventOf<'plan.edited'>): string {
  const steps = plan.steps.map(({ title, details, agent }, i) =>
    [`${i + 1}. **${title}**`, agent === undefined ? '' : ` (${agent})`, details ? `: ${details}` : ''].join(''),
  );
  return lines(`**${head}**${plan.summary ? `: ${plan.summary}` : ''}`, ...steps);
}

function codeBlock(value: Json): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function escapeLabel(text: string): string {
  return text.replace(/[[\]\\]/g, '\\$&');
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n');
}

interface Words {
  plan: string;
  planEdited: string;
  step: string;
  chart: string;
  approval: string;
  askApproval: string;
  askPlan: string;
  askText: string;
  state: string;
  checkpoint: string;
  chosen: string;
  corrected: string;
  status: string;
  statuses: Readonly<Record<RunStatus, string>>;
  stopped: string;
  timedOut: string;
  failed: string;
  toolFailed: string;
  toolDenied: string;
  toolUnknown: string;
  usage(input: number, output: number, total: number): string;
}

/** What codecs say in their own words. */
export const words: Record<Locale, Words> = {
  en: {
    plan: 'Plan',
    planEdited: 'Plan (edited)',
    step: 'Step',
    chart: 'Chart',
    approval: 'Approval needed:',
    askApproval: 'Reply **yes** to allow it or **no** to refuse.',
    askPlan: 'Reply **yes** to accept the plan, or say what should change.',
    askText: 'Your answer, please.',
    state: 'State updated',
    checkpoint: 'Checkpoint',
    chosen: 'Chosen:',
    corrected: 'Corrected:',
    status: 'Status',
    statuses: {
      active: 'working',
      awaiting_input: 'waiting for an answer',
      pausing: 'pausing',
      paused: 'paused',
      complete: 'complete',
      stopped: 'stopped',
      timed_out: 'timed out',
      error: 'failed',
    },
    stopped: 'The run was stopped.',
    timedOut: 'The run took too long and was ended.',
    failed: 'The run failed.',
    toolFailed: 'The tool failed.',
    toolDenied: 'The tool was not allowed to run.',
    toolUnknown: 'What became of the tool is not known.',
    usage: (input, output, total) => `Tokens: ${input} in, ${output} out, ${total} in all`,
  },
  zh: {
    plan: '计划',
    planEdited: '计划（已修改）',
    step: '步骤',
    chart: '图表',
    approval: '需要您的批准：',
    askApproval: '回复**同意**以允许，回复**拒绝**以取消。',
    askPlan: '回复**同意**以接受该计划，或说明需要修改的地方。',
    askText: '请输入您的回答。',
    state: '状态已更新',
    checkpoint: '检查点',
    chosen: '选中：',
    corrected: '更正：',
    status: '状态',
    statuses: {
      active: '运行中',
      awaiting_input: '等待回答',
      pausing: '正在暂停',
      paused: '已暂停',
      complete: '已完成',
      stopped: '已停止',
      timed_out: '已超时',
      error: '失败',
    },
    stopped: '运行已停止。',
    timedOut: '运行超时，已结束。',
    failed: '运行失败。',
    toolFailed: '工具执行失败。',
    toolDenied: '工具未获准执行。',
    toolUnknown: '工具的执行结果未知。',
    usage: (input, output, total) => `词元：输入 ${input}，输出 ${output}，共 ${total}`,
  },
};
