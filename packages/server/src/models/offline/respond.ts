import type { Task } from '../../agents/tasks.ts';
import type { Reply, Request } from './contract.ts';
import { chat } from './tasks/chat.ts';
import { growGraph, joinThoughts, planGraph, workThought } from './tasks/graph.ts';
import { summariseHistory } from './tasks/history.ts';
import { concludeTeam, planTeam, workStep } from './tasks/team.ts';
import { answerPath, evaluateThoughts, expandThoughts } from './tasks/tree.ts';

/** What is answered to each kind of request. */
const answers: Readonly<Record<Task, (request: Request) => Reply>> = {
  chat,
  summarise: summariseHistory,
  'tot.expand': expandThoughts,
  'tot.evaluate': evaluateThoughts,
  'tot.answer': answerPath,
  'got.plan': planGraph,
  'got.node': workThought,
  'got.expand': growGraph,
  'got.answer': joinThoughts,
  'team.plan': planTeam,
  'team.step': workStep,
  'team.answer': concludeTeam,
};

export function respond(request: Request): Reply {
  return answers[request.task](request);
}
