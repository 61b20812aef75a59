import { APICallError, LoadAPIKeyError } from '@ai-sdk/provider';
import { type DraftOf, isJsonObject } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import { RunError } from '../agents/errors.ts';

/** Why a request to a model failed. */
export interface Fault {
  readonly code: FaultCode;
  /** It may well be gone at the next try. */
  readonly passes: boolean;
  /** How long the provider wants to be left alone. */
  readonly waitMs?: number;
  /** What the provider said, where that helps and is no secret. */
  readonly said?: string;
  readonly cause: unknown;
}

const kinds = {
  MODEL_AUTH: {
    passes: false,
    en: 'The model provider refused the key: check the key variable of this model.',
    zh: '模型服务拒绝了密钥：请检查该模型的密钥变量。',
  },
  MODEL_FORBIDDEN: {
    passes: false,
    en: 'The model provider does not let this key do that: check what it may use, and from where.',
    zh: '模型服务不允许该密钥这样使用：请检查其权限与可用地区。',
  },
  MODEL_RATE_LIMITED: {
    passes: true,
    en: 'The model provider takes no more requests for now. Try again later.',
    zh: '模型服务请求过多，请稍后再试。',
  },
  MODEL_UNAVAILABLE: {
    passes: true,
    en: 'The model provider cannot be reached or is out of order.',
    zh: '无法连接模型服务，或服务出现故障。',
  },
  MODEL_SILENT: {
    passes: true,
    en: 'The model provider was silent for too long.',
    zh: '模型服务长时间没有响应。',
  },
  MODEL_CUT: {
    passes: true,
    en: 'The model’s answer was cut off again and again.',
    zh: '模型的回答多次中途断开。',
  },
  MODEL_NOT_FOUND: {
    passes: false,
    en: 'The provider has no such model at this address.',
    zh: '该地址上没有此模型。',
  },
  MODEL_REFUSED: {
    passes: false,
    en: 'The model provider refused the request.',
    zh: '模型服务拒绝了该请求。',
  },
  MODEL_NONSENSE: {
    passes: false,
    en: 'The model did not answer in the form that was asked for.',
    zh: '模型没有按要求的格式回答。',
  },
} as const;
export type FaultCode = keyof typeof kinds;

export function fault(code: FaultCode, cause: unknown, more: { waitMs?: number; said?: string } = {}): Fault {
  return { code, passes: kinds[code].passes, cause, ...more };
}

/** What the user is told when it is given up. */
export function errorOf({ code, said, cause }: Fault, hide: (text: string) => string = (text) => text): RunError {
  const { en, zh } = kinds[code];
  if (said === undefined) return new RunError(code, `${en} / ${zh}`, { cause });
  const quoted = halvesOf(hide(said).slice(0, LONGEST_QUOTE));
  return new RunError(code, `${en} (${quoted.en}) / ${zh}（${quoted.zh}）`, { cause });
}

/** What the user is told while it is waited for the next try. */
export function notice(
  { code }: Fault,
  { pauseMs, next, of }: { pauseMs: number; next: number; of: number },
): DraftOf<'error'> {
  const { en, zh } = waits[code] ?? { en: kinds[code].en, zh: kinds[code].zh };
  const seconds = Math.ceil(pauseMs / 1_000);
  return {
    type: 'error',
    code,
    fatal: false,
    message: `${en} Try ${next} of ${of} in ${seconds} s. / ${zh}${seconds} 秒后进行第 ${next} 次尝试（共 ${of} 次）。`,
  };
}

/** Where the last word of it is not yet said. */
const waits: Partial<Record<FaultCode, { en: string; zh: string }>> = {
  MODEL_RATE_LIMITED: { en: 'The model provider takes no more requests for now.', zh: '模型服务请求过多。' },
  MODEL_CUT: { en: 'The model’s answer was cut off.', zh: '模型的回答中途断开。' },
};

/** What the user is told of an answer that the model did not write to its end. */
export function shortened(finish: string): DraftOf<'error'> | undefined {
  const said = cuts[finish];
  return said && { type: 'error', code: said.code, fatal: false, message: `${said.en} / ${said.zh}` };
}

const cuts: Readonly<Record<string, { code: string; en: string; zh: string }>> = {
  length: {
    code: 'MODEL_LENGTH',
    en: 'The answer is not whole: the model has reached the most that it writes at once.',
    zh: '回答不完整：已达到模型单次输出的上限。',
  },
  'content-filter': {
    code: 'MODEL_FILTERED',
    en: 'The answer is not whole: the model provider’s filter has cut it.',
    zh: '回答不完整：被模型服务的过滤机制截断。',
  },
};

/** An error that the provider's code threw or put into its stream. */
export function faultOf(error: unknown, now: number, otherwise: FaultCode = 'MODEL_CUT'): Fault {
  if (LoadAPIKeyError.isInstance(error)) return fault('MODEL_AUTH', error, { said: error.message });
  if (APICallError.isInstance(error)) return ofStatus(error, now);
  const kind = isJsonObject(error) && typeof error.type === 'string' ? error.type : undefined;
  const known = kind === undefined ? undefined : kindsInStreams[kind];
  return fault(known ?? otherwise, error);
}

function ofStatus(error: APICallError, now: number): Fault {
  const { statusCode: status, responseHeaders: headers = {} } = error;
  if (status === undefined || status >= 500 || status === 408 || status === 409) {
    return fault('MODEL_UNAVAILABLE', error, waitOf(headers, now));
  }
  // The provider quotes keys it does not like: what it says is not handed on.
  if (status === 401) return fault('MODEL_AUTH', error);
  if (status < 300) return fault('MODEL_CUT', error);
  const said = { said: error.message };
  if (status === 403) return fault('MODEL_FORBIDDEN', error, said);
  if (status === 404) return fault('MODEL_NOT_FOUND', error, said);
  if (status === 429) return fault('MODEL_RATE_LIMITED', error, { ...waitOf(headers, now), ...said });
  return fault('MODEL_REFUSED', error, said);
}

/** Seconds, a date, or milliseconds in a header of their own. */
function waitOf(headers: Record<string, string>, now: number): { waitMs?: number } {
  const exact = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (exact >= 0) return { waitMs: exact };
  const after = headers['retry-after'];
  if (after === undefined) return {};
  const ms = /^[\d.]+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now;
  return Number.isFinite(ms) ? { waitMs: Math.max(0, ms) } : {};
}

/** Errors that come after the headers said that all is well. */
const kindsInStreams: Readonly<Record<string, FaultCode>> = {
  overloaded_error: 'MODEL_UNAVAILABLE',
  api_error: 'MODEL_UNAVAILABLE',
  server_error: 'MODEL_UNAVAILABLE',
  rate_limit_error: 'MODEL_RATE_LIMITED',
  authentication_error: 'MODEL_AUTH',
  permission_error: 'MODEL_AUTH',
  not_found_error: 'MODEL_NOT_FOUND',
  invalid_request_error: 'MODEL_REFUSED',
};

/** Enough for the point of it: some providers send whole pages. */
const LONGEST_QUOTE = 300;
