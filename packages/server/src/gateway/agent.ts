import { ClientError, type Conversation } from '@polywire/client';
import { connect } from '@polywire/client/node';
import { dialectNamed } from '@polywire/protocol';
import type { Agent, RunContext } from '../agents/contract.ts';
import { RunError } from '../agents/errors.ts';
import type { Store } from '../store/contract.ts';
import { fetchDirectly } from '../tools/net/fetch-directly.ts';
import { Confidence } from './confidence.ts';
import { filesToPass, leftBehind } from './files.ts';
import { Following } from './following.ts';
import { Keep } from './keep.ts';
import { type Memory, memoryIn } from './memory.ts';
import { type Place, Relay, stepName } from './relay.ts';
import type { Upstream } from './settings.ts';

/** Another server as an agent: what is asked here is done there, and what happens there is logged and served here. */
export function upstreamAgent(upstream: Upstream, store: Store, report: (error: unknown) => void): Agent {
  const open = new Map<string, Conversation>();
  const elsewhere = { upstream, store, memory: memoryIn(store), open, report };
  return {
    name: upstream.name,
    description: upstream.description ?? {
      en: `Runs at another server (${dialectNamed(upstream.dialect).title})`,
      zh: `由另一台服务器执行（${dialectNamed(upstream.dialect).title}）`,
    },
    control(runId, what) {
      // A server that cannot pause goes on; what it says meanwhile waits here.
      open
        .get(runId)
        ?.[what]()
        .catch((error: unknown) => {
          if (!(error instanceof ClientError)) report(error);
        });
    },
    run: (context) => follow(elsewhere, context),
  };
}

interface Elsewhere {
  readonly upstream: Upstream;
  readonly store: Store;
  readonly memory: Memory;
  readonly open: Map<string, Conversation>;
  report(error: unknown): void;
}

async function follow(elsewhere: Elsewhere, context: RunContext): Promise<string | undefined> {
  const { upstream, store, memory, open, report } = elsewhere;
  const { owner, session, runId, signal } = context;
  const begun = await context.step<Place>(stepName(0), async () => ({
    session: (await memory.get(owner, session, upstream.name)) ?? null,
    cursor: null,
  }));
  const { place, steps } = await lastPlace(context, begun);
  const isAgain = steps > 0;
  if (isAgain && place.cursor === null) throw new RunError('UPSTREAM_LOST', CANNOT_RESUME);
  const dialect = dialectNamed(upstream.dialect);
  const confidence = new Confidence(upstream);
  const conversation = connect({
    url: upstream.url,
    dialect,
    idleMs: upstream.idleMs,
    locale: context.locale,
    fetch: fetchDirectly,
    ...(upstream.endpoint !== undefined && { endpoint: upstream.endpoint }),
    ...(upstream.token !== undefined && { token: upstream.token }),
    ...(upstream.headers && { headers: upstream.headers }),
    ...(place.session !== null && { session: place.session }),
    ...(isAgain && place.cursor !== null && { after: place.cursor }),
  });
  open.set(runId, conversation);
  const stop = (): void => void stopThere(conversation, signal, report);
  signal.addEventListener('abort', stop, { once: true });
  const events = new Following(conversation, isAgain ? undefined : runId, upstream.idleMs);
  /** Where it cannot be kept, the next run begins anew there: no reason for this one to fail. */
  const remember = async (): Promise<void> => {
    const { session: theirs } = conversation.getState();
    if (theirs !== undefined) await memory.set(owner, session, upstream.name, theirs).catch(report);
  };
  try {
    if (!isAgain) await events.unlessLost(begin(conversation, elsewhere, context));
    await remember();
    const { chartTool } = dialect.traits;
    const keep = new Keep({ store, upstream, context });
    const parts = { context, conversation, following: events, keep, confidence, chartTool, stepsDone: steps };
    return await new Relay(parts).follow(confidence.events(events));
  } catch (error) {
    throw confidence.error(error instanceof ClientError ? asRunError(error) : error);
  } finally {
    signal.removeEventListener('abort', stop);
    events.close();
    open.delete(runId);
    if (!signal.aborted) {
      conversation.close();
      await remember();
    }
  }
}

/** The message has the run's id as its own, so that one that is sent again after a restart is run once. */
async function begin(conversation: Conversation, { upstream, store }: Elsewhere, context: RunContext): Promise<void> {
  const { input, runId, signal, locale, emit, files: given, model = upstream.model } = context;
  const { files, left } = await filesToPass(given, dialectNamed(upstream.dialect), store.uploads, context);
  if (left.length > 0) emit({ type: 'notice', of: 'message.send', text: leftBehind(left, locale) });
  await conversation.send(input, {
    ref: runId,
    signal,
    ...(files.length > 0 && { files }),
    ...(upstream.agent !== undefined && { agent: upstream.agent }),
    ...(model !== undefined && upstream.model !== undefined && { model }),
  });
}

async function lastPlace(context: RunContext, begun: Place): Promise<{ place: Place; steps: number }> {
  let place = begun;
  let steps = 0;
  while (context.isDone(stepName(steps + 1))) {
    steps += 1;
    place = await context.step<Place>(stepName(steps), async () => place);
  }
  return { place, steps };
}

/** A run that ended here ends there; one that was only left, because this server goes down, goes on. */
async function stopThere(
  conversation: Conversation,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  const isLeft = signal.reason instanceof RunError && signal.reason.code === 'ABANDONED';
  try {
    if (!isLeft) await conversation.stop({ signal: AbortSignal.timeout(STOP_MS) });
  } catch (error) {
    // It may be over there, out of reach, or unable to stop: here it is over in any case.
    if (!(error instanceof ClientError)) report(error);
  } finally {
    conversation.close();
  }
}

function asRunError(error: ClientError): RunError {
  const code = { REFUSED: 'UPSTREAM_REFUSED', TIMEOUT: 'UPSTREAM_SILENT' }[error.code as string] ?? 'UPSTREAM_LOST';
  return new RunError(code, error.message, { cause: error });
}

const STOP_MS = 5_000;
const CANNOT_RESUME =
  'This server was restarted in the middle of the run, and the other server cannot say again what came. / 本服务器在运行中重启，而上游服务器无法续传。';
