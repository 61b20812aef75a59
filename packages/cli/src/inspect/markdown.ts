import { type Conversation, emptyConversation, fold, type Part, type RunEvent, type Turn } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import type { Language } from '../contract.ts';
import { states } from '../states.ts';

/** A run as a page that people can read and keep. */
export function markdownOf(
  run: { readonly id: string; readonly session: string; readonly events: readonly RunEvent[] },
  language: Language,
): string {
  const conversation = run.events.reduce<Conversation>(fold, emptyConversation);
  const turns = [...conversation.turns];
  const { run: runWord, session } = words[language];
  const head = `# ${runWord} ${run.id}\n\n${session} \`${run.session}\`\n`;
  return `${[head, ...turns.map((turn) => turnText(turn, language))].join('\n')}\n`;
}

const words = {
  en: {
    run: 'Run',
    session: 'Session',
    tokens: (count: number) => `${count} tokens`,
    thinking: 'Thinking',
    tool: (name: string, status: string) => `Tool ${name}: ${status}`,
    plan: 'Plan',
    chart: 'Chart',
    question: 'Question',
    error: 'Error:',
  },
  zh: {
    run: '运行',
    session: '会话',
    tokens: (count: number) => `${count} 个词元`,
    thinking: '思考',
    tool: (name: string, status: string) => `工具 ${name}：${status}`,
    plan: '计划',
    chart: '图表',
    question: '提问',
    error: '错误：',
  },
} as const;

function turnText(turn: Turn, language: Language): string {
  const { at, user, agentKind, status, durationMs, usage } = turn;
  const facts = [
    new Date(at).toISOString(),
    ...(agentKind === undefined ? [] : [agentKind]),
    states[language].run[status],
    ...(durationMs === undefined ? [] : [`${(durationMs / 1_000).toFixed(1)} s`]),
    ...(usage === undefined ? [] : [words[language].tokens(usage.total)]),
  ].join(' · ');
  const asked = user === undefined ? [] : [`## ${user.text.split('\n')[0]}`, quoted(user.text)];
  const parts = [...turn.parts].map((part) => shown(part, language)).filter((text) => text !== '');
  return [...asked, `*${facts}*`, ...parts].join('\n\n');
}

const ways: { readonly [K in Part['kind']]: (part: Extract<Part, { kind: K }>, language: Language) => string } = {
  text: ({ text }) => text,
  reasoning: ({ text }, language) => folded(words[language].thinking, text),
  tool: ({ name, status, args, result, output }, language) =>
    folded(
      words[language].tool(name, states[language].tool[status]),
      [fenced(JSON.stringify(args ?? null, undefined, 2)), output, fenced(worded(result))]
        .filter((text) => text !== '')
        .join('\n\n'),
    ),
  todo: ({ title, items }) =>
    [
      ...(title === undefined ? [] : [`**${title}**`, '']),
      ...items.map(({ text, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${text}`),
    ].join('\n'),
  plan: ({ summary, steps }, language) =>
    [`**${summary ?? words[language].plan}**`, '', ...steps.map(({ title }, i) => `${i + 1}. ${title}`)].join('\n'),
  image: ({ url, alt }) => `![${alt ?? ''}](${url})`,
  chart: ({ title, analysisId }, language) => `*${words[language].chart} ${title ?? analysisId}*`,
  question: ({ prompt, name, status, text }, language) =>
    quoted(
      `${asked(prompt, language) ?? name ?? words[language].question} — ${text ?? states[language].question[status]}`,
    ),
  notice: ({ text }) => quoted(text),
  error: ({ message }, language) => `> **${words[language].error}** ${halvesOf(message)[language]}`,
  custom: ({ name, value }) => folded(name ?? 'custom', fenced(JSON.stringify(value, undefined, 2))),
  foreign: ({ data }) => folded('foreign', fenced(JSON.stringify(data, undefined, 2))),
};

/** A question of the server's own is asked in both languages at once. */
function asked(prompt: string | undefined, language: Language): string | undefined {
  return prompt === undefined ? undefined : halvesOf(prompt)[language];
}

function shown(part: Part, language: Language): string {
  return (ways[part.kind] as (part: Part, language: Language) => string)(part, language);
}

function worded(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** A fence that is longer than any inside. */
function fenced(text: string): string {
  if (text === '') return '';
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function folded(summary: string, text: string): string {
  return `<details><summary>${summary.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</summary>\n\n${text}\n\n</details>`;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
