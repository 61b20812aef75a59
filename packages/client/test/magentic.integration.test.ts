import type { IndependentServer, Step } from '@polywire/conformance/independent-server';
import { start } from '@polywire/conformance/servers/magentic';
import { plainText } from '@polywire/protocol';
import { magentic } from '@polywire/protocol/dialects/magentic';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectOptions, Conversation, ConversationView } from '../src/index.ts';
import { connect } from '../src/node.ts';
import { OurServer } from './support/server.ts';
import { isDone, until } from './support/until.ts';

/** Each 处理逻辑 and 注意事项 line of the document, by its words. */
const story = (...steps: Step[]) => JSON.stringify(steps);
const hang: Step = { hang: true };
let server: IndependentServer;
let conversation: Conversation;
let logged: string[];
beforeEach(async () => {
  server = await start();
  logged = [];
});
afterEach(async () => {
  conversation.close();
  await server.close();
});

async function begin(steps: Step[], options: Partial<ConnectOptions> = {}): Promise<void> {
  conversation = connect({ url: server.url, dialect: magentic, log: (line) => logged.push(line), ...options });
  await conversation.send(story(...steps));
}
const tell = (frame: object) => server.broadcast(JSON.stringify(frame));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const parts = ({ conversation: { turns } }: ConversationView) => [...(turns.last?.parts ?? [])];
const asks = (view: ConversationView) => view.question !== undefined;
const noSocket = () => server.sockets === 0;
const result = (fields: object) => ({ type: 'result', status: 'complete', ...fields });
const teamResult = { task_result: 'All done', usage: { tokens: 1000, cost: 0.02 }, duration: 30.5 };

describe('错误消息', () => {
  it('清除输入超时定时器 · 关闭WebSocket连接 · 清除活跃socket引用 · 在控制台输出错误信息', async () => {
    await begin([{ ask: '?' }], { inputTimeoutMs: 300 });
    await until(conversation, asks);
    tell({ type: 'error', error: 'boom' });
    await until(conversation, noSocket);
    expect(logged.join()).toContain('boom');
    expect(conversation.getState().error).toMatchObject({ code: 'REFUSED', message: 'boom' });
    await pause(500);
    expect(conversation.getState().question?.isOverdue).toBe(false);
    expect(server.sockets).toBe(0);
    // The reference is gone, not the conversation: the next message makes its own socket.
    await conversation.send('again');
    await until(conversation, (view) => plainText(view.conversation.turns.last as never) === 'again');
  });
});

describe('普通消息', () => {
  it('验证消息数据存在性', async () => {
    await begin([{ raw: { type: 'message' } }, { raw: { type: 'message', data: null } }, { say: 'fine' }]);
    const view = await until(conversation, isDone);
    expect(parts(view).map(({ kind }) => kind)).toEqual(['text']);
    expect(logged.filter((line) => line.startsWith('invalid'))).toHaveLength(2);
  });

  it('创建新的Message对象 · 将消息添加到当前运行的消息列表中', async () => {
    const data = { content: 'From the document', metadata: { agent_name: 'web_surfer', timestamp: 't' } };
    await begin([{ raw: { type: 'message', data } }, { say: 'second' }]);
    const view = await until(conversation, isDone);
    expect(parts(view)).toMatchObject([
      { kind: 'text', text: 'From the document', agent: 'web_surfer' },
      { kind: 'text', text: 'second' },
    ]);
  });
});

