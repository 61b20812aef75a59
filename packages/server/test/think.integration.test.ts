import { type Draft, type DraftOf, dialectNamed } from '@polywire/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Agent, Tool } from '../src/index.ts';
import type { Model, Patience } from '../src/models/contract.ts';
import { connect } from '../src/models/providers.ts';
import { type ThinkRequest, think, thinkJson } from '../src/models/think.ts';
import { conversing, RawClient } from './support/client.ts';
import { type ModelServer, startModelServer } from './support/model-server.ts';
import { type TestServer, testServer } from './support/server.ts';

const KEY = 'sk-test-1234567890';
const native = dialectNamed('native');
const [endpoint] = conversing(native) as [(typeof native.endpoints)[number]];

/** Looks up a word; its runs are counted by the results that the model is shown. */
const lookUp: Tool = {
  name: 'look_up',
  description: { en: 'Looks up a word', zh: '查词' },
  parameters: z.object({ word: z.string() }),
  run: async ({ word }) => `meaning of ${word}`,
};

const request: Omit<ThinkRequest, 'key' | 'messages'> = {
  task: 'chat',
  system: 'You are a test.',
  tools: [lookUp],
  voice: 'answer',
};

/** Thinks once, makes the calls, says what came of them. */
function asking(model: () => Model): Agent {
  return {
    name: 'asking',
    async run(context) {
      const messages: ThinkRequest['messages'] = [{ role: 'user', content: [{ type: 'text', text: context.input }] }];
      if (context.input === 'json') {
        const shape = z.object({ n: z.number() });
        const { n } = await thinkJson(context, model(), { ...request, key: 'j', messages, voice: 'thinking', shape });
        return `n=${n}`;
      }
      const { text, calls, messageId } = await think(context, model(), { ...request, key: 't1', messages });
      const results = await Promise.all(
        calls.map((call) => context.callTool({ ...call, tool: lookUp, ...(messageId !== null && { messageId }) })),
      );
      return [text, ...results.map(({ outcome, result }) => `${outcome} ${result}`)].join('|');
    },
  };
}

/** Where each interface is served, and whether it writes the arguments of a call bit by bit, as text. */
const interfaces = [
  { provider: 'openai', address: ({ baseUrl }: ModelServer) => baseUrl, streamsArgs: true },
  { provider: 'anthropic', address: ({ baseUrl }: ModelServer) => baseUrl, streamsArgs: true },
  { provider: 'ollama', address: ({ ollamaUrl }: ModelServer) => ollamaUrl, streamsArgs: false },
];

