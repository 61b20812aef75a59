import { RunError } from '@polywire/server';
import { type SceneWords, sceneWords } from './scene-words.ts';
import { type Play, type Stage, say } from './stage.ts';

/** What an agent does before the eyes of the reader, one scene for each state of the page that needs an agent. */
type Scene = (w: SceneWords) => Play;
type Context = Parameters<Play>[0];

/** What to say for a scene, in each language, is in the words. */
export function playScenes(stage: Stage): void {
  for (const w of Object.values(sceneWords)) {
    for (const [name, scene] of Object.entries(scenes)) stage.play(w.asked[name as SceneName], scene(w));
  }
}

/** Goes on until somebody stops it. */
function held({ signal }: Context): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

const once = (context: Context, key: string, emits: () => void) =>
  context.step(key, async () => {
    emits();
    return true;
  });

function think(context: Context, messageId: string, delta: string): void {
  context.emit({ type: 'message.started', messageId, role: 'assistant' });
  context.emit({ type: 'reasoning.delta', messageId, delta });
}

const thinking: Scene = () => (context) => held(context);

const reasoning: Scene = (w) => (context) =>
  context.step('r', async () => {
    think(context, 'm', w.reasoning);
    return held(context);
  });

const streaming: Scene = (w) => (context) =>
  context.step('s', async () => {
    think(context, 'm', w.reasoning);
    context.emit({ type: 'reasoning.done', messageId: 'm' });
    context.emit({ type: 'text.delta', messageId: 'm', delta: w.half });
    return held(context);
  });

const tools: Scene = (w) => async (context) => {
  const call = (
    callId: string,
    name: string,
    args: Record<string, string>,
    run: (print: (text: string) => void) => Promise<never | object>,
  ) => context.callTool({ callId, args, tool: { name, run: (_, { output }) => run(output) as Promise<never> } });
  await Promise.all([
    call('a', 'web_search', { query: w.query }, async () => ({ hits: w.hits })),
    call('b', 'run_sql', { sql: 'SELECT shop, SUM(sales) FROM sales GROUP BY shop' }, async (print) => {
      print(w.printed);
      return held(context);
    }),
    call('c', 'fetch_page', { url: 'https://shop.example/prices' }, async () => {
      throw new Error(w.refused);
    }),
    call('d', 'calculate', { expression: '180 / 120 - 1' }, async () => held(context)),
  ]);
  return undefined;
};

const approval: Scene = (w) => async (context) => {
  await say(context, w.beforeApproval);
  await context.callTool({
    callId: 'w',
    args: { path: w.file, content: w.fileContent },
    tool: { name: 'write_file', destructive: true, run: async () => 'ok' },
  });
  await say(context, w.afterApproval);
  return undefined;
};

const question: Scene = (w) => async (context) => {
  await context.ask({ inputId: `${context.runId}.q`, kind: 'text', prompt: w.question });
  return undefined;
};

const plan: Scene = (w) => async (context) => {
  await once(context, 'p', () =>
    context.emit({ type: 'plan.proposed', planId: 'p', task: w.task, summary: w.summary, steps: w.steps }),
  );
  await context.ask({ inputId: `${context.runId}.q`, kind: 'plan', planId: 'p' });
  await once(context, 't', () => {
    context.emit({ type: 'plan.step', planId: 'p', index: 1, count: w.steps.length, title: w.steps[1]?.title ?? '' });
    context.emit({ type: 'todo.list', listId: 'l', title: w.listTitle, items: w.items });
  });
  return held(context);
};

const rich: Scene = (w) => async (context) => {
  await say(context, w.rich);
  await once(context, 'u', () => context.emit({ type: 'usage', input: 1_810, output: 634, total: 2_444, cost: 0.018 }));
  return undefined;
};

const chart: Scene = (w) => async (context) => {
  await say(context, w.beforeChart);
  const series = w.shops.map((name, i) => ({ type: i ? 'line' : 'bar', name, data: sales[i] ?? [] }));
  const options = { legend: {}, xAxis: { type: 'category', data: w.months }, yAxis: { type: 'value' }, series };
  await once(context, 'c', () =>
    context.emit({ type: 'chart', analysisId: context.runId, title: w.chartTitle, options: [options] }),
  );
  return undefined;
};
const sales = [
  [120, 180, 150, 210, 190, 240],
  [90, 110, 160, 170, 205, 220],
];

const image: Scene = (w) => async (context) => {
  await once(context, 'i', () => {
    context.emit({ type: 'image', imageId: 'own', url: '/mark.svg', alt: w.ownImage });
    context.emit({ type: 'image', imageId: 'far', url: 'https://images.example/shop.png', alt: w.farImage });
  });
  return undefined;
};

const failure: Scene = (w) => async (context) => {
  await say(context, w.half);
  throw new RunError('MODEL_UNAVAILABLE', 'Nobody answers at model.example. / model.example 无人应答。');
};

const warning: Scene = (w) => async (context) => {
  await once(context, 'e', () =>
    context.emit({ type: 'error', message: w.softError, code: 'SOURCE_SILENT', fatal: false }),
  );
  await say(context, w.half);
  return undefined;
};

const thoughts: Scene = (w) => async (context) => {
  const { emit } = context;
  await context.step('n', async () => {
    w.nodes.forEach(({ name, text }, i) => {
      const nodeRun = `n${i}`;
      emit({ type: 'node.entered', name, nodeRun });
      emit({ type: 'message.started', messageId: nodeRun, role: 'assistant', nodeRun });
      emit({ type: 'text.delta', messageId: nodeRun, delta: text, nodeRun });
      emit({ type: 'message.completed', messageId: nodeRun, nodeRun });
      emit({ type: 'node.exited', name, nodeRun });
    });
    emit({ type: 'tot.expand', candidates: w.candidates });
    emit({ type: 'tot.evaluate', chosen: 0, scores: [0.82, 0.61, 0.4] });
    emit({ type: 'tot.expand', candidates: w.deeper });
    emit({ type: 'tot.evaluate', chosen: 1, scores: [0.35, 0.5] });
    emit({ type: 'tot.backtrack', reason: w.backtrack, toDepth: 1 });
    emit({ type: 'tot.expand', candidates: w.last });
    emit({ type: 'tot.evaluate', chosen: 0, scores: [0.91] });
    const ids = ['facts', 'north', 'south', 'sum'];
    const edges: [string, string][] = [
      ['facts', 'north'],
      ['facts', 'south'],
      ['north', 'sum'],
      ['south', 'sum'],
    ];
    emit({ type: 'got.plan', nodeCount: ids.length, edgeCount: edges.length, nodeIds: ids, edges });
    w.thoughts.forEach((text, i) => {
      const id = ids[i] ?? '';
      emit({ type: 'got.node', id, phase: 'start' });
      if (i < 2) emit({ type: 'got.node', id, phase: 'complete', text });
    });
    return true;
  });
  await say(context, w.half);
  return undefined;
};

const scenes = {
  thinking,
  reasoning,
  streaming,
  tools,
  approval,
  question,
  plan,
  rich,
  chart,
  image,
  failure,
  warning,
  thoughts,
} satisfies Record<string, Scene>;
export type SceneName = keyof typeof scenes;
