import type { Graph, Growth, Thought } from '../tasks.ts';

/** A graph of thoughts that can be worked on: no cycles, every edge between known nodes, one sink. */
export class ThoughtGraph {
  readonly #nodes = new Map<string, Thought>();
  readonly #inputs = new Map<string, Set<string>>();
  readonly sink: string;

  /** What a model wrote, put in order. `join` is the task of the sink that is added where there are several. */
  constructor({ nodes, edges }: Graph, maxNodes: number, join: string) {
    for (const node of nodes.slice(0, maxNodes)) if (!this.#nodes.has(node.id)) this.#add(node);
    for (const [from, to] of edges) this.#connect(from, to);
    const sinks = this.#sinks();
    if (sinks.length === 1) {
      this.sink = sinks[0] as string;
    } else {
      this.sink = this.#free('answer');
      this.#add({ id: this.sink, task: join });
      for (const id of sinks) this.#connect(id, this.sink);
    }
  }

  get ids(): readonly string[] {
    return [...this.#nodes.keys()];
  }

  get edges(): readonly [string, string][] {
    return [...this.#inputs].flatMap(([to, froms]) => [...froms].map((from): [string, string] => [from, to]));
  }

  node(id: string): Thought {
    return this.#nodes.get(id) as Thought;
  }

  inputs(id: string): readonly string[] {
    return [...(this.#inputs.get(id) ?? [])];
  }

  /**
   * Adds what a thought led to, between it and what comes after it. The new ids begin with its own, so that they are
   * the same whichever of several thoughts grows first.
   */
  grow(id: string, { nodes, edges }: Growth): { nodesAdded: number; edgesAdded: number } {
    const before = this.edges.length;
    const after = this.#outputs(id);
    const named = new Map(nodes.slice(0, MAX_GROWTH).map((node) => [node.id, `${id}.${node.id}`]));
    const added = [...named.values()].filter((name) => !this.#nodes.has(name));
    for (const node of nodes) {
      const name = named.get(node.id);
      if (name !== undefined && added.includes(name)) this.#add({ id: name, task: node.task });
    }
    for (const [from, to] of edges) {
      const source = named.get(from);
      const target = named.get(to);
      if (source !== undefined && target !== undefined) this.#connect(source, target);
    }
    for (const name of added) {
      if (this.inputs(name).length === 0) this.#connect(id, name);
      if (this.#outputs(name).length === 0) for (const next of after) this.#connect(name, next);
    }
    return { nodesAdded: added.length, edgesAdded: this.edges.length - before };
  }

  #add(node: Thought): void {
    this.#nodes.set(node.id, node);
    this.#inputs.set(node.id, new Set());
  }

  /** An edge that would close a circle is left out. */
  #connect(from: string, to: string): void {
    if (!this.#nodes.has(from) || !this.#nodes.has(to) || this.#reaches(to, from)) return;
    this.#inputs.get(to)?.add(from);
  }

  /** Each node is looked at once: in a dense graph there are more ways than anybody could walk. */
  #reaches(from: string, to: string, seen = new Set<string>()): boolean {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return this.#outputs(from).some((next) => this.#reaches(next, to, seen));
  }

  #outputs(id: string): string[] {
    return [...this.#inputs].filter(([, froms]) => froms.has(id)).map(([to]) => to);
  }

  #sinks(): string[] {
    return this.ids.filter((id) => this.#outputs(id).length === 0);
  }

  #free(id: string): string {
    return this.#nodes.has(id) ? this.#free(`${id}_`) : id;
  }
}

/** Of one thought: graphs that grow without end never answer. */
const MAX_GROWTH = 3;
