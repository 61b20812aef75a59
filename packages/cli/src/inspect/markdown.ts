import { type Conversation, emptyConversation, fold, type Part, type RunEvent, type Turn } from '@polywire/protocol';

/** A run as a page that people can read and keep. */
export function markdownOf(run: {
  readonly id: string;
  readonly session: string;
  readonly events: readonly RunEvent[];
}): string {
  const conversation = run.events.reduce<Conversation>(fold, emptyConversation);
  const turns = [...conversation.turns];
  const head = `# Run ${run.id}\n\nSession \`${run.session}\`\n`;
  return `${[head, ...turns.map(turnText)].join('\n')}\n`;
}

function turnText(turn: Turn): string {
  const { at, user, agentKind, status, durationMs, usage } = turn;
  const facts = [
    new Date(at).toISOString(),
    ...(agentKind === undefined ? [] : [agentKind]),
    status,
    ...(durationMs === undefined ? [] : [`${(durationMs / 1_000).toFixed(1)} s`]),
    ...(usage === undefined ? [] : [`${usage.total} tokens`]),
  ].join(' · ');
  const asked = user === undefined ? [] : [`## ${user.text.split('\n')[0]}`, quoted(user.text)];
  const parts = [...turn.parts].map((part) => shown(part)).filter((text) => text !== '');
  return [...asked, `*${facts}*`, ...parts].join('\n\n');
}

const ways: { readonly [K in Part['kind']]: (part: Extract<Part, { kind: K }>) => string } = {
  text: ({ text }) => text,
  reasoning: ({ text }) => folded('Thinking', text),
  tool: ({ name, status, args, result, output }) =>
    folded(
      `Tool ${name}: ${status}`,
      [fenced(JSON.stringify(args ?? null, undefined, 2)), output, fenced(worded(result))]
        .filter((text) => text !== '')
        .join('\n\n'),
    ),
  todo: ({ title, items }) =>
    [
      ...(title === undefined ? [] : [`**${title}**`, '']),
      ...items.map(({ text, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${text}`),
    ].join('\n'),
  plan: ({ summary, steps }) =>
    [`**${summary ?? 'Plan'}**`, '', ...steps.map(({ title }, i) => `${i + 1}. ${title}`)].join('\n'),
  image: ({ url, alt }) => `![${alt ?? ''}](${url})`,
  chart: ({ title, analysisId }) => `*Chart ${title ?? analysisId}*`,
  question: ({ prompt, name, status, text }) => quoted(`${prompt ?? name ?? 'Question'} — ${text ?? status}`),
  notice: ({ text }) => quoted(text),
  error: ({ message }) => `> **Error:** ${message}`,
  custom: ({ name, value }) => folded(name ?? 'custom', fenced(JSON.stringify(value, undefined, 2))),
  foreign: ({ data }) => folded('foreign', fenced(JSON.stringify(data, undefined, 2))),
};

function shown<K extends Part['kind']>(part: Extract<Part, { kind: K }>): string {
  return (ways[part.kind] as (part: Extract<Part, { kind: K }>) => string)(part);
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