describe('输入请求', () => {
  it.each([
    [null, undefined, 'text'],
    ['text_input', undefined, 'text'],
    ['approval', 'May I?', 'approval'],
  ] as const)('根据输入类型创建对应的输入请求对象: %s', async (input_type, prompt, kind) => {
    await begin([{ raw: { type: 'input_request', input_type, prompt } }, hang]);
    const view = await until(conversation, asks);
    // 更新运行状态为 "awaiting_input" · 设置输入请求对象到当前运行
    expect({ kind: view.question?.kind, status: view.status }).toEqual({ kind, status: 'awaiting_input' });
    const [question] = parts(view).filter((part) => part.kind === 'question');
    expect(question).toMatchObject({ asks: kind, status: 'open', ...(prompt && { prompt }) });
  });

  it('重置更新的计划数组', async () => {
    await begin([{ plan: [{ title: 'Look', details: 'up' }] }, { ask: '?' }, { ask: 'again?' }]);
    await until(conversation, asks);
    await conversation.editPlan('any', [{ title: 'Look twice' }]);
    expect(conversation.getState().question?.editedPlan).toEqual([{ title: 'Look twice' }]);
    const first = conversation.getState().question?.inputId as string;
    await conversation.answer(first, { outcome: 'approve' });
    const sent = server.received.filter((each) => (each as { type?: string }).type === 'input_response').at(-1);
    expect(JSON.stringify(sent)).toContain('Look twice');
    const { question } = await until(conversation, (view) => asks(view) && view.question?.inputId !== first);
    expect(question?.editedPlan).toEqual([]);
  });

  it('启动输入超时定时器', async () => {
    await begin([{ ask: '?' }], { inputTimeoutMs: 50 });
    const { question } = await until(conversation, (view) => view.question?.isOverdue === true);
    expect(question).toMatchObject({ kind: 'text', isOverdue: true });
  });
});

it('系统状态消息: 直接更新当前运行的状态', async () => {
  await begin([{ say: 'working' }, hang]);
  const before = await until(conversation, (view) => parts(view).length === 1);
  for (const status of ['pausing', 'paused', 'active'] as const) {
    tell({ type: 'system', status });
    const view = await until(conversation, (now) => now.status === status);
    expect(view.conversation.turns.last?.status).toBe(status);
    expect(parts(view)).toEqual(parts(before));
  }
});

describe('结果消息', () => {
  it.each([
    ['result', 'complete', 'complete'],
    ['completion', 'error', 'error'],
    ['completion', 'stopped', 'stopped'],
    ['completion', 'cancelled', 'stopped'],
  ])('根据状态字段映射到对应的 BaseRunStatus: %s %s', async (type, status, expected) => {
    await begin([{ raw: { type, status, data: teamResult } }, hang]);
    const view = await until(conversation, isDone);
    expect(view.conversation.turns.last?.status).toBe(expected);
  });

  it('关闭WebSocket连接 · 清除活跃socket引用 · 更新运行状态和团队结果', async () => {
    await begin([{ raw: result({ data: teamResult }) }, hang]);
    const { conversation: shown, connection } = await until(conversation, (view) => isDone(view) && noSocket());
    expect(connection).toBe('open');
    const { answer, usage, cost, durationMs } = shown.turns.last ?? {};
    expect({ answer, total: usage?.total, cost, durationMs }).toEqual({
      answer: 'All done',
      total: 1000,
      cost: 0.02,
      durationMs: 30_500,
    });
  });

  it('验证数据是否为 TeamResult 类型', async () => {
    await begin([{ raw: result({ data: { usage: 'much', duration: 'long' } }) }, hang]);
    const { conversation: shown } = await until(conversation, isDone);
    expect(shown.turns.last).toMatchObject({ status: 'complete', usage: undefined, durationMs: undefined });
  });
});

it('组件可见时: 接收消息 → 解析JSON → 类型判断 → 更新应用状态 → 触发UI重新渲染', async () => {
  await begin([{ say: 'one' }, hang]);
  await until(conversation, (view) => parts(view).length === 1);
  const told = new Promise<ConversationView>((resolve) => {
    conversation.subscribe(() => resolve(conversation.getState()));
  });
  tell({ type: 'message', data: { content: 'two', metadata: {} } });
  expect(parts(await told)).toMatchObject([{ text: 'one' }, { text: 'two' }]);
});

