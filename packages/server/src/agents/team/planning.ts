import { isJsonObject, type Json, type JsonObject, type PlanStep, readDecision } from '@polywire/protocol';
import { thinkJson } from '../../models/think.ts';
import type { RunContext } from '../contract.ts';
import { type Kit, modelFor } from '../kit.ts';
import { inNode } from '../node.ts';
import type { Setting } from '../recall.ts';
import { below } from '../request.ts';
import { show } from '../show.ts';
import { plan as planShape } from '../tasks.ts';
import { briefed } from '../words.ts';
import { membersOf } from './members.ts';
import { planPrompt, words } from './prompts.ts';

export interface AgreedPlan {
  readonly planId: string;
  readonly summary: string;
  readonly steps: readonly PlanStep[];
}

/** Proposes plans until the user accepts one; nothing where they want none. */
export class Planning {
  readonly #kit: Kit;
  readonly #context: RunContext;
  readonly #setting: Setting;
  #plans = 0;

  constructor(kit: Kit, context: RunContext, setting: Setting) {
    this.#kit = kit;
    this.#context = context;
    this.#setting = setting;
  }

  /** `findings` are what there is already, `feedback` what the next plan has to heed. */
  async agree(findings: readonly string[] = [], feedback = ''): Promise<AgreedPlan | undefined> {
    const given = this.#plans === 0 ? stepsIn(this.#context.options.plan) : [];
    let heed = feedback;
    for (;;) {
      this.#plans += 1;
      const key = `plan${this.#plans}`;
      const proposed =
        this.#plans === 1 && given.length > 0
          ? { planId: `${this.#context.runId}.${key}`, summary: '', steps: given }
          : await this.#make(key, findings, heed);
      await this.#propose(key, proposed);
      if (this.#context.options.cooperativePlanning === false) return proposed;
      const answer = await this.#ask(key, proposed);
      if (answer.outcome === 'approved') return this.#asEdited(key, proposed);
      const wish = answer.outcome === 'denied' ? await this.#wish(key) : (answer.text ?? '');
      if (wish === undefined) return undefined;
      heed = wish;
    }
  }

  #make(key: string, findings: readonly string[], feedback: string): Promise<AgreedPlan> {
    const context = this.#context;
    const agents = membersOf(this.#kit.settings);
    return inNode(
      context,
      { name: 'orchestrator', key },
      async (nodeRun) => {
        context.nextIteration();
        const { summary, steps } = await thinkJson(context, modelFor(this.#kit, context), {
          ...{ key: `${key}.think`, task: 'team.plan', voice: 'silent', nodeRun, shape: planShape },
          system: briefed(planPrompt(agents), this.#setting),
          messages: below(this.#setting, ...findings, ...(feedback === '' ? [] : [`To heed: ${feedback}`])),
          hints: {
            request: context.input,
            agents: agents.map(({ name, about }) => ({ name, about })),
            ...(feedback !== '' && { feedback }),
          },
        });
        return { planId: `${context.runId}.${key}`, summary, steps };
      },
      ({ steps }) => ({ plan: steps.map(({ title }) => title) }),
    );
  }

  #propose(key: string, { planId, summary, steps }: AgreedPlan): Promise<boolean> {
    const about = { task: this.#context.input, ...(summary !== '' && { summary }) };
    return show(this.#context, `${key}.shown`, { type: 'plan.proposed', planId, ...about, steps: [...steps] });
  }

  #ask(key: string, { planId }: AgreedPlan) {
    const { ask, runId, locale } = this.#context;
    return ask({ inputId: `${runId}.${key}.ok`, kind: 'plan', planId, prompt: words[locale].ok });
  }

  /** What should be different, once a plan was refused. */
  async #wish(key: string): Promise<string | undefined> {
    const { ask, runId, locale } = this.#context;
    const { text = '' } = await ask({ inputId: `${runId}.${key}.wish`, kind: 'text', prompt: words[locale].different });
    return text.trim() === '' || readDecision(text) === 'reject' ? undefined : text;
  }

  /** The plan as the user left it. */
  async #asEdited(key: string, plan: AgreedPlan): Promise<AgreedPlan> {
    const { step, edits } = this.#context;
    const steps = await step(`${key}.accepted`, async () => {
      const ofThis = edits().filter((edit) => edit.type === 'plan.edited' && edit.planId === plan.planId);
      const edited = ofThis.at(-1);
      return (edited?.type === 'plan.edited' ? edited.steps : plan.steps) as unknown as Json[];
    });
    return { ...plan, steps: steps as unknown as PlanStep[] };
  }
}

/** Steps that came with the message: a plan that somebody kept. */
function stepsIn(plan: Json | undefined): PlanStep[] {
  const list = Array.isArray(plan) ? plan : [];
  return list
    .filter(isJsonObject)
    .flatMap(({ title, details, agent }: JsonObject) =>
      typeof title === 'string' && title.trim() !== ''
        ? [{ title, ...(typeof details === 'string' && { details }), ...(typeof agent === 'string' && { agent }) }]
        : [],
    );
}
