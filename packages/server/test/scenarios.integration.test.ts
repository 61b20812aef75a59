import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialects } from '@polywire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Models } from '../src/models/contract.ts';
import { createModels } from '../src/models/registry.ts';
import { Front } from './scenarios/front.ts';
import { SLOW } from './scenarios/kind.ts';
import { documents, type Scenario, scenarios } from './scenarios/table.ts';
import { conversing } from './support/client.ts';
import { addDocuments } from './support/documents.ts';
import { type ModelServer, startModelServer } from './support/model-server.ts';
import { modelsAt } from './support/models.ts';
import { builtIn, type TestServer, testServer } from './support/server.ts';

let upstream: ModelServer;
beforeAll(async () => {
  upstream = await startModelServer();
});
afterAll(() => upstream.close());

/** The same scenarios with a model that understands, and with one that is told what to say. */
const minds: readonly { readonly name: string; models(scenario: Scenario): Models }[] = [
  {
    name: 'the offline model',
    models: ({ isSlow }) => createModels({ models: {}, offline: { charsPerSecond: isSlow ? SLOW : 0 } }, {}),
  },
  { name: 'a model behind an API', models: () => modelsAt(upstream) },
];
/** One address for each way in which a dialect frames its stream; in the long tests all of them. */
const isLong = process.env.POLYWIRE_LONG === '1';
const cases = dialects.flatMap((dialect) => {
  const all = conversing(dialect);
  const byFraming = new Map([...all].reverse().map((endpoint) => [endpoint.framing, endpoint]));
  return (isLong ? all : [...byFraming.values()]).map((endpoint) => ({ dialect, endpoint }));
});

for (const mind of minds) {
  describe.each(scenarios)(`$name, with ${mind.name}`, (scenario) => {
    let server: TestServer;
    beforeAll(async () => {
      const data = await mkdtemp(join(tmpdir(), 'polywire-test-'));
      await addDocuments(data, documents);
      const everywhere = Object.fromEntries(dialects.map(({ name }) => [name, scenario.agent]));
      server = await testServer(
        { data, ownDocs: false, agent: scenario.agent, agentByDialect: everywhere },
        { ...builtIn, models: mind.models(scenario) },
      );
      upstream.script = (request) => {
        const answer = scenario.script[request.task];
        if (answer === undefined) throw new Error(`nobody expected ${request.task}`);
        return typeof answer === 'function' ? answer(request) : answer;
      };
    });
    afterAll(() => server.close());

    it.each(cases)('$dialect.name $endpoint.method $endpoint.path', async ({ dialect, endpoint }) => {
      const front = await Front.open(server.url, dialect, endpoint);
      await front.say(scenario.says);
      const isPlayed = (await scenario.play?.(front)) ?? true;
      if (!isPlayed) return front.close();
      const told = await front.truth();
      expect(told.end).toMatchObject({ status: scenario.status ?? 'complete' });
      const answer = scenario.status === undefined ? (told.end.text ?? '') : '';
      const screen = await front.sees(({ busy, text }) => !busy && plain(text).includes(plain(answer)));
      if (scenario.status === undefined) expect(screen.errors).toEqual([]);
      expect(screen.asks).toBeUndefined();
      expect(screen.tools.filter(({ state }) => state === 'running')).toEqual([]);
      await scenario.check(told, screen, server);
      await front.close();
    });
  });
}

/** Without what pages do to spaces. */
function plain(text: string): string {
  return text.replace(/\s+/g, '');
}
