import type { Model } from '../../models/contract.ts';
import { thinkJson } from '../../models/think.ts';
import { Turnstile } from '../../turnstile.ts';
import { act } from '../act.ts';
import type { Agent, RunContext } from '../contract.ts';
import { RunError } from '../errors.ts';
import { type Kit, modelFor } from '../kit.ts';
import { attempted, inNode, mark } from '../node.ts';
import { recall, type Setting } from '../recall.ts';
import { below } from '../request.ts';
import { show } from '../show.ts';
import { graph as graphShape, growth } from '../tasks.ts';
import { clipped } from '../tokens.ts';
import { briefed } from '../words.ts';
import { ThoughtGraph } from './graph.ts';
import { ANSWER, EXPAND, JOIN, NODE, PLAN, resultLine } from './prompts.ts';

/** Breaks a request into a graph of thoughts, works on those that are ready side by side, and answers by the last. */
export function got(kit: Kit): Agent {
  return {
    name: 'got',
    description: { en: 'Breaks a task into a graph of thoughts', zh: '将任务拆成思维图，并行求解' },
    run: async (context) => new Thinking(kit, context, await begin(kit, context), false).answer(),
  };
}

/** The same, with a graph that grows where a thought opens new questions. */
export function gotAdaptive(kit: Kit): Agent {
  return {
    name: 'got_adaptive',
    description: { en: 'A graph of thoughts that grows as it is worked on', zh: '可在求解中扩展的思维图' },
    run: async (context) => new Thinking(kit, context, await begin(kit, context), true).answer(),
  };
}

interface Begun {
  readonly model: Model;
  readonly setting: Setting;
  readonly graph: ThoughtGraph;
}

async function begin(kit: Kit, context: RunContext): Promise<Begun> {
  const model = modelFor(kit, context);
  const setting = await recall(context, kit, model);
  const { maxNodes } = kit.settings.got;
  const plan = async (nodeRun: string) => {
    context.nextIteration();
    const made = await thinkJson(context, model, {
      ...{ key: 'plan.think', task: 'got.plan', voice: 'silent', nodeRun, shape: graphShape },
      ...{ system: briefed(PLAN, setting), messages: below(setting), hints: { request: context.input } },
    });
    const planned = new ThoughtGraph(made, maxNodes, JOIN[context.locale]);
    const { ids, edges } = planned;
    await show(context, 'plan.shown', {
      ...{ type: 'got.plan', nodeCount: ids.length, edgeCount: edges.length, nodeIds: [...ids], nodeRun },
      edges: edges.map(([from, to]): [string, string] => [from, to]),
    });
    return planned;
  };
  return { model, setting, graph: await inNode(context, { name: 'plan', key: 'plan' }, plan, stateOf) };
}

function stateOf({ ids, edges, sink }: ThoughtGraph) {
  return { nodes: [...ids], edges: edges.map((edge) => [...edge]), sink };
}

/** What came of a thought; a failed one is gone around. */
type Found = { readonly text: string } | { readonly failed: string };

/** The work on one graph. */
class Thinking {
  readonly #kit: Kit;
  readonly #context: RunContext;
  readonly #begun: Begun;
  readonly #isAdaptive: boolean;
  readonly #turnstile: Turnstile;
  readonly #found = new Map<string, Promise<Found>>();
  readonly #done = new Map<string, Found>();
  readonly #planned: ReadonlySet<string>;

  constructor(kit: Kit, context: RunContext, begun: Begun, isAdaptive: boolean) {
    this.#kit = kit;
    this.#context = context;
    this.#begun = begun;
    this.#isAdaptive = isAdaptive;
    this.#turnstile = new Turnstile(kit.settings.got.parallel);
    this.#planned = new Set(begun.graph.ids);
  }

  async answer(): Promise<string> {
    const found = await this.#find(this.#begun.graph.sink);
    if ('text' in found) return found.text;
    throw new RunError('GOT_FAILED', found.failed);
  }

