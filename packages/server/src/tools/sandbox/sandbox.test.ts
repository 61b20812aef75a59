import { describe, expect, it, vi } from 'vitest';
import { runScript } from './run-script.ts';

// A thread of its own takes its time to begin on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const run = (code: string, more: object = {}) => runScript(code, { signal: AbortSignal.timeout(80_000), ...more });

describe('code', () => {
  it.each([
    ['1 + 1', 2],
    ['const a = [3, 1, 2]; a.sort(); a', [1, 2, 3]],
    ['return 5', 5],
    ['const x = await Promise.resolve(4); return x * 2', 8],
    ['Promise.resolve("p")', 'p'],
    [
      '({ a: 1n, b: new Map([["k", 1]]), c: new Set([1]), d: NaN, e: undefined })',
      { a: '1', b: { k: 1 }, c: [1], d: 'NaN' },
    ],
    ['undefined', null],
    ['"汉字 😀"', '汉字 😀'],
    ['rows.reduce((sum, { n }) => sum + n, 0)', 6],
  ])('%s gives %j', async (code, result) => {
    expect(await run(code, { globals: { rows: [{ n: 1 }, { n: 2 }, { n: 3 }] } })).toEqual(result);
  });

  it('shows its output as it comes, and no more than is bearable', async () => {
    let output = '';
    const onOutput = (text: string) => {
      output += text;
    };
    await run('console.log("a", { b: [1] }); console.error("c")', { onOutput });
    expect(output).toBe('a {"b":[1]}\nc\n');
    output = '';
    let pieces = 0;
    await run('for (let i = 0; i < 20000; i += 1) console.log("")', {
      onOutput() {
        pieces += 1;
      },
    });
    expect(pieces).toBeGreaterThan(0);
    expect(pieces).toBeLessThan(500);
    await run('for (let i = 0; i < 1000; i += 1) console.log("x".repeat(1000))', { onOutput });
    expect(output.length).toBeLessThan(100_100);
    expect(output).toContain('已截断');
  });

  it.each([
    ['throw new Error("mine")', 'Error: mine'],
    ['nothing.here', "ReferenceError: 'nothing' is not defined"],
    ['let = ;', 'SyntaxError'],
    ['new Promise(() => {})', 'never comes'],
    ['process.exit(1)', 'ReferenceError'],
    ['require("fs")', 'ReferenceError'],
    ['await import("node:fs")', 'Error'],
    ['fetch("http://127.0.0.1")', 'ReferenceError'],
    ['setTimeout(() => {}, 1)', 'ReferenceError'],
    ['this.constructor.constructor("return process")()', 'ReferenceError'],
    ['(function f() { return f() + 1 })()', 'stack overflow'],
    ['JSON.parse("[".repeat(1e6))', 'Error'],
    ['JSON.stringify = () => "x"; 1', 'not JSON'],
    ['JSON.stringify = () => { throw 1 }; 1', '1'],
  ])('%s is told as %s', async (code, message) => {
    await expect(run(code)).rejects.toThrow(message);
  });
});

describe('an attack', () => {
  it.each([
    ['an endless loop', 'for (;;) {}'],
    ['an endless chain of promises', 'const again = () => Promise.resolve().then(again); again(); 1'],
    ['a regex bomb', '/^(a+)+$/.test("a".repeat(60) + "!")'],
    ['a memory bomb', 'const a = []; for (;;) a.push("x".repeat(1e6) + a.length)'],
    ['a memory bomb of one piece', '"x".repeat(2 ** 29) + new ArrayBuffer(2 ** 31)'],
    ['a huge result', '"x".repeat(3e7).split("")'],
    ['an endless catch', 'function f() { try { f() } finally { f() } } f()'],
  ])('%s ends, and the server goes on meanwhile', async (_, code) => {
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 1);
    await expect(run(code, { timeoutMs: 1_000 })).rejects.toThrow(/ \/ |out of memory|stack overflow|Error/);
    clearInterval(others);
    expect(turns).toBeGreaterThan(10);
    expect(await run('1')).toBe(1);
  });

  it('is over when its run is', async () => {
    const abort = new AbortController();
    const ended = runScript('for (;;) {}', { signal: abort.signal, timeoutMs: 60_000 });
    abort.abort(new Error('stopped'));
    await expect(ended).rejects.toThrow('stopped');
  });
});
