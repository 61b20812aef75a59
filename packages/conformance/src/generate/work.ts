import type { Draft } from '@polywire/protocol';
import fc from 'fast-check';
import { waiting, waits } from './questions.ts';
import { someText } from './texts.ts';
import { flag, optional, set, type Thread } from './thread.ts';

export const planStep = fc
  .record({ title: someText, details: optional(someText), agent: optional(fc.constant('coder')) })
  .map(({ title, details, agent }) => ({ title, ...set({ details, agent }) }));

export const plan: fc.Arbitrary<Thread> = fc
  .record({
    task: optional(someText),
    summary: optional(someText),
    steps: fc.array(planStep, { maxLength: 3 }),
    asks: flag,
    waits,
    prompt: optional(someText),
    outcome: fc.constantFrom('approved', 'denied', 'answered'),
    edited: flag,
    progress: optional(someText),
    instruction: optional(someText),
    by: optional(fc.constant('alice')),
  })
  .map((it) => (id) => {
    const planId = `plan_${id}`;
    const body = { planId, steps: [...it.steps], ...set({ task: it.task, summary: it.summary }) };
    const asked = { kind: 'plan' as const, planId, ...set({ prompt: it.prompt }) };
    return [
      { type: 'plan.proposed', ...body },
      ...(it.asks ? waiting(`input_${id}`, asked, it.waits, { outcome: it.outcome }) : []),
      ...(it.edited ? [{ type: 'plan.edited', ...body, ...set({ by: it.by }) } as const] : []),
      ...it.steps.map(
        (step, index): Draft => ({
          type: 'plan.step',
          planId,
          index,
          count: it.steps.length,
          title: step.title,
          ...set({ details: step.details, agentName: step.agent, progress: it.progress, instruction: it.instruction }),
        }),
      ),
    ];
  });

export const todoStatus = fc.constantFrom('pending', 'in_progress', 'completed');

export const todo: fc.Arbitrary<Thread> = fc
  .record({
    title: optional(someText),
    items: fc.array(fc.record({ text: someText, status: todoStatus }), { maxLength: 3 }),
    changes: fc.array(todoStatus, { maxLength: 3 }),
    by: optional(fc.constant('alice')),
  })
  .map((it) => (id) => {
    const listId = `list_${id}`;
    const items = it.items.map((item, i) => ({ id: `item_${id}_${i}`, ...item }));
    return [
      { type: 'todo.list', listId, items, ...set({ title: it.title }) },
      ...items.slice(0, it.changes.length).map(
        (item, index): Draft => ({
          type: 'todo.item',
          listId,
          itemId: item.id,
          index,
          text: item.text,
          status: it.changes[index] ?? 'pending',
          ...set({ by: it.by }),
        }),
      ),
    ];
  });
