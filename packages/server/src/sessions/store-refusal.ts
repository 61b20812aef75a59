import type { RefusalCode } from '@polywire/protocol';
import { StoreError, type StoreErrorCode } from '../store/errors.ts';

/** What the store could not do, as clients are told it. */
const codes: Readonly<Record<StoreErrorCode, RefusalCode>> = {
  INVALID: 'INVALID',
  CONFLICT: 'CONFLICT',
  STORAGE_FULL: 'STORAGE_FULL',
  BUSY: 'UNAVAILABLE',
  READ_ONLY: 'UNAVAILABLE',
  IN_USE: 'UNAVAILABLE',
  INTERNAL: 'UNAVAILABLE',
  DAMAGED: 'INTERNAL',
  TOO_NEW: 'INTERNAL',
  UNSUPPORTED: 'INTERNAL',
};

/** A thrown thing as the store's own error, and the code that tells a client of it. */
export function storeRefusal(thrown: unknown): { readonly error: StoreError; readonly code: RefusalCode } {
  const error = StoreError.from(thrown);
  return { error, code: codes[error.code] };
}
