import { randomUUID } from 'node:crypto';
import type { Conversation } from '@polywire/client';
import { connect } from '@polywire/client/node';
import type { Dialect, EventOf, FinalStatus, RunEvent } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import type { Terminal } from '../contract.ts';
import { CliError, exitCodes } from '../errors.ts';
import { unreachable } from '../server/http.ts';
import type { Target } from '../server/target.ts';
import { states } from '../states.ts';
import type { Printer } from './printers.ts';

export interface FollowOptions {
  readonly target: Target;
  readonly dialect: Dialect;
  readonly message: string;
  readonly agent: string | undefined;
  readonly model: string | undefined;
  readonly session: string | undefined;
  readonly approves: boolean;
  readonly stop: AbortSignal;
  /** Options by which the session is found again. */
  readonly sameServer: readonly string[];
  readonly printer: Printer;
  readonly terminal: Terminal;
}

const codes: Readonly<Record<FinalStatus, number>> = {
  complete: exitCodes.ok,
  error: exitCodes.failed,
  timed_out: exitCodes.timedOut,
  stopped: exitCodes.stopped,
};

/** Sends one message and shows the run that answers it; resolves to the exit code that tells how it ended. */
export async function followRun(options: FollowOptions): Promise<number> {
  const { target, dialect, session, stop } = options;
  const conversation = connect({
    url: target.url,
    dialect,
    ...(target.token !== undefined && { token: target.token }),
    ...(session !== undefined && { session }),
  });
  try {
    const away = whenLost(conversation);
    await Promise.race([ready(conversation, target), away]);
    const events = conversation[Symbol.asyncIterator]();
    const ref = randomUUID();
    const { message, agent, model } = options;
    const sent = conversation.send(message, {
      ref,
      ...(agent !== undefined && { agent }),
      ...(model !== undefined && { model }),
    });
    // A refusal ends the command; it is waited for beside the events, which may come first.
    const refused = sent.then(() => new Promise<never>(() => undefined));
    const ask = () => void conversation.stop().catch(() => conversation.close());
    if (stop.aborted) ask();
    else stop.addEventListener('abort', ask, { once: true });
    return await Promise.race([showRun(options, conversation, events, ref), refused, away]);
  } finally {
    conversation.close();
  }
}

async function ready(conversation: Conversation, target: Target): Promise<void> {
  try {
    await conversation.ready;
  } catch (cause) {
    const { connection, error } = conversation.getState();
    if (connection !== 'refused' || error === undefined) throw unreachable(target, cause);
    throw new CliError(halvesOf(error.message), undefined, { cause });
  }
}

async function showRun(
  { printer, approves, terminal, sameServer }: FollowOptions,
  conversation: Conversation,
  events: AsyncIterator<RunEvent, undefined>,
  ref: string,
): Promise<number> {
  let runId: string | undefined;
  for (;;) {
    const { value: event, done } = await events.next();
    if (done || event === undefined) throw lost();
    if (event.type === 'run.started' && (event.ref ?? ref) === ref) runId ??= event.runId;
    if (runId === undefined || event.runId !== runId) continue;
    await printer.event(event, conversation.getState().session);
    if (event.type === 'input.requested') {
      const isApproved = approves && event.kind !== 'text';
      if (isApproved) await conversation.answer(event.inputId, { outcome: 'approve' });
      else return waiting(terminal, event, [`--session ${conversation.getState().session}`, ...sameServer]);
    }
    if (event.type === 'error' && !event.fatal)
      terminal.stderr.write(`${halvesOf(event.message)[terminal.language]}\n`);
    if (event.type !== 'run.finished') continue;
    await printer.end();
    if (event.status === 'error' || event.status === 'timed_out')
      terminal.stderr.write(
        `${halvesOf(event.reason ?? states[terminal.language].run[event.status])[terminal.language]}\n`,
      );
    return codes[event.status];
  }
}

/** Rejects when the server was away for so long that nobody would wait for it. */
function whenLost(conversation: Conversation): Promise<never> {
  return new Promise((_, reject) => {
    let timer: NodeJS.Timeout | undefined;
    conversation.subscribe(() => {
      const isAway = conversation.getState().connection === 'reconnecting';
      if (!isAway) clearTimeout(timer);
      timer = isAway ? (timer ?? setTimeout(() => reject(lost()), AWAY_MS).unref()) : undefined;
    });
  });
}

/** A server that is started anew is back within seconds. */
const AWAY_MS = 60_000;

const kinds: Readonly<Record<EventOf<'input.requested'>['kind'], string>> = {
  approval: 'approval / 批准',
  plan: 'the plan / 计划',
  text: 'words / 文字',
};

/** The run goes on waiting at the server; this command cannot answer for a person. */
function waiting({ stderr, language }: Terminal, event: EventOf<'input.requested'>, found: readonly string[]): number {
  const what = halvesOf(event.prompt ?? event.name ?? kinds[event.kind])[language];
  const hint = `polywire chat ${found.join(' ')}`;
  stderr.write(
    language === 'zh'
      ? `运行在等待回答：${what}\n提示：用 ${hint} 回答，或加上 --yes 重新运行\n`
      : `The run waits for an answer: ${what}\nHint: answer it with ${hint}, or run it again with --yes\n`,
  );
  return exitCodes.waiting;
}

function lost(): CliError {
  return new CliError(
    { en: 'The connection was lost before the run ended.', zh: '运行结束前连接已断开。' },
    { en: 'the run may still go on: see polywire sessions', zh: '运行可能仍在继续：参见 polywire sessions' },
  );
}
