import { createApi } from '@polywire/client';
import { dialects } from '@polywire/protocol';
import type { Running } from '@polywire/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { here } from './support/here.ts';
import { hasPty, PtyProcess } from './support/pty.ts';
import { scriptServer } from './support/script-server.ts';

let server: Running;
beforeAll(async () => {
  server = await scriptServer();
});
afterAll(() => server.close());

const chat = (...args: string[]) => new PtyProcess(['chat', '--server', server.url, ...args]);

it('needs a terminal, and says what to use in a pipe', async () => {
  const { code, stderr } = await here(['chat', '--server', server.url]);
  expect(code).toBe(2);
  expect(stderr).toBe('A chat needs a terminal.\nHint: in a pipe use polywire run "…"\n');
});

// Without util-linux there is no terminal to be had without a library.
describe.skipIf(!hasPty)('in a real terminal', { timeout: 90_000 }, () => {
  it('shows an answer with thoughts, tools and checklists; changes session and dialect; leaves', async () => {
    const terminal = chat();
    await terminal.shows(/● open/);
    terminal.type('Hello\r');
    await terminal.shows(
      /You: Hello[\s\S]*Thought[\s\S]*✓ search[\s\S]*\{"total":1\}[\s\S]*1\. ☑ Deploy[\s\S]*It is done, 完成。[\s\S]*— complete/u,
    );
    terminal.type('/sessions\r');
    await terminal.shows(/ 1 {2}[0-9a-f-]{36} {2}Hello/);
    const other = dialects[1]?.name ?? '';
    terminal.type(`/dialect ${other}\r`);
    await terminal.shows(new RegExp(`● open · ${other}`));
    terminal.type('Again\r');
    await terminal.shows(/It is done, 完成。[\s\S]*— complete/u);
    terminal.type('/nothing\r');
    await terminal.shows(/There is no \/nothing: see \/help/);
    terminal.type('\u0003');
    expect(await terminal.exited).toBe(0);
  });

  it('begins a new session where none was named, and opens listed ones by their number', async () => {
    const { sessions } = createApi({ url: server.url });
    const [one, two] = [await sessions.create({ title: 'The first' }), await sessions.create({ title: 'The second' })];
    const terminal = chat();
    await terminal.shows(/● open/);
    terminal.type('Hello\r');
    await terminal.shows(/— complete/);
    terminal.type('/new\r');
    await terminal.shows(/● connecting[\s\S]*● open/);
    terminal.type('Begun anew\r');
    await terminal.shows(/— complete/);
    const [last, before] = (await sessions.list()).sessions;
    expect([last?.title, before?.title]).toEqual(['Begun anew', 'Hello']);
    terminal.type('/sessions\r');
    await terminal.shows(/ 3 {2}[0-9a-f-]{36} {2}The second[\s\S]* 4 {2}[0-9a-f-]{36} {2}The first/);
    terminal.type('/open 4\r');
    await terminal.shows(new RegExp(`● open[^\n]* · ${one.id}`));
    terminal.type('/open 3\r');
    await terminal.shows(new RegExp(`● open[^\n]* · ${two.id}`));
    terminal.type('/open 77\r');
    await terminal.shows(/There is no 77: see \/help/);
    terminal.type('/server nowhere\r');
    await terminal.shows(/"nowhere" is no address of a server/);
    terminal.type('\u0003');
    expect(await terminal.exited).toBe(0);
  });

  it('sends all lines of a paste as one message', async () => {
    const terminal = chat();
    await terminal.shows(/● open/);
    terminal.type('month,sales\rJan,120\r');
    await terminal.shows(/— complete/);
    const { sessions } = createApi({ url: server.url });
    const [session] = (await sessions.list()).sessions;
    const { messages } = await sessions.messages(session?.id ?? '');
    expect(messages[0]?.text).toBe('month,sales\nJan,120');
    terminal.type('\u0003');
    expect(await terminal.exited).toBe(0);
  });

  it('takes a yes and a no, and nothing that only begins like one', async () => {
    const terminal = chat('--agent', 'asking');
    await terminal.shows(/● open/);
    terminal.type('Delete it\r');
    await terminal.shows(/delete_file[\s\S]*y: approve {3}n: reject/);
    terminal.type('you had better not\r');
    await terminal.shows(/neither a yes nor a no/);
    terminal.type('y\r');
    await terminal.shows(/✓ delete_file[\s\S]*Deleted\.[\s\S]*— complete/);
    terminal.type('Once more\r');
    await terminal.shows(/delete_file[\s\S]*y: approve {3}n: reject/);
    terminal.type('n\r');
    await terminal.shows(/⊘ delete_file[\s\S]*— complete/);
    terminal.type('\u0003');
    expect(await terminal.exited).toBe(0);
  });

  it('takes words to a plan as what should be different', async () => {
    const terminal = chat('--agent', 'planning');
    await terminal.shows(/● open/);
    terminal.type('Paint it\r');
    await terminal.shows(/1\. Begin[\s\S]*or say what should be different/);
    terminal.type('not on Monday\r');
    await terminal.shows(/Heard: answered not on Monday[\s\S]*— complete/);
    terminal.type('\u0003');
    expect(await terminal.exited).toBe(0);
  });

  it('pauses, goes on and stops by keys, in Chinese', async () => {
    const terminal = new PtyProcess(['chat', '--server', server.url, '--agent', 'stepping'], { LC_ALL: 'zh_CN.UTF-8' });
    await terminal.shows(/● 已连接/);
    terminal.type('开始\r');
    await terminal.shows(/step 2/);
    terminal.type('\u0010');
    await terminal.shows(/ · 已暂停/);
    terminal.type('\u0010');
    await terminal.shows(/ · 运行中/);
    terminal.type('\u001b');
    await terminal.shows(/— 已停止/);
    terminal.type('/quit\r');
    expect(await terminal.exited).toBe(0);
  });
});
