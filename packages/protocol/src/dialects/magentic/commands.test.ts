import { describe, expect, it } from 'vitest';
import { type Attachment, type Command, type RefusalCode, refusalCodes } from '../../commands.ts';
import type { Json, JsonObject } from '../../json.ts';
import { magentic } from './index.ts';

const stream = { id: '7', variant: 'plain', utcOffsetMin: 0, locale: 'en', baseUrl: 'http://127.0.0.1:1' } as const;

function read(frame: Json) {
  return magentic.server.commands().push({ data: JSON.stringify(frame) });
}

function answered(response: Json, more: JsonObject = {}) {
  const [command] = read({ type: 'input_response', response, ...more }).values;
  const { type, ...answer } = command as Command;
  expect(type).toBe('input.answer');
  return answer;
}

const steps = [{ title: 'one', details: 'd', agent_name: 'a' }];
const plan = JSON.stringify(steps);
const read1 = [{ title: 'one', details: 'd', agent: 'a' }];

describe('an answer', () => {
  it.each<[Json, object]>([
    [
      { accepted: false, content: 'Paris' },
      { decision: 'reply', text: 'Paris' },
    ],
    [{ accepted: true, content: 'approve' }, { decision: 'approve' }],
    [
      { accepted: false, content: 'deny' },
      { decision: 'reject', text: 'deny' },
    ],
    [
      { accepted: true, content: 'Plan Accepted', plan: '[]' },
      { decision: 'approve', text: 'Plan Accepted' },
    ],
    [
      { accepted: true, content: 'Plan Accepted', plan },
      { decision: 'approve', text: 'Plan Accepted', steps: read1 },
    ],
    [
      { content: 'Regenerate', plan },
      { decision: 'reply', text: 'Regenerate', steps: read1 },
    ],
    [
      { accepted: false, content: 'yes' },
      { decision: 'reply', text: 'yes' },
    ],
  ])('of the page: %j', (response, expected) => {
    expect(answered(JSON.stringify(response))).toEqual(expected);
    expect(answered(response)).toEqual(expected);
  });

  it.each([
    ['yes', 'approve'],
    ['Accept.', 'approve'],
    ['同意', 'approve'],
    ['no', 'reject'],
    ['deny', 'reject'],
    ['Paris', 'reply'],
    ['yes, but not now', 'reply'],
    ['42', 'reply'],
    ['true', 'reply'],
    ['[]', 'reply'],
  ])('as a bare text: %s', (text, decision) => {
    expect(answered(text)).toEqual({ decision, text });
  });

  it.each<[Json]>([
    [''],
    ['   '],
    ['{}'],
    [{ accepted: false }],
    [{ accepted: false, content: ' ' }],
    [{ accepted: 'true', content: 'approve' }],
    [{ accepted: 1, content: 'approve' }],
    [{ accepted: true, content: 'deny' }],
    [{ accepted: true, content: 'No!' }],
    [{ accepted: true, content: 5 }],
    [{ accepted: true, content: 'Plan Accepted', plan: '[{"title":' }],
    [{ accepted: true, content: 'Plan Accepted', plan: [{ details: 'no title' }] }],
    [{ accepted: true, content: 'Plan Accepted', plan: 'null' }],
  ])('that is not plain is unclear, never a yes: %j', (response) => {
    expect(answered(response)).toMatchObject({ decision: 'unclear' });
  });

  it.each<[string, Json]>([
    ['approve', { accepted: false, content: 'deny' }],
    ['reject', { accepted: true, content: 'approve' }],
    ['reply', { accepted: true, content: 'approve' }],
    ['unclear', { accepted: true, content: 'approve' }],
  ])('is unclear where the extension says %s against it', (decision, response) => {
    expect(answered(response, { decision })).toMatchObject({ decision: 'unclear' });
  });

  it('names what it answers', () => {
    const more = { input_id: 'q1', call_id: 'c1', arguments: { a: 1 }, turn: 'r1', ref: 'x' };
    expect(answered({ accepted: true, content: 'approve' }, more)).toEqual({
      decision: 'approve',
      inputId: 'q1',
      callId: 'c1',
      args: { a: 1 },
      runId: 'r1',
      ref: 'x',
    });
  });
});

