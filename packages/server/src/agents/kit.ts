import type { Model, Models } from '../models/contract.ts';
import type { Sight } from '../models/prompt.ts';
import type { Toolbox } from '../tools/contract.ts';
import type { RunContext } from './contract.ts';
import { RunError } from './errors.ts';
import type { AgentSettings } from './settings.ts';

/** What the built-in agents are made with. */
export interface Kit {
  readonly models: Models;
  readonly tools: Toolbox;
  /** How a model gets to see the pictures of a session. */
  sight(where: { readonly owner: string; readonly session: string }, model: Model): Sight;
  readonly settings: AgentSettings;
}

/** The model that the run was asked for, or the default. */
export function modelFor({ models }: Kit, { model: name }: Pick<RunContext, 'model'>): Model {
  const model = models.named(name);
  if (model) return model;
  const names = models.list.map((each) => each.name);
  throw new RunError(
    'NO_MODEL',
    `There is no model “${name}” here; there are ${names.join(', ')}. / 没有名为“${name}”的模型，可选：${names.join('、')}。`,
  );
}
