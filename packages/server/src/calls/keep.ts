import { isJsonObject, type JsonObject } from '@polywire/protocol';
import type { Workspace } from '../store/contract.ts';
import type { Visit } from '../wire/contract.ts';
import { type Call, CallError, notFound, type Services } from './contract.ts';
import { asJson, needNumber, needText, objectIn, textIn } from './params.ts';
import { find } from './sessions.ts';

/** What people keep beside their sessions: settings, plans, workspaces. */
export const keep: Readonly<Record<string, Call>> = {
  'settings.get': async ({ store }, { owner }) => store.settings.get(owner),
  'settings.set': async ({ store }, { owner }, params) =>
    store.settings.merge(owner, objectIn(params, 'settings') ?? params),
  'settings.info': async () => ({}),

  'plans.list': async ({ store }, { owner }) => asJson(await store.plans.list(owner)),
  'plans.create': async ({ store }, { owner }, params) =>
    asJson(await store.plans.save(owner, { task: needText(params, 'task'), steps: stepsIn(params) })),
  'plans.update': async ({ store }, { owner }, params) => {
    const task = textIn(params, 'task');
    const change = { ...(task !== undefined && { task }), ...('steps' in params && { steps: stepsIn(params) }) };
    const plan = await store.plans.update(owner, needNumber(params, 'id'), change);
    if (!plan) throw notFound('plan');
    return asJson(plan);
  },
  'plans.delete': async ({ store }, { owner }, params) => {
    if (!(await store.plans.remove(owner, needNumber(params, 'id')))) throw notFound('plan');
    return true;
  },
  'plans.learn': async (services, visit, params) => {
    const { id } = await find(services, visit, params);
    const [latest] = await services.store.plans.ofSession(visit.owner, id);
    if (!latest) throw new CallError('NOT_FOUND', 'This session has no plan to keep. / 该会话没有可保存的计划。');
    const { task = '', steps } = latest;
    return asJson(await services.store.plans.save(visit.owner, { task, steps }));
  },

  'workspaces.list': async (services, visit) => {
    const workspaces = await services.store.workspaces.list(visit.owner);
    return Promise.all(workspaces.map((workspace) => workspaceInfo(services, visit, workspace)));
  },
  'workspaces.create': async (services, visit, params) => {
    const made = await services.store.workspaces.create(visit.owner, textIn(params, 'name') ?? '');
    return workspaceInfo(services, visit, made);
  },
  'workspaces.rename': async ({ store }, { owner }, params) => {
    if (!(await store.workspaces.rename(owner, needText(params, 'id'), needText(params, 'name'))))
      throw notFound('workspace');
    return undefined;
  },
  'workspaces.threads.list': async (services, visit, params) => {
    const workspace = await services.store.workspaces.get(visit.owner, needText(params, 'id'));
    if (!workspace) throw notFound('workspace');
    return workspaceInfo(services, visit, workspace);
  },
  'workspaces.threads.add': async (services, visit, params) => {
    const id = needText(params, 'id');
    // Looked for first: a workspace that is not there must not leave a session behind.
    if (!(await services.store.workspaces.get(visit.owner, id))) throw notFound('workspace');
    const thread = await services.directory.find(visit.owner, visit.dialect.name, needText(params, 'thread'), true);
    if (!thread || !(await services.store.workspaces.addThread(visit.owner, id, thread.id))) throw notFound('session');
    return undefined;
  },
  'workspaces.threads.remove': async (services, visit, params) => {
    const { id } = await find(services, visit, { id: needText(params, 'thread') });
    await services.store.workspaces.removeThread(visit.owner, needText(params, 'id'), id);
    return undefined;
  },
};

function stepsIn(params: JsonObject) {
  const steps = Array.isArray(params.steps) ? params.steps : [];
  return steps.filter(isJsonObject).map(({ title, details, agent }) => ({
    title: String(title ?? ''),
    ...(typeof details === 'string' && { details }),
    ...(typeof agent === 'string' && { agent }),
  }));
}

/** Threads are sessions as the dialect that asks names them. */
async function workspaceInfo(services: Services, { owner, dialect }: Visit, workspace: Workspace): Promise<JsonObject> {
  const thread = async (session: string) => {
    const id = await services.directory.nameOf(owner, dialect, session);
    const record = await services.store.sessions.get(owner, session);
    return record ? { id, created: record.created } : id;
  };
  return { ...(asJson(workspace) as JsonObject), threads: await Promise.all(workspace.threads.map(thread)) };
}
