import type { RefusalCode } from '../commands.ts';

/** The HTTP status that says a refusal. */
export const httpStatus: Readonly<Record<RefusalCode, number>> = {
  INVALID: 422,
  UNKNOWN: 400,
  NOT_FOUND: 404,
  NOT_ALLOWED: 403,
  CONFLICT: 409,
  ALREADY_DECIDED: 409,
  UNCLEAR: 409,
  BUSY: 409,
  TOO_LARGE: 413,
  RATE_LIMITED: 429,
  STORAGE_FULL: 507,
  UNAVAILABLE: 503,
  SHUTTING_DOWN: 503,
  INTERNAL: 500,
};
