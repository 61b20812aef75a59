import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { agentConfig } from './agents/settings.ts';
import { gatewayConfig } from './gateway/settings.ts';
import { hasCode } from './has-code.ts';
import { modelConfig } from './models/settings.ts';
import { defaultLimits } from './sessions/limits.ts';
import { slipOf } from './slips.ts';
import { searchOf, toolSettings } from './tools/settings.ts';
import { defaultWireLimits } from './wire/limits.ts';

/** As a Host header is compared with it. The brackets of an IPv6 address belong to URLs. */
const host = z.string().overwrite((name) => name.replace(/^\[(.+)\]$/, '$1').toLowerCase());
const address = z.object({ host, port: z.number().int().min(0).max(65_535) });

/** What a configuration file may say; the command line and the environment say the same in their own ways. */
export const configSchema = z.strictObject({
  host: host.default('127.0.0.1'),
  port: z.number().int().min(0).max(65_535).default(10_338),
  /** Further addresses, so that front ends find the ports they are used to. */
  listen: z.array(address).default([]),
  data: z.string().default('.polywire'),
  allowOrigin: z.array(z.string()).default([]),
  publicUrl: z.url().optional(),
  /** Addresses of proxies in front of it, besides those on this machine: they are believed whom they speak for. */
  proxies: z.array(z.union([z.ipv4(), z.ipv6()])).default([]),
  /** A folder with another front end's files, in place of our page. */
  ui: z.string().optional(),
  /** Owners by name. */
  tokens: z.record(z.string().min(1), z.string().min(8)).default({}),
  whenBusy: z.enum(['enqueue', 'reject', 'interrupt']).default('enqueue'),
  limits: z
    .partialRecord(z.enum(Object.keys(defaultLimits) as [keyof typeof defaultLimits]), z.number().nonnegative())
    .default({}),
  /** Sessions that nothing happened to for so many days are deleted; 0 keeps them. */
  retentionDays: z.number().nonnegative().default(0),
  /** How large the database may grow, in MiB, and all uploads together; 0 sets no bound of ours. */
  maxDataMb: z.number().nonnegative().default(0),
  maxUploadsMb: z.number().nonnegative().default(2_048),
  /** Documents of one owner that wait in memory to be read, in MiB: as many as one form may have. All owners: twice that. */
  maxReadingMb: z.number().nonnegative().default(200),
  /** What each owner may use, and how long a request may take. */
  wireLimits: z
    .partialRecord(z.enum(Object.keys(defaultWireLimits) as [keyof typeof defaultWireLimits]), z.number().nonnegative())
    .default({}),
  ...toolSettings,
  ...agentConfig,
  ...gatewayConfig,
  ...modelConfig,
});
export type Config = z.output<typeof configSchema>;
/** What `polywire.config.ts` exports. */
export type ConfigFile = z.input<typeof configSchema>;

/** A mistake of the person who starts the server: one sentence is enough. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** 2 where it is the command line that is wrong. */
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: 1 | 2 } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

export const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  listen: { type: 'string', multiple: true },
  data: { type: 'string' },
  config: { type: 'string' },
  token: { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'public-url': { type: 'string' },
  ui: { type: 'string' },
  model: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The command line wins over the environment, the environment over the file. */
export async function readConfig(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Config | 'help'> {
  const given = parse(args);
  if (given.help) return 'help';
  const file = await readFileConfig(given.config ?? env.POLYWIRE_CONFIG);
  const token = given.token ?? env.POLYWIRE_TOKEN;
  const said = {
    host: given.host ?? env.POLYWIRE_HOST,
    port: numberOf(given.port ?? env.POLYWIRE_PORT, 'port'),
    listen: (given.listen ?? split(env.POLYWIRE_LISTEN))?.map(addressOf),
    data: given.data ?? env.POLYWIRE_DATA,
    allowOrigin: given['allow-origin'] ?? split(env.POLYWIRE_ALLOW_ORIGIN),
    publicUrl: given['public-url'] ?? env.POLYWIRE_PUBLIC_URL,
    ui: given.ui ?? env.POLYWIRE_UI,
    search: searchOf(env),
    model: given.model ?? env.POLYWIRE_MODEL,
    baseUrl: env.POLYWIRE_BASE_URL,
    tokens: token === undefined ? undefined : { owner: token },
  };
  const merged = { ...file, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) };
  const checked = configSchema.safeParse(merged);
  if (checked.success) return checked.data;
  const inChinese = configSchema.safeParse(merged, { error: z.locales.zhCN().localeError });
  throw new ConfigError(`${firstIssue(checked.error)}. / ${firstIssue(inChinese.error)}。`);
}

function firstIssue(error: z.ZodError | undefined): string {
  const [issue] = error?.issues ?? [];
  return [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ');
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new ConfigError(slipOf((error as Error).message), { exitCode: 2 });
  }
}

async function readFileConfig(path: string | undefined): Promise<object> {
  for (const candidate of path === undefined ? DEFAULT_FILES : [path]) {
    let said: unknown;
    try {
      said = await contentOf(resolve(candidate));
    } catch (error) {
      if (path === undefined && hasCode(error, 'ENOENT')) continue;
      throw new ConfigError(`${candidate}: ${reasonOf(error)}`, { cause: error });
    }
    if (isSettings(said)) return said;
    throw new ConfigError(`${candidate}: is no object with settings. / 不是包含设置的对象。`);
  }
  return {};
}

async function contentOf(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  if (extname(file) === '.json') return JSON.parse(text);
  const module: { default?: unknown; config?: unknown } = await import(pathToFileURL(file).href);
  return module.config ?? module.default;
}

function isSettings(said: unknown): said is object {
  return typeof said === 'object' && said !== null && !Array.isArray(said);
}

/** One line, and never a piece of the file: there may be a token in it. */
function reasonOf(error: unknown): string {
  const { message, errors, code } = error as NodeJS.ErrnoException & {
    errors?: readonly { location?: { line: number } }[];
  };
  if (code === 'ENOENT') return 'is not there. / 文件不存在。';
  const line = errors?.[0]?.location?.line;
  if (line !== undefined) return `cannot be read, line ${line}. / 第 ${line} 行无法读取。`;
  if (!(error instanceof SyntaxError)) return `${message.split('\n')[0]} / 无法载入：${message.split('\n')[0]}`;
  const place = /position \d+/.exec(message)?.[0];
  return `is not valid JSON${place === undefined ? '' : ` at ${place}`}. / 不是有效的 JSON。`;
}

const DEFAULT_FILES = ['polywire.config.json', 'polywire.config.ts'];

function split(list: string | undefined): string[] | undefined {
  return list
    ?.split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function numberOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new ConfigError(notA(`--${name}`, 'a number', '数字', text), { exitCode: 2 });
  return Number(text);
}

function addressOf(text: string): { host: string; port: number } {
  const match = /^(?:(.+):)?(\d{1,5})$/.exec(text);
  if (!match) throw new ConfigError(notA('--listen', 'HOST:PORT', 'HOST:PORT', text), { exitCode: 2 });
  return { host: match[1] ?? '127.0.0.1', port: Number(match[2]) };
}

function notA(option: string, en: string, zh: string, text: string): string {
  const given = JSON.stringify(text);
  return `${option} takes ${en}, not ${given}. / ${option} 应为${zh}，而不是 ${given}。`;
}