describe('start', () => {
  it.each<[Json, object]>([
    ['hello', { text: 'hello' }],
    ['{"content":"hello"}', { text: 'hello' }],
    [{ content: 'hello' }, { text: 'hello' }],
    [JSON.stringify({ content: 'hello', plan }), { text: 'hello', options: { plan: read1 } }],
    [JSON.stringify({ content: 'hello', plan: '[]' }), { text: 'hello' }],
    ['{"city":"Paris"}', { text: '{"city":"Paris"}' }],
    ['42', { text: '42' }],
    ['{"content":"x","a":{"__proto__":1}}', { text: '{"content":"x","a":{"__proto__":1}}' }],
  ])('with the task %j', (task, expected) => {
    expect(read({ type: 'start', task }).values).toEqual([{ type: 'message.send', ...expected }]);
  });

  it('needs no team, and takes no keys along', () => {
    const settings_config = { approval_policy: 'never', model_client_configs: 'api_key: s3cret', api_key: 's3cret' };
    const { values } = read({ type: 'start', task: 'x', team_config: { api_key: 's3cret' }, settings_config });
    expect(values).toEqual([{ type: 'message.send', text: 'x', options: { approvalPolicy: 'never' } }]);
  });
});

describe('what cannot be taken', () => {
  it.each(['{', '[]', '{"type":"start"}', '{"type":"input_response"}'])('is told: %s', (data) => {
    const { replies, issue } = magentic.server.commands().push({ data });
    expect(issue?.reason).toBe('invalid');
    expect(replies?.map((reply) => JSON.parse(reply.data))).toMatchObject([
      { type: 'error', error: 'Invalid message format' },
    ]);
  });

  it('is passed over in silence where it is only unknown', () => {
    expect(read({ type: 'approval_response' })).toEqual({
      values: [],
      issue: { reason: 'unknown', detail: 'There is no type approval_response. / 没有 type approval_response。' },
    });
  });
});

describe('a refusal', () => {
  const refuse = (command: Command, code: RefusalCode) =>
    magentic.server.answer(command, { ok: false, error: { code, message: 'not now' } });
  const start: Command = { type: 'message.send', text: 'x', ref: 'a' };

  it.each<[Command, RefusalCode, string[]]>([
    [start, 'INVALID', ['message', 'completion']],
    [start, 'BUSY', ['message']],
    [start, 'STORAGE_FULL', ['message', 'completion']],
    [{ type: 'input.answer', decision: 'unclear' }, 'UNCLEAR', ['message', 'input_request']],
    [{ type: 'input.answer', decision: 'reply', text: 'this' }, 'INVALID', ['message', 'input_request']],
    [{ type: 'input.answer', decision: 'approve' }, 'STORAGE_FULL', ['message', 'input_request']],
    [{ type: 'input.answer', decision: 'approve' }, 'ALREADY_DECIDED', ['message']],
    [{ type: 'input.answer', decision: 'reply', text: 'this' }, 'NOT_FOUND', ['message']],
    [{ type: 'attach', after: '9.9' }, 'INVALID', ['error']],
    [{ type: 'run.stop' }, 'NOT_FOUND', ['message']],
  ])('of %j as %s', (command, code, types) => {
    expect(refuse(command, code).map(({ data }) => JSON.parse(data).type)).toEqual(types);
  });

  it('is one signal for our own client, and no event', () => {
    for (const code of refusalCodes) {
      const decoder = magentic.client.decoder(stream);
      const decoded = refuse(start, code).map((frame) => decoder.push(frame));
      expect(decoded.flatMap(({ values }) => values)).toEqual([]);
      expect(decoded.flatMap(({ signals }) => signals ?? [])).toEqual([
        { kind: 'refused', error: { code, message: 'not now' }, ref: 'a' },
      ]);
    }
  });

  it('of an answer asks again as it was asked: for words, or for a yes', () => {
    const asked = (decision: 'reply' | 'approve', code: RefusalCode) =>
      JSON.parse(refuse({ type: 'input.answer', decision }, code).at(-1)?.data ?? '').input_type;
    expect(asked('reply', 'INVALID')).toBe('text_input');
    expect(asked('approve', 'INVALID')).toBe('approval');
    expect(asked('reply', 'UNCLEAR')).toBe('approval');
  });
});

