import type { EventOf, EventType, RunEvent } from './events.ts';
import { chart, custom, error, foreign, image, notice } from './fold/content.ts';
import type { Conversation } from './fold/conversation.ts';
import {
  messageCompleted,
  messageStarted,
  reasoningDelta,
  reasoningDone,
  textDelta,
  textReplaced,
} from './fold/messages.ts';
import { nodeEntered, nodeExited } from './fold/nodes.ts';
import { planEdited, planProposed, planStep } from './fold/plans.ts';
import { inputRequested, inputResolved } from './fold/questions.ts';
import { historyRewound } from './fold/rewind.ts';
import { messageAccepted, runFinished, runStarted, runStatus, usage } from './fold/runs.ts';
import { checkpoint, stateSnapshot, stateUpdate } from './fold/state.ts';
import { gotExpand, gotNode, gotPlan } from './fold/thought-graph.ts';
import { totBacktrack, totEvaluate, totExpand } from './fold/thought-tree.ts';
import { todoItem, todoList } from './fold/todos.ts';
import { toolArgs, toolCall, toolFinished, toolOutput, toolStarted } from './fold/tools.ts';
import { type Fold, inTurn } from './fold/turns.ts';

/**
 * The conversation after one more event of the session's log. Pure; never throws, whatever the order of events. The cost
 * of an event does not grow with what is already there. An event that is in the conversation already changes nothing.
 */
export function fold(conversation: Conversation, event: RunEvent): Conversation {
  if (event.seq <= conversation.seq) return conversation;
  const next = (folds[event.type] as Fold<RunEvent>)(conversation, event);
  return next.seq === event.seq ? next : { ...next, seq: event.seq };
}

const folds: { readonly [T in EventType]: Fold<EventOf<T>> } = {
  'message.accepted': messageAccepted,
  'run.started': runStarted,
  'run.status': inTurn(runStatus),
  'run.finished': runFinished,
  'message.started': inTurn(messageStarted),
  'message.completed': inTurn(messageCompleted),
  'text.delta': inTurn(textDelta),
  'text.replaced': inTurn(textReplaced),
  'reasoning.delta': inTurn(reasoningDelta),
  'reasoning.done': inTurn(reasoningDone),
  'history.rewound': historyRewound,
  'tool.args': inTurn(toolArgs),
  'tool.call': inTurn(toolCall),
  'tool.started': inTurn(toolStarted),
  'tool.output': inTurn(toolOutput),
  'tool.finished': inTurn(toolFinished),
  'input.requested': inTurn(inputRequested),
  'input.resolved': inputResolved,
  'todo.list': todoList,
  'todo.item': todoItem,
  'plan.proposed': planProposed,
  'plan.edited': planEdited,
  'plan.step': planStep,
  image: inTurn(image),
  chart: inTurn(chart),
  'node.entered': inTurn(nodeEntered),
  'node.exited': inTurn(nodeExited),
  usage,
  'state.snapshot': stateSnapshot,
  'state.update': stateUpdate,
  checkpoint,
  'tot.expand': inTurn(totExpand),
  'tot.evaluate': inTurn(totEvaluate),
  'tot.backtrack': inTurn(totBacktrack),
  'got.plan': inTurn(gotPlan),
  'got.node': inTurn(gotNode),
  'got.expand': inTurn(gotExpand),
  notice: inTurn(notice),
  custom: inTurn(custom),
  foreign: inTurn(foreign),
  error: inTurn(error),
};