  #find(id: string): Promise<Found> {
    const known = this.#found.get(id);
    if (known) return known;
    const finding = this.#settle(id);
    this.#found.set(id, finding);
    return finding;
  }

  async #settle(id: string): Promise<Found> {
    const { graph } = this.#begun;
    // What a thought grew comes before those that wait for it: look again until nothing is missing.
    for (;;) {
      const missing = graph.inputs(id).filter((input) => !this.#done.has(input));
      if (missing.length === 0) break;
      await Promise.all(missing.map((input) => this.#find(input)));
    }
    const leave = await this.#turnstile.enter(this.#context.signal);
    const found = await this.#tryAll(id).finally(leave);
    if (this.#isAdaptive && 'text' in found && id !== graph.sink && this.#planned.has(id))
      await this.#grow(id, found.text);
    this.#done.set(id, found);
    return found;
  }

  async #tryAll(id: string): Promise<Found> {
    const context = this.#context;
    const { retries } = this.#kit.settings.got;
    await show(context, `node.${id}.start`, { type: 'got.node', id, phase: 'start' });
    for (let tried = 0; ; tried += 1) {
      const key = tried === 0 ? `node.${id}` : `node.${id}.again${tried}`;
      const made = await attempted(context, key, () => this.#think(id, key));
      if ('value' in made) {
        await show(context, `node.${id}.done`, {
          type: 'got.node',
          id,
          phase: 'complete',
          text: clipped(made.value, SHOWN_TOKENS),
        });
        await mark(context, `node.${id}`, this.#begun.graph.ids.indexOf(id), { node: id });
        return { text: made.value };
      }
      if (tried < retries) continue;
      await show(context, `node.${id}.lost`, { type: 'got.node', id, phase: 'failed', text: made.failed });
      return made;
    }
  }

  #think(id: string, key: string): Promise<string> {
    const context = this.#context;
    const { graph, model, setting } = this.#begun;
    const { task } = graph.node(id);
    const results = graph.inputs(id).map((input) => this.#result(input));
    const isSink = id === graph.sink;
    const work = (nodeRun: string) =>
      act(context, model, {
        ...{ key: `${key}.think`, nodeRun, ...(isSink ? AS_ANSWER : AS_THOUGHT) },
        system: briefed(isSink ? ANSWER : NODE, setting),
        messages: below(setting, ...results.map(resultLine), `Thought ${id}: ${task}`),
        hints: { request: context.input, node: { id, task }, results },
        tools: this.#kit.tools,
      });
    return inNode(context, { name: id, key }, work, (text) => ({ [id]: clipped(text, SHOWN_TOKENS) }));
  }

  async #grow(id: string, text: string): Promise<void> {
    const context = this.#context;
    const { graph, model, setting } = this.#begun;
    const { task } = graph.node(id);
    const key = `grow.${id}`;
    const made = await attempted(context, key, () =>
      inNode(context, { name: 'expand', key }, (nodeRun) =>
        thinkJson(context, model, {
          ...{ key: `${key}.think`, task: 'got.expand', voice: 'silent', nodeRun, shape: growth },
          system: briefed(EXPAND, setting),
          messages: below(setting, resultLine({ id, task, text })),
          hints: { request: context.input, node: { id, task }, results: [{ id, task, text }] },
        }),
      ),
    );
    // A graph that could not be asked to grow is still a graph.
    if ('failed' in made) return;
    const added = graph.grow(id, made.value);
    if (added.nodesAdded > 0) await show(context, `${key}.shown`, { type: 'got.expand', id, ...added });
  }

  #result(id: string): { id: string; task: string; text: string } {
    const found = this.#done.get(id);
    const text = found && 'text' in found ? found.text : `(failed: ${found?.failed ?? ''})`;
    return { id, task: this.#begun.graph.node(id).task, text };
  }
}

/** What is shown of a thought; all of it goes to those that build on it. */
const SHOWN_TOKENS = 500;
const AS_ANSWER = { task: 'got.answer', voice: 'answer' } as const;
/** Several at once would talk over one another. */
const AS_THOUGHT = { task: 'got.node', voice: 'silent' } as const;