it('answers a ping', () => {
  const [pong] = magentic.server.answer({ type: 'ping' }, { ok: true });
  expect(JSON.parse(pong?.data ?? '')).toEqual({ type: 'pong' });
});

it('takes a picture without a word for an answer, but never for a yes', () => {
  const files = [{ name: 'a.png', type: 'image/png', content: 'iVBORw0=' }];
  for (const response of [JSON.stringify({ accepted: false, content: '' }), '']) {
    expect(answered(response, { files })).toMatchObject({ decision: 'reply', text: '', files: [{ name: 'a.png' }] });
    expect(answered(response, { files: [] })).toMatchObject({ decision: 'unclear' });
  }
});

describe('a file', () => {
  const taken = (file: JsonObject) => {
    const [command] = read({ type: 'start', task: 'look', files: [file] }).values;
    return command?.type === 'message.send' ? command.files : undefined;
  };
  const sent = (file: Attachment) => {
    const [frame] = magentic.client.encode({ type: 'message.send', text: 'look', files: [file] });
    return frame && 'data' in frame ? (JSON.parse(frame.data) as { files: Json }).files : undefined;
  };

  it('that was uploaded is where it is: what stands in for its content is not it', () => {
    const path = 'files/user/x/7/7/b.csv';
    const file = {
      name: 'b.csv',
      type: 'text/csv',
      content: `[FILE_UPLOADED: ${path}]`,
      uploaded: true,
      path,
      size: 4,
    };
    const known = { name: 'b.csv', mediaType: 'text/csv', url: path, size: 4 };
    expect(taken(file)).toEqual([known]);
    expect(taken({ ...file, uploaded: null })).toEqual([known]);
    expect(sent(known)).toEqual([file]);
  });

  it.each(['城市,人口\n', '', '\uFEFFa', 'a'.repeat(100_000)])(
    'of text is in base 64 on this wire alone: %.20j',
    (text) => {
      const content = Buffer.from(text).toString('base64');
      expect(taken({ name: 'b.txt', type: 'text/plain', content })).toEqual([
        { name: 'b.txt', mediaType: 'text/plain', content: text },
      ]);
      expect(sent({ name: 'b.txt', mediaType: 'text/plain', content: text })).toEqual([
        { name: 'b.txt', type: 'text/plain', content },
      ]);
    },
  );

  it('of text that is not in base 64 is taken as it is', () => {
    for (const content of ['a,b\n1,2', 'test', 'data:text/plain;base64,YQ==']) {
      expect(taken({ name: 'b.txt', type: 'text/plain', content })).toEqual([
        { name: 'b.txt', mediaType: 'text/plain', content },
      ]);
    }
  });

  it('that is no text stays as it is', () => {
    const content = Buffer.from('89504e47', 'hex').toString('base64');
    expect(taken({ name: 'a.png', type: 'image/png', content })).toEqual([
      { name: 'a.png', mediaType: 'image/png', content },
    ]);
    expect(sent({ name: 'a.png', mediaType: 'image/png', content })).toEqual([
      { name: 'a.png', type: 'image/png', content },
    ]);
  });
});

it('starts with a team, without which the real server starts nothing', () => {
  const [frame] = magentic.client.encode({ type: 'message.send', text: 'go' });
  const { team_config } = JSON.parse(frame && 'data' in frame ? frame.data : '{}') as { team_config: JsonObject };
  expect(Object.keys(team_config)).not.toHaveLength(0);
});
