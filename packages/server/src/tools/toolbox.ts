import type { ApprovalPolicy, Tool, Toolbox } from './contract.ts';

/** Groups of tools, some of which may still be coming in, as one box. The first of a name has it. */
export class ToolSet implements Toolbox {
  readonly #groups: (readonly Tool[])[] = [];
  readonly #approvals: Readonly<Record<string, ApprovalPolicy>>;
  #byName = new Map<string, Tool>();

  constructor(approvals: Readonly<Record<string, ApprovalPolicy>> = {}) {
    this.#approvals = approvals;
  }

  get list(): readonly Tool[] {
    return [...this.#byName.values()];
  }

  named(name: string): Tool | undefined {
    return this.#byName.get(name);
  }

  /** Returns how to put other tools in place of these. */
  add(tools: readonly Tool[]): (tools: readonly Tool[]) => void {
    const place = this.#groups.push(tools) - 1;
    this.#sort();
    return (others) => {
      this.#groups[place] = others;
      this.#sort();
    };
  }

  #sort(): void {
    const byName = new Map<string, Tool>();
    for (const tool of this.#groups.flat()) {
      const approval = Object.hasOwn(this.#approvals, tool.name) ? this.#approvals[tool.name] : undefined;
      if (!byName.has(tool.name)) byName.set(tool.name, approval === undefined ? tool : { ...tool, approval });
    }
    this.#byName = byName;
  }
}
