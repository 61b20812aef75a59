import { eventLog } from './0001-event-log.ts';
import { store } from './0002-store.ts';
import { stems } from './0003-stems.ts';
import { messageNames } from './0004-message-names.ts';
import type { Migration } from './contract.ts';

/** In order: the place in this list, from 1, is the version a step leads to. */
export const migrations: readonly Migration[] = [eventLog, store, stems, messageNames];