for (const { provider, address, streamsArgs } of interfaces) {
  describe(`a thought by way of ${provider}`, () => {
    let upstream: ModelServer;
    let server: TestServer;
    let patience: Partial<Patience>;
    let sessions = 0;
    const model = (): Model => ({
      name: 'test',
      title: { en: 'Test', zh: '测试' },
      canSee: false,
      contextTokens: 1_000,
      price: { input: 1_000, output: 2_000 },
      patience,
      load: () => connect(provider, 'test-model', { baseUrl: address(upstream), key: KEY, variable: 'KEY' }),
    });

    beforeAll(async () => {
      upstream = await startModelServer();
      server = await testServer({}, { agents: [asking(model)] });
    });
    afterAll(async () => {
      await server.close();
      await upstream.close();
    });
    beforeEach(() => {
      patience = { attempts: 3, pauseMs: 1, silenceMs: 60_000 };
    });

    async function say(text: string): Promise<readonly Draft[]> {
      sessions += 1;
      const client = await RawClient.open(server.url, {
        dialect: native,
        endpoint,
        session: `${provider}-${sessions}`,
      });
      await client.send({ type: 'message.send', text });
      await client.until(() => client.has('run.finished'));
      await client.close();
      expect(JSON.stringify(client.frames)).not.toContain(KEY);
      return client.drafts;
    }

    it('streams reasoning, text and arguments, makes the calls, and counts what it cost', async () => {
      upstream.script = () => ({
        reasoning: 'Let me see.',
        text: 'Looking them up.',
        calls: [
          { name: 'look_up', args: { word: 'wire' } },
          { name: 'look_up', args: { word: '线' } },
        ],
      });
      const drafts = await say('two words');
      expect(joined(drafts, 'reasoning.delta')).toBe('Let me see.');
      expect(joined(drafts, 'text.delta')).toBe('Looking them up.');
      expect(joined(drafts, 'tool.args')).toBe('{"word":"wire"}{"word":"线"}');
      expect(of(drafts, 'tool.args').length).toBeGreaterThan(streamsArgs ? 4 : 1);
      expect(of(drafts, 'tool.call').map(({ args }) => args)).toEqual([{ word: 'wire' }, { word: '线' }]);
      expect(of(drafts, 'run.finished')).toMatchObject([
        {
          status: 'complete',
          text: 'Looking them up.|ok meaning of wire|ok meaning of 线',
          usage: { input: 11, output: 7, total: 18 },
          cost: 0.025,
        },
      ]);
      expect(upstream.seen.at(-1)).toMatchObject({ task: 'chat', system: 'You are a test.', tools: ['look_up'] });
    });

    it('takes reasoning out of a text that has it between tags', async () => {
      upstream.script = () => '<think>\nHm, wires.\n</think>\n\nWires it is.';
      const drafts = await say('tags');
      expect(joined(drafts, 'reasoning.delta')).toContain('Hm, wires.');
      expect(joined(drafts, 'text.delta')).toBe('Wires it is.');
    });

    it('says so where the model could not write its answer to the end', async () => {
      upstream.script = () => ({ text: 'Once upon a', isCut: true });
      const drafts = await say('a story');
      expect(of(drafts, 'error')).toMatchObject([{ code: 'MODEL_LENGTH', fatal: false }]);
      expect(of(drafts, 'run.finished')).toMatchObject([{ status: 'complete', text: 'Once upon a' }]);
    });

    it.runIf(streamsArgs)('fails a call whose arguments are no object, with what the model wrote', async () => {
      upstream.script = () => ({ calls: [{ name: 'look_up', args: '{"word": "wi' }] });
      const drafts = await say('broken');
      expect(of(drafts, 'tool.call')).toMatchObject([{ args: null, argsText: '{"word": "wi' }]);
      expect(of(drafts, 'tool.finished')).toMatchObject([{ outcome: 'error' }]);
    });

    it('goes on after a cut: what was said stays as interrupted, and a new message begins', async () => {
      upstream.script = (_, nth) => ({
        text: 'An answer that is whole.',
        ...(nth === first && { fault: { cutAfter: 12 } }),
      });
      const first = upstream.count('chat');
      const drafts = await say('cut');
      const ends = of(drafts, 'message.completed');
      expect(ends).toMatchObject([{ interrupted: true }, {}]);
      expect(ends[1]?.interrupted).toBeUndefined();
      const [cut, whole] = ends.map(({ messageId }) =>
        of(drafts, 'text.delta')
          .filter((each) => each.messageId === messageId)
          .map(({ delta }) => delta)
          .join(''),
      );
      expect(whole).toBe('An answer that is whole.');
      expect(whole?.startsWith(cut ?? 'nothing')).toBe(true);
      expect(cut).not.toBe(whole);
      expect(upstream.count('chat') - first).toBe(2);
    });

    it.runIf(streamsArgs)('closes a call that was cut in its arguments, and makes it once', async () => {
      const first = upstream.count('chat');
      upstream.script = (_, nth) => ({
        calls: [{ name: 'look_up', args: { word: 'abcdefghij' } }],
        ...(nth === first && { fault: { cutAfter: 8 } }),
      });
      const drafts = await say('cut call');
      expect(of(drafts, 'tool.finished').map(({ outcome }) => outcome)).toEqual(['unknown', 'ok']);
      expect(new Set(of(drafts, 'tool.finished').map(({ callId }) => callId)).size).toBe(2);
    });

    const passing = [
      { what: 'a 429', fault: { status: 429, retryAfter: '0' } },
      { what: 'a 503', fault: { status: 503 } },
    ];
    for (const { what, fault } of passing) {
      it(`tries again after ${what}`, async () => {
        const first = upstream.count('chat');
        upstream.script = (_, nth) => (nth - first < 2 ? { fault } : 'There.');
        const drafts = await say(what);
        expect(of(drafts, 'run.finished')).toMatchObject([{ status: 'complete', text: 'There.' }]);
        expect(of(drafts, 'error')).toEqual([]);
        expect(upstream.count('chat') - first).toBe(3);
      });
    }

    it('says that it waits, and for how long, where that is long enough to wonder', async () => {
      const first = upstream.count('chat');
      upstream.script = (_, nth) => (nth === first ? { fault: { status: 429, retryAfter: '3' } } : 'There.');
      const drafts = await say('patience');
      expect(of(drafts, 'run.finished')).toMatchObject([{ status: 'complete', text: 'There.' }]);
      expect(of(drafts, 'error')).toMatchObject([{ code: 'MODEL_RATE_LIMITED', fatal: false }]);
      expect(of(drafts, 'error')[0]?.message).toMatch(/Try 2 of 3 in 3 s\. \/ .*3 秒后/);
    });

    const lasting = [
      { code: 'MODEL_AUTH', tries: 1, fault: { status: 401, message: `Incorrect API key: ${KEY}` } },
      { code: 'MODEL_FORBIDDEN', tries: 1, fault: { status: 403, message: 'no such region' }, says: 'no such region' },
      { code: 'MODEL_NOT_FOUND', tries: 1, fault: { status: 404, message: 'no such model' }, says: 'no such model' },
      { code: 'MODEL_REFUSED', tries: 1, fault: { status: 400, message: 'too long' }, says: 'too long' },
      {
        code: 'MODEL_RATE_LIMITED',
        tries: 3,
        fault: { status: 429, retryAfter: '0', message: 'no quota' },
        says: 'no quota',
      },
      { code: 'MODEL_RATE_LIMITED', tries: 1, fault: { status: 429, retryAfter: '3600' } },
      { code: 'MODEL_UNAVAILABLE', tries: 3, fault: { status: 500 } },
      { code: 'MODEL_CUT', tries: 3, fault: { cutAfter: 3 } },
      { code: 'MODEL_SILENT', tries: 3, fault: { silentAfter: 0 } },
      { code: 'MODEL_SILENT', tries: 3, fault: { silentAfter: 3 } },
    ];
    for (const { code, tries, fault, says = '' } of lasting) {
      it(`gives up with ${code} on ${JSON.stringify(fault).replaceAll(KEY, 'a key')}`, async () => {
        if (code === 'MODEL_SILENT') patience = { ...patience, silenceMs: 150 };
        const first = upstream.count('chat');
        upstream.script = () => ({ text: 'never heard to its end', fault });
        const drafts = await say(code);
        expect(of(drafts, 'error')).toMatchObject([{ code, fatal: true }]);
        expect(of(drafts, 'error')[0]?.message).toContain(says);
        expect(of(drafts, 'error')[0]?.message).toMatch(/[a-z]\. \/ .*[\u4e00-\u9fff]|\) \/ .*[\u4e00-\u9fff]/);
        expect(of(drafts, 'run.finished')).toMatchObject([{ status: 'error' }]);
        expect(upstream.count('chat') - first).toBe(tries);
      });
    }

    it('reads JSON out of a fence, and shows the model once what was wrong', async () => {
      upstream.script = ({ last }) =>
        last === 'json' ? 'Here you are:\n```json\n{"n": "seven"}\n```' : 'Sorry. {"n": 7}';
      const drafts = await say('json');
      expect(of(drafts, 'run.finished')).toMatchObject([{ status: 'complete', text: 'n=7' }]);
      expect(upstream.seen.at(-1)?.last).toContain('n: ');
      expect(joined(drafts, 'text.delta')).toBe('');
      expect(joined(drafts, 'reasoning.delta')).toContain('Here you are');
    });

    it('gives up on a model that never writes the JSON', async () => {
      const first = upstream.count('chat');
      upstream.script = () => 'I would rather not.';
      const drafts = await say('json');
      expect(of(drafts, 'error')).toMatchObject([{ code: 'MODEL_NONSENSE' }]);
      expect(upstream.count('chat') - first).toBe(2);
    });
  });
}

function of<T extends Draft['type']>(drafts: readonly Draft[], type: T): DraftOf<T>[] {
  return drafts.filter((draft) => draft.type === type) as unknown as DraftOf<T>[];
}

function joined(drafts: readonly Draft[], type: 'text.delta' | 'reasoning.delta' | 'tool.args'): string {
  return of(drafts, type)
    .map(({ delta }) => delta)
    .join('');
}
