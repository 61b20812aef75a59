import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@polywire/protocol';

/** One call of a tool, and what may come of it: `error`, or a result that says that there was nothing to get. */
export interface Escape {
  readonly what: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly result?: unknown;
}

/** Where they would leave something. */
const OUTSIDE = join(tmpdir(), 'polywire-trial');
export const leftOutside: readonly string[] = [OUTSIDE, `${OUTSIDE}.db`, `${OUTSIDE}.csv`];

const code = (what: string, text: string, result?: unknown): Escape => ({
  what,
  tool: 'run_code',
  args: { code: text },
  ...(result !== undefined && { result }),
});
const sql = (what: string, text: string): Escape => ({
  what,
  tool: 'analyse_data',
  args: { data: 'city,n\nx,1\ny,2', sql: text },
});

const HOSTLY =
  '/process|require|fetch|Deno|Bun|Worker|XMLHttp|WebSocket|module|^Buffer|setTimeout|setInterval|^std$|^os$|bjson/i';

/** Code that wants out of its interpreter. */
export const codeEscapes: readonly Escape[] = [
  code('globals of a host', `Object.getOwnPropertyNames(globalThis).filter((name) => ${HOSTLY}.test(name))`, []),
  code('a function of the outside', 'this.constructor.constructor("return typeof process")()', 'undefined'),
  code('the maker of functions', '(function () {}).constructor("return typeof require")()', 'undefined'),
  code('the maker of async functions', '(async () => {}).constructor("return typeof process")()', 'undefined'),
  code('what was handed in', 'console.log.constructor("return typeof process")()', 'undefined'),
  code(
    'the prototype of what was handed in',
    'Object.getPrototypeOf(console).constructor.constructor("return typeof process")()',
    'undefined',
  ),
  code('an evaluation elsewhere', '(0, eval)("typeof process + typeof require")', 'undefinedundefined'),
  code(
    'the stack of an error',
    'Error.prepareStackTrace = (_, frames) => frames; String(new Error("x").stack).includes("node_modules")',
    false,
  ),
  code('a module of Node', 'await import("node:fs")'),
  code('a module of the interpreter', 'await import("std")'),
  code('another module of the interpreter', 'await import("os")'),
  code(
    'what the last one left',
    'globalThis.left = 1; Object.prototype.left = 2; Array.prototype.map = () => "mine"; 1',
    1,
  ),
  code('whether it is there', '[typeof left, typeof ({}).left, [1].map((x) => x)[0]]', ['undefined', 'undefined', 1]),
  code('a prototype in the result', 'JSON.parse(\'{"__proto__":{"admin":true}}\').admin', null),
  code('a result that is no JSON', 'JSON.stringify = () => "x"; 1'),
  code('a result with a method', '({ toJSON: () => ({ then: (resolve) => resolve(1) }) })'),
];

/** SQL that wants files, the network, or settings. */
export const sqlEscapes: readonly Escape[] = [
  sql('a file as a table', "SELECT * FROM '/etc/passwd'"),
  sql('a file as CSV', "SELECT * FROM read_csv('/etc/passwd', sep = ':')"),
  sql('a file as text', "SELECT content FROM read_text('/etc/hostname')"),
  sql('a file as bytes', "SELECT * FROM read_blob('/etc/hostname')"),
  sql('a file as JSON', "SELECT * FROM read_json('/etc/hostname')"),
  sql('a guess at a file', "SELECT * FROM sniff_csv('/etc/passwd')"),
  sql('a folder', "SELECT * FROM glob('/etc/*')"),
  sql('an address', "SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')"),
  sql('a database', `SELECT 1; ATTACH '${OUTSIDE}.db' AS other`),
  sql('a copy to the disk', `SELECT 1; COPY data TO '${OUTSIDE}.csv'`),
  sql('a copy from the disk', "SELECT 1; COPY data FROM '/etc/passwd'"),
  sql('an export', `SELECT 1; EXPORT DATABASE '${OUTSIDE}'`),
  sql('an import', "SELECT 1; IMPORT DATABASE '/tmp'"),
  sql('an extension to install', 'SELECT 1; INSTALL httpfs'),
  sql('an extension to load', `SELECT 1; LOAD '${OUTSIDE}.duckdb_extension'`),
  sql('the lock of the settings', 'SELECT 1; SET lock_configuration = false'),
  sql('the way out', 'SELECT 1; SET enable_external_access = true'),
  sql('a folder for its own', "SELECT 1; SET temp_directory = '/tmp'"),
  sql('more memory', "SELECT 1; SET memory_limit = '64GB'"),
  sql('a secret of its own', "SELECT 1; CREATE PERSISTENT SECRET s (TYPE s3, KEY_ID 'x', SECRET 'y')"),
  sql('a variable of the environment', "SELECT getenv('PATH')"),
  sql('a query in a query', "SELECT * FROM query('SELECT * FROM read_text(''/etc/hostname'')')"),
];

/** What never ends, or wants more than there is. Each must end in an error, or in very little. */
export const bombs: readonly Escape[] = [
  code('an endless loop', 'for (;;) {}'),
  code('endless promises', 'const again = () => Promise.resolve().then(again); again(); 1'),
  code('an endless getter in the result', '({ get a() { for (;;) {} } })'),
  code('an endless method in the result', '({ toJSON() { for (;;) {} } })'),
  code('an endless thing to wait for', 'await { then() { for (;;) {} } }'),
  code('an endless list', '[...(function* () { for (;;) yield 1; })()]'),
  code('an endless catch', 'function f() { try { f() } finally { f() } } f()'),
  code('an endless sleep', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0)'),
  code('a stack without end', '(function f() { return f() + 1 })()'),
  code('a result without end', 'let a = []; for (let i = 0; i < 1e6; i += 1) a = [a]; a'),
  code('a circle', 'const a = {}; a.a = a; a'),
  code('memory, piece by piece', 'const a = []; for (;;) a.push("x".repeat(1e6) + a.length)'),
  code('memory at once', 'new Uint8Array(4e9).fill(1)'),
  code('a long text', '"x".repeat(2 ** 30 - 1).split("")'),
  code('a large number', '(2n ** 100000000n).toString()'),
  code('a sparse list', 'Array(2 ** 32 - 1).fill(0)'),
  code('a pattern that tries everything', '/^(a+)+$/.test("a".repeat(60) + "!")'),
  code('another such pattern', '/(x+x+)+y/.test("x".repeat(100))'),
  code('much output', 'for (;;) console.log("x".repeat(10000))'),
  sql(
    'a recursion without end',
    'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t',
  ),
  sql(
    'everything with everything',
    'SELECT count(*) FROM range(10000000) a, range(10000000) b, range(1000) c WHERE a.range % 7 = b.range % 11 AND c.range > 1',
  ),
  sql('memory', "SELECT string_agg(repeat('x', 100000), '') FROM range(100000)"),
  sql('a long text', "SELECT repeat('x', 4000000000)"),
  sql('a long list', 'SELECT list(range) FROM range(2000000000)'),
  sql('a wide number', "SELECT format('{:>2000000000}', 1)"),
  sql('parentheses', `SELECT ${'('.repeat(50_000)}1${')'.repeat(50_000)}`),
  sql('a pattern that tries everything', "SELECT regexp_matches(repeat('a', 100000), '^(a+)+$b')"),
];
