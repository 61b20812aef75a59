import { afterAll, afterEach, beforeAll } from 'vitest';
import type { ConfigFile } from '../../src/index.ts';
import type { Model } from '../../src/models/contract.ts';
import { type ModelServer, type Reply, type Seen, startModelServer } from './model-server.ts';
import { modelsAt } from './models.ts';
import { builtIn, type TestServer, testServer } from './server.ts';
import { Talk } from './talk.ts';

/** What the model says to each kind of request; how often it was asked before, for those that change their mind. */
export type Answers = Readonly<Record<string, Reply | ((nth: number, request: Seen) => Reply | Promise<Reply>)>>;

/** Talks with the built-in agents, whose model says what a test wants, in the file that calls this. */
export function agentTalks() {
  let upstream: ModelServer;
  const servers: TestServer[] = [];
  beforeAll(async () => {
    upstream = await startModelServer();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  afterAll(() => upstream.close());

  /** What was asked of the model since. */
  const asked = (from = 0): readonly Seen[] => upstream.seen.slice(from);

  return {
    asked,
    tasksSince: (from: number) => asked(from).map(({ task }) => task),
    /** How many answers the model has said to their end. */
    answered: () => upstream.answered,

    async talk(config: ConfigFile = {}, model: Partial<Model> = {}): Promise<Talk> {
      const server = await testServer(config, { ...builtIn, models: modelsAt(upstream, 'openai', model) });
      servers.push(server);
      return Talk.open(server.url);
    },

    plays(answers: Answers): void {
      const before = upstream.seen.length;
      upstream.script = (request) => {
        const nth = asked(before).filter(({ task }) => task === request.task).length - 1;
        const answer = answers[request.task];
        if (answer === undefined) throw new Error(`nobody expected ${request.task}`);
        return typeof answer === 'function' ? answer(nth, request) : answer;
      };
    },
  };
}

/** The user's request, and what stands below it. */
export const partsOf = ({ last }: Seen) => last.split('\n\n');
export const json = (value: unknown) => JSON.stringify(value);
