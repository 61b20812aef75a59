import type { Json, JsonObject, ToolOutcome } from '@polywire/protocol';
import type { Answer, Question, ToolCall, ToolResult } from '../agents/contract.ts';
import { checkArgs } from '../tools/check-args.ts';
import type { ApprovalPolicy, Tool } from '../tools/contract.ts';
import type { Limits } from './limits.ts';
import type { Run } from './run.ts';
import { ToolClock } from './tool-clock.ts';

/**
 * One tool call: said, asked about where the tool wants that, started, finished. What the log already has of it is not
 * done again; a tool that had started when the process died is asked about, unless running it twice does no harm.
 */
export async function callTool(
  run: Run,
  call: ToolCall,
  limits: Limits,
  asks = isAskedAbout(call.tool, run.policy),
): Promise<ToolResult> {
  const { callId, tool } = call;
  const known = run.past.call(callId);
  if (known?.finished && known.finished.outcome !== 'unknown') {
    return { outcome: known.finished.outcome, result: known.finished.result };
  }
  await run.safePoint();
  if (known?.started) return callAgain(run, call, limits);
  if (!known) announce(run, call);
  if (call.args === null) return finish(run, call, 'error', NO_OBJECT);

  const given = checkArgs(tool, call.args);
  if (!given.ok) return finish(run, call, 'error', given.why);
  const args = asks ? await approvedArgs(run, call, call.args) : call.args;
  if (!args) return finish(run, call, 'denied', REJECTED);
  // Those that the user put in their place have to fit as well.
  const checked = args === call.args ? given : checkArgs(tool, args);
  if (!checked.ok) return finish(run, call, 'error', checked.why);
  const prompt = tool.question?.(checked.args);
  const answer =
    prompt === undefined ? undefined : await answered(run, { inputId: `${callId}.answer`, kind: 'text', prompt });
  return run.working(async () => {
    run.emit({ type: 'tool.started', callId, name: tool.name });
    await run.durable();
    // It may have been stopped while that was written.
    run.signal.throwIfAborted();
    return execute(run, call, checked.args, limits, answer);
  });
}

/** The call was cut by a crash and is closed as unknown. If it is to be made again, it is a new call. */
async function callAgain(run: Run, call: ToolCall, limits: Limits): Promise<ToolResult> {
  const { callId, tool } = call;
  // What was let run, where that was not what the model wanted.
  const args = run.past.question(`${callId}.approval`)?.answer?.args ?? call.args;
  const question = {
    inputId: `${callId}.again`,
    kind: 'approval',
    callId,
    name: tool.name,
    prompt: ASK_AGAIN,
  } as const;
  const answer = tool.idempotent ? undefined : await run.ask({ ...question, ...(args && { args }) });
  if (answer && answer.outcome !== 'approved') return { outcome: 'unknown', result: UNKNOWN_RESULT };
  const again = { ...call, callId: `${callId}~`, args: answer?.args ?? args };
  return callTool(run, again, limits, false);
}

/** Who wants to be asked always is; otherwise what the server's owner said of the tool stands before the session's. */
function isAskedAbout({ destructive, approval }: Tool, session: ApprovalPolicy): boolean {
  const policy = approval ?? session;
  return session === 'always' || policy === 'always' || (policy === 'destructive' && destructive === true);
}

function announce(run: Run, { callId, tool, args, argsText, messageId }: ToolCall): void {
  run.emit({
    type: 'tool.call',
    callId,
    name: tool.name,
    args,
    ...(argsText !== undefined && { argsText }),
    ...(messageId !== undefined && { messageId }),
  });
}

/** The arguments to run with, or nothing when the user said no. What is asked shows them exactly. */
async function approvedArgs(run: Run, { callId, tool }: ToolCall, args: JsonObject): Promise<JsonObject | undefined> {
  const question = { inputId: `${callId}.approval`, kind: 'approval', callId, name: tool.name, args } as const;
  const answer = await answered(run, question);
  return answer.outcome === 'approved' ? (answer.args ?? args) : undefined;
}

/** The answer, once the run goes on: it may have been paused while the question was open. */
async function answered(run: Run, question: Question): Promise<Answer> {
  const answer = await run.ask(question);
  await run.safePoint();
  return answer;
}

async function execute(
  run: Run,
  call: ToolCall,
  args: JsonObject,
  limits: Limits,
  answer: Answer | undefined,
): Promise<ToolResult> {
  const { callId, tool } = call;
  const clock = new ToolClock(limits.toolMs);
  const signal = AbortSignal.any([run.signal, clock.signal]);
  const mostChars = limits.toolOutputChars || Number.POSITIVE_INFINITY;
  let room = mostChars;
  const output = (text: string): void => {
    if (room <= 0) return;
    const kept = text.slice(0, room);
    room -= kept.length;
    run.emit({ type: 'tool.output', callId, name: tool.name, text: room > 0 ? kept : kept + CUT });
  };
  const ask = (question: Question) => clock.waiting(() => run.ask(question));
  const { runId, session, owner, locale, traceId, files, emit } = run;
  const use = {
    signal,
    callId,
    runId,
    session,
    owner,
    locale,
    traceId,
    files,
    output,
    emit,
    ask,
    ...(answer && { answer }),
  };
  try {
    const result = await Promise.race([tool.run(args, use), rejectOn(signal)]);
    return finish(run, call, 'ok', bounded(result ?? null, mostChars));
  } catch (error) {
    run.signal.throwIfAborted();
    const seconds = limits.toolMs / 1_000;
    const late = `The tool took longer than ${seconds} s. / 工具运行超过 ${seconds} 秒。`;
    return finish(run, call, 'error', clock.signal.aborted ? late : wordsOf(error));
  } finally {
    clock.stop();
  }
}

function finish(run: Run, { callId, tool }: ToolCall, outcome: ToolOutcome, result: Json): ToolResult {
  run.emit({ type: 'tool.finished', callId, name: tool.name, outcome, result });
  return { outcome, result };
}

/** Anything can be thrown. */
function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function bounded(result: Json, maxChars: number): Json {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return text.length <= maxChars ? result : text.slice(0, maxChars) + CUT;
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const CUT = '\n… (cut / 已截断)';
const ASK_AGAIN =
  'This tool was cut off while it ran, so its result is unknown. Run it again? / ' +
  '该工具在运行时被中断，结果未知。要重新运行吗？';
const UNKNOWN_RESULT =
  'This was cut off while it ran; whether it was done is unknown. / 该工具在运行时被中断，是否已完成不得而知。';
const NO_OBJECT = 'The arguments are not a JSON object. / 参数不是 JSON 对象。';
const REJECTED = 'User rejected. / 用户已拒绝。';