describe('组件不可见时', () => {
  it('只处理系统状态消息 · 更新运行状态 · 不触发UI重新渲染, and says what is missing', async () => {
    await begin([{ say: 'seen' }, hang]);
    const before = await until(conversation, (view) => parts(view).length === 1);
    let told = 0;
    conversation.setVisible(false);
    conversation.subscribe(() => {
      told += 1;
    });
    tell({ type: 'message', data: { content: 'unseen', metadata: {} } });
    tell({ type: 'system', status: 'paused' });
    const hidden = await until(conversation, ({ status }) => status === 'paused');
    expect(parts(hidden)).toEqual(parts(before));
    expect(told).toBe(0);
    conversation.setVisible(true);
    const { gap } = await until(conversation, () => told > 0);
    expect(gap).toMatchObject({ reason: 'hidden' });
  });

  it('catches up from its cursor where the server can', async () => {
    const ours = await OurServer.start();
    conversation = connect({ url: ours.url, dialect: magentic });
    await conversation.send(JSON.stringify([{ say: 'one' }, { ask: '?' }, { say: 'two' }]));
    const { question } = await until(conversation, asks);
    conversation.setVisible(false);
    await conversation.answer(question?.inputId as string, { text: 'go' }).catch(() => undefined);
    await until(conversation, ({ status }) => status === 'complete');
    expect(plainText(conversation.getState().conversation.turns.last as never)).toBe('one');
    conversation.setVisible(true);
    const { conversation: shown, gap } = await until(conversation, isDone);
    expect(plainText(shown.turns.last as never)).toBe('one\n\nYou said: go\n\ntwo');
    expect(gap).toBeUndefined();
    conversation.close();
    await ours.remove();
  });
});

describe('注意事项', () => {
  it('状态管理: every change is a new state, and the old one stays as it was', async () => {
    await begin([{ say: 'one' }, hang]);
    const before = await until(conversation, (view) => parts(view).length === 1);
    tell({ type: 'message', data: { content: 'two', metadata: {} } });
    const after = await until(conversation, (view) => parts(view).length === 2);
    expect(after).not.toBe(before);
    expect(parts(before)).toHaveLength(1);
  });

  it.each([
    ['错误', { type: 'error', error: 'boom' }],
    ['完成', result({ data: teamResult })],
  ])('连接管理: 在%s时会自动关闭WebSocket连接', async (_, frame) => {
    await begin([{ say: 'one' }, hang]);
    await until(conversation, (view) => parts(view).length === 1 && server.sockets === 1);
    tell(frame);
    await until(conversation, noSocket);
  });

  it('计划重置: an input request begins with a plan that nobody edited', async () => {
    await begin([{ ask: '?' }]);
    await until(conversation, asks);
    await conversation.editPlan('any', [{ title: 'Look twice' }]);
    tell({ type: 'input_request', input_type: 'text_input' });
    await until(conversation, ({ question }) => question?.editedPlan.length === 0);
  });

  it('类型安全: what is no message of the document changes nothing but the log', async () => {
    await begin([{ say: 'one' }, hang]);
    const before = await until(conversation, (view) => parts(view).length === 1);
    server.broadcast('not JSON');
    tell({ type: 'system', status: 7 });
    tell({ type: 'input_request', input_type: 'telepathy', prompt: 3 });
    await until(conversation, () => logged.length >= 3);
    expect(parts(conversation.getState())).toEqual(parts(before));
    expect(conversation.getState().status).toBe('active');
  });

  it('会话验证: frames of another run are left alone', async () => {
    await begin([{ say: 'mine' }, hang]);
    const before = await until(conversation, (view) => parts(view).length === 1);
    tell({ type: 'message', run_id: 999, data: { content: 'not mine', metadata: {} } });
    tell({ type: 'system', status: 'paused', run_id: 999 });
    tell({ type: 'system', status: 'pausing', run_id: 41 });
    const after = await until(conversation, ({ status }) => status === 'pausing');
    expect(parts(after)).toEqual(parts(before));
  });
});

describe('a server that is not there yet', () => {
  /** Until `isThere`, the server answers as it is told to. */
  const late = (answer: () => Response) => {
    const at = { isThere: false };
    const asked: typeof fetch = async (...args) => (at.isThere ? fetch(...args) : answer());
    conversation = connect({ url: server.url, dialect: magentic, fetch: asked });
    return at;
  };

  it('is asked for a session until it is', async () => {
    const at = late(() => {
      throw new TypeError('nobody listens');
    });
    const sent = conversation.send(story({ say: 'late' }));
    await until(conversation, ({ connection }) => connection === 'reconnecting');
    at.isThere = true;
    await sent;
    await until(conversation, (view) => plainText(view.conversation.turns.last as never) === 'late');
  });

  it('may refuse, and is asked again with the next message', async () => {
    const at = late(() => new Response('{}', { status: 503 }));
    await until(conversation, ({ connection }) => connection === 'refused');
    at.isThere = true;
    await conversation.send(story({ say: 'now' }));
    await until(conversation, (view) => plainText(view.conversation.turns.last as never) === 'now');
  });
});
