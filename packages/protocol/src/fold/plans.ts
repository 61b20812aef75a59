import type { EventOf } from '../events.ts';
import type { Conversation } from './conversation.ts';
import { changeLasting } from './lasting.ts';
import { begun } from './part-list.ts';
import type { PlanPart, PlanStepState } from './parts.ts';

type PlanEvent = EventOf<'plan.proposed' | 'plan.edited' | 'plan.step'>;

export function planProposed(conversation: Conversation, event: EventOf<'plan.proposed'>): Conversation {
  return changePlan(conversation, event, (part) => ({ ...described(part, event), current: undefined }));
}

export function planEdited(conversation: Conversation, event: EventOf<'plan.edited'>): Conversation {
  return changePlan(conversation, event, (part) => ({ ...described(part, event), edited: true, by: event.by }));
}

export function planStep(conversation: Conversation, event: EventOf<'plan.step'>): Conversation {
  const { index, count, title, details, agentName, instruction, progress } = event;
  return changePlan(conversation, event, (part) => {
    const steps = part.steps.slice();
    const at = Math.min(index, MAX_STEPS);
    while (steps.length < at) steps.push({ title: '' });
    steps[at] = {
      ...part.steps[at],
      title,
      ...(details !== undefined && { details }),
      ...(agentName !== undefined && { agent: agentName }),
      ...(instruction !== undefined && { instruction }),
      ...(progress !== undefined && { progress }),
    };
    return { ...part, steps, count: Math.max(count, steps.length), current: at };
  });
}

/** Steps that nobody proposed are made up to this index: a wild one must not fill the memory. */
const MAX_STEPS = 1000;

function described(part: PlanPart, event: EventOf<'plan.proposed' | 'plan.edited'>): PlanPart {
  const steps = event.steps.map((step, index): PlanStepState => {
    const before = part.steps[index];
    return before?.title === step.title ? { ...before, ...step } : step;
  });
  return { ...part, task: event.task ?? part.task, summary: event.summary ?? part.summary, steps, count: steps.length };
}

function changePlan(conversation: Conversation, event: PlanEvent, change: (part: PlanPart) => PlanPart): Conversation {
  const { planId: id } = event;
  const make = () => newPlan(event);
  return changeLasting(
    conversation,
    event,
    { kind: 'plan', among: 'plans', id, is: (p) => p.planId === id, make },
    change,
  );
}

function newPlan(event: PlanEvent): PlanPart {
  return {
    kind: 'plan',
    ...begun(event),
    planId: event.planId,
    task: undefined,
    summary: undefined,
    steps: [],
    count: 0,
    current: undefined,
    edited: false,
    by: undefined,
  };
}
