import type { DraftOf, Json, PlanStep } from '@polywire/protocol';
import { think } from '../../models/think.ts';
import { act, answerOf } from '../act.ts';
import type { Agent, RunContext } from '../contract.ts';
import { type Kit, modelFor } from '../kit.ts';
import { attempted, inNode, mark } from '../node.ts';
import { recall, type Setting } from '../recall.ts';
import { below } from '../request.ts';
import { show } from '../show.ts';
import { clipped } from '../tokens.ts';
import { briefed } from '../words.ts';
import { type Member, memberNamed, membersOf } from './members.ts';
import { type AgreedPlan, Planning } from './planning.ts';
import { ANSWER, FAILED, stepPrompt, words } from './prompts.ts';

/** Plans together with the user, lets its members carry out the steps, plans anew where one fails, and answers. */
export function team(kit: Kit): Agent {
  return {
    name: 'team',
    description: { en: 'Plans with you, then a team carries out the plan', zh: '与您共同制定计划，由团队执行' },
    onPause: 'yield',
    run: async (context) => {
      const setting = await recall(context, kit, modelFor(kit, context));
      return new Team(kit, context, setting).answer();
    },
  };
}

interface Done {
  readonly id: string;
  readonly task: string;
  readonly text: string;
}

/** The work of one run. */
class Team {
  readonly #kit: Kit;
  readonly #context: RunContext;
  readonly #setting: Setting;
  readonly #planning: Planning;
  readonly #done: Done[] = [];
  #steps = 0;

  constructor(kit: Kit, context: RunContext, setting: Setting) {
    this.#kit = kit;
    this.#context = context;
    this.#setting = setting;
    this.#planning = new Planning(kit, context, setting);
  }

  async answer(): Promise<string> {
    let plan = await this.#planning.agree();
    for (let replans = this.#replans(); plan; replans -= 1) {
      const failure = await this.#carryOut(plan, replans > 0);
      if (failure === undefined) return this.#conclude();
      plan = await this.#planning.agree(this.#done.map(doneLine), failure);
    }
    return this.#decline();
  }

  #replans(): number {
    return this.#context.options.allowReplans === false ? 0 : this.#kit.settings.team.replans;
  }

  /** Says why the plan must be made anew, where it must. */
  async #carryOut(plan: AgreedPlan, mayReplan: boolean): Promise<string | undefined> {
    for (const [index, step] of plan.steps.entries()) {
      this.#steps += 1;
      const outcome = await this.#doStep(plan, index, step);
      const text = 'text' in outcome ? outcome.text : outcome.failed;
      this.#done.push({
        id: String(this.#steps),
        task: step.title,
        text: 'text' in outcome ? text : `${FAILED} ${text}`,
      });
      if ('failed' in outcome && mayReplan) return `${step.title}: ${text}`;
    }
    return undefined;
  }

  async #doStep(plan: AgreedPlan, index: number, step: PlanStep): Promise<{ text: string } | { failed: string }> {
    const context = this.#context;
    const key = `step${this.#steps}`;
    const member = memberNamed(membersOf(this.#kit.settings), step.agent);
    const told = await this.#told(key);
    const { title, details = '' } = step;
    const shown: DraftOf<'plan.step'> = {
      ...{ planId: plan.planId, index, count: plan.steps.length, title, details, agentName: member.name },
      type: 'plan.step',
    };
    await show(context, `${key}.begun`, { ...shown, instruction: details });
    const made = await attempted(context, key, () => this.#work(key, member, { title, details }, told));
    const outcome = 'failed' in made ? made : readOutcome(made.value);
    const progress = clipped('text' in outcome ? outcome.text : `${FAILED} ${outcome.failed}`, SHOWN_TOKENS);
    await show(context, `${key}.shown`, { ...shown, progress });
    await mark(context, key, this.#steps, { step: title, done: 'text' in outcome });
    return outcome;
  }

  /** One member at one step. */
  #work(key: string, member: Member, step: { title: string; details: string }, told: readonly string[]) {
    const context = this.#context;
    const { title, details } = step;
    const findings = [...this.#done.map(doneLine), ...told, `Your step: ${title}\n${details}`];
    return inNode(
      context,
      { name: member.name, key },
      (nodeRun) =>
        act(context, modelFor(this.#kit, context), {
          ...{ key: `${key}.think`, task: 'team.step', voice: 'answer', agent: member.name, nodeRun },
          system: briefed(stepPrompt(member), this.#setting),
          messages: below(this.#setting, ...findings),
          hints: { request: context.input, step: { ...step, agent: member.name }, results: this.#results() },
          tools: this.#kit.tools,
        }),
      (text) => ({ step: title, result: clipped(text, SHOWN_TOKENS) }),
    );
  }

  #results(): Json[] {
    return this.#done.map((each) => ({ ...each }));
  }

  async #conclude(): Promise<string> {
    const context = this.#context;
    const told = await this.#told('answer');
    return inNode(context, { name: 'orchestrator', key: 'answer' }, async (nodeRun) =>
      answerOf(
        await think(context, modelFor(this.#kit, context), {
          ...{ key: 'answer.think', task: 'team.answer', voice: 'answer', agent: 'orchestrator', nodeRun },
          system: briefed(ANSWER, this.#setting),
          messages: below(this.#setting, ...this.#done.map(doneLine), ...told),
          hints: { request: context.input, results: this.#results() },
        }),
      ),
    );
  }

  /** What the user said in pauses, as of now. */
  async #told(key: string): Promise<readonly string[]> {
    const { step, told, locale } = this.#context;
    const said = await step(`${key}.told`, async () => [...told()]);
    return said.map((text) => `${words[locale].meanwhile}: ${text}`);
  }

  async #decline(): Promise<string> {
    const { step, emit, newId, locale } = this.#context;
    const { declined } = words[locale];
    return step('declined', async () => {
      const messageId = newId('m');
      emit({ type: 'text.delta', messageId, delta: declined });
      emit({ type: 'message.completed', messageId });
      return declined;
    });
  }
}

const SHOWN_TOKENS = 300;

function doneLine({ id, task, text }: Done): string {
  return `Step ${id} (${task}): ${text}`;
}

function readOutcome(text: string): { text: string } | { failed: string } {
  return text.startsWith(FAILED) ? { failed: text.slice(FAILED.length).trim() } : { text };
}
