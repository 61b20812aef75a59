import type { RunStatus } from '@polywire/protocol';
import { openData } from '@polywire/server/data';
import { words } from '../chat/words.ts';
import type { Command, Terminal } from '../contract.ts';
import { countIn, jsonOption, serverOption, textIn, tokenOption } from '../options.ts';
import { requestJson } from '../server/http.ts';
import { type Target, targetOf } from '../server/target.ts';
import { coloursFor } from '../terminal/colours.ts';
import { print, printJson } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';
import { cut } from '../terminal/width.ts';

interface Session {
  readonly id: string;
  readonly title: string;
  readonly updated: number;
  readonly status?: RunStatus;
  readonly owner?: string;
}

export const sessions: Command = {
  options: [
    serverOption,
    tokenOption,
    {
      flags: '--data <dir>',
      about: { en: 'read this data folder, without a server', zh: '直接读取该数据目录，无需服务器' },
    },
    { flags: '-n, --limit <count>', about: { en: 'how many', zh: '条数' }, fallback: '50' },
    jsonOption,
  ],
  examples: ['polywire sessions', 'polywire sessions --data .polywire --json'],
  async run(terminal, _, values) {
    const data = textIn(values, 'data');
    const limit = countIn(values, 'limit');
    const found = data === undefined ? online(targetOf(terminal, values)) : offline(data);
    const list: Session[] = [];
    for await (const session of found) {
      if (list.length >= limit) break;
      list.push(session);
    }
    if (values.json) await printJson(terminal.stdout, list);
    else await show(terminal, list);
    return undefined;
  },
};

async function* online(target: Target): AsyncGenerator<Session> {
  for (let after = ''; ; ) {
    const page = await requestJson<{ sessions: Session[]; next?: string }>(target, `GET /v1/sessions?limit=50${after}`);
    yield* page.sessions;
    if (page.next === undefined) return;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
}

async function* offline(directory: string): AsyncGenerator<Session> {
  const data = openData(directory, { mustExist: true });
  try {
    yield* data.sessions();
  } finally {
    await data.close();
  }
}

function show({ stdout, env, language }: Terminal, list: readonly Session[]): Promise<void> {
  if (list.length === 0) return print(stdout, language === 'zh' ? '还没有会话。\n' : 'There are no sessions yet.\n');
  const { bold } = coloursFor(stdout, env);
  const head = (language === 'zh' ? ['标识', '更新时间', '状态', '标题'] : ['ID', 'CHANGED', 'STATUS', 'TITLE']).map(
    bold,
  );
  const rows = list.map(({ id, updated, status, title }) => [
    id,
    timeOf(updated),
    status === undefined ? '–' : words[language].status[status],
    cut(title, 60),
  ]);
  return print(stdout, table([head, ...rows]));
}

/** The time of the person at the keyboard, in a form that sorts. */
function timeOf(at: number): string {
  return new Date(at).toLocaleString('sv-SE').slice(0, 16);
}
