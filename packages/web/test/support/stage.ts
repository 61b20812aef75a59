import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Agent, type ConfigFile, type RunContext, type Running, startServer } from '@polywire/server';

/** What one run does, move by move. */
export type Play = (context: RunContext) => Promise<string | undefined>;

export interface Stage {
  readonly url: string;
  /** The next message with this text is answered so. */
  play(text: string, play: Play): void;
  /** Opens the page once for the owner of a token. */
  loginLink(): string;
  close(): Promise<void>;
}

/** A real server whose agent does what a test says: for states that need exact events. */
export async function openStage(config: ConfigFile = {}, manners: Pick<Agent, 'onPause'> = {}): Promise<Stage> {
  const plays = new Map<string, Play>();
  const agent: Agent = {
    ...manners,
    name: 'stage',
    description: { en: 'Plays what a test wrote', zh: '按测试脚本运行' },
    run: (context) => (plays.get(context.input) ?? echo)(context),
  };
  const server = await serve(config, { agents: [agent] });
  return { ...server, play: (text, play) => plays.set(text, play) };
}

/** A real server as it comes, with the offline model, which does not dawdle here. */
export function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  return serve({ offline: { charsPerSecond: 0 } }, {});
}

async function serve(config: ConfigFile, parts: Parameters<typeof startServer>[1]) {
  const data = await mkdtemp(join(tmpdir(), 'polywire-web-'));
  const server: Running = await startServer({ port: 0, ...config, data }, parts);
  return {
    url: server.url,
    loginLink: () => server.loginLinks()[0]?.url ?? server.url,
    async close() {
      await server.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** A point that a run does not pass before the test says so. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const echo: Play = async (context) => {
  await say(context, context.input);
  return undefined;
};

/** One message, in pieces; between them `pause` is awaited. */
export async function say(context: RunContext, text: string, pause?: () => Promise<unknown>): Promise<void> {
  await context.step(context.newId('say'), async () => {
    const messageId = context.newId('m');
    context.emit({ type: 'message.started', messageId, role: 'assistant' });
    for (const delta of text.match(/[\s\S]{1,12}/g) ?? []) {
      context.emit({ type: 'text.delta', messageId, delta });
      await pause?.();
    }
    context.emit({ type: 'message.completed', messageId });
    return true;
  });
}
