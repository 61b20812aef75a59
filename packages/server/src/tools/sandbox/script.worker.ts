import { parentPort, workerData } from 'node:worker_threads';
import type { Json } from '@polywire/protocol';
import { newQuickJSWASMModule, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten';
import { asFunction } from './as-function.ts';

export interface ScriptInput {
  readonly code: string;
  readonly globals: Readonly<Record<string, Json>>;
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

export type FromScript =
  | { readonly began: true }
  | { readonly output: string }
  | { readonly result: string }
  | { readonly late: true }
  | { readonly failed: string };

const MAX_OUTPUT_CHARS = 100_000;
/** Each piece is an event in the log: a line alone would be too little for that. */
const FLUSH_CHARS = 1_000;
const FLUSH_MS = 100;
const MAX_RESULT_CHARS = 2_000_000;
const STACK_BYTES = 256 * 1024;
const NEVER_SETTLED =
  'The code waits for something that never comes: there are no timers and no network. / 代码在等待不会发生的事：这里没有定时器和网络。';
const CUT = '\n… (cut / 已截断)';

const { code, globals, timeoutMs, memoryMb } = workerData as ScriptInput;
const say = (said: FromScript) => parentPort?.postMessage(said);

const quickjs = await newQuickJSWASMModule();
const runtime = quickjs.newRuntime();
runtime.setMemoryLimit(memoryMb * 1024 * 1024);
runtime.setMaxStackSize(STACK_BYTES);
say({ began: true });
const deadline = Date.now() + timeoutMs;
runtime.setInterruptHandler(() => Date.now() > deadline);
const context = runtime.newContext();
const showRest = addConsole(context);
const outcome = run(context);
showRest();
say(outcome);

function run(vm: QuickJSContext): FromScript {
  for (const [name, value] of Object.entries(globals)) {
    const parsed = vm.evalCode(`JSON.parse(${JSON.stringify(JSON.stringify(value))})`);
    if (parsed.error) return failure(vm, parsed.error);
    vm.setProp(vm.global, name, parsed.value);
  }
  let done = vm.evalCode(code, 'code.js', { type: 'global' });
  if (done.error && isSyntaxError(vm, done.error)) {
    const wrapped = vm.evalCode(asFunction(code), 'code.js', { type: 'global' });
    // The first complaint is about what was written.
    if (!wrapped.error || !isSyntaxError(vm, wrapped.error)) done = wrapped;
  }
  if (done.error) return failure(vm, done.error);
  const jobs = runtime.executePendingJobs();
  if (jobs.error) return failure(vm, jobs.error);
  if (Date.now() > deadline) return { late: true };
  const settled = vm.getPromiseState(done.value);
  if (settled.type === 'rejected') return failure(vm, settled.error);
  if (settled.type === 'pending') return { failed: NEVER_SETTLED };
  return resultOf(vm, settled.value);
}

function resultOf(vm: QuickJSContext, value: QuickJSHandle): FromScript {
  vm.setProp(vm.global, '__result', value);
  const text = vm.evalCode(
    `(() => { const text = JSON.stringify(__result, (_, it) =>
      typeof it === 'bigint' || typeof it === 'function' || typeof it === 'symbol' ? String(it)
      : it instanceof Map ? Object.fromEntries(it) : it instanceof Set ? [...it]
      : typeof it === 'number' && !Number.isFinite(it) ? String(it) : it);
      return text === undefined ? 'null' : text; })()`,
  );
  if (text.error) return failure(vm, text.error);
  const result = vm.getString(text.value);
  if (result.length > MAX_RESULT_CHARS) return { result: JSON.stringify(result.slice(0, MAX_RESULT_CHARS) + CUT) };
  return { result };
}

function failure(vm: QuickJSContext, error: QuickJSHandle): FromScript {
  if (Date.now() > deadline) return { late: true };
  const thrown = vm.dump(error) as { name?: string; message?: string } | string;
  if (typeof thrown !== 'object' || thrown === null) return { failed: String(thrown) };
  return { failed: `${thrown.name ?? 'Error'}: ${thrown.message ?? ''}` };
}

function isSyntaxError(vm: QuickJSContext, error: QuickJSHandle): boolean {
  return vm.getString(vm.getProp(error, 'name')) === 'SyntaxError';
}

/** Returns how to show what has not been shown yet. */
function addConsole(vm: QuickJSContext): () => void {
  let room = MAX_OUTPUT_CHARS;
  let waiting = '';
  let shownAt = 0;
  const flush = () => {
    if (waiting !== '') say({ output: waiting });
    waiting = '';
    shownAt = Date.now();
  };
  const log = vm.newFunction('log', (...args) => {
    if (room <= 0) return;
    const line = `${args.map((arg) => shown(vm.dump(arg))).join(' ')}\n`;
    const kept = line.slice(0, room);
    room -= kept.length;
    waiting += room > 0 ? kept : kept + CUT;
    if (waiting.length >= FLUSH_CHARS || Date.now() - shownAt >= FLUSH_MS) flush();
  });
  const made = vm.newObject();
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) vm.setProp(made, name, log);
  vm.setProp(vm.global, 'console', made);
  return flush;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}
