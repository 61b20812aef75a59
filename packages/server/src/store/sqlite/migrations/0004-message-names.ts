import type { Migration } from './contract.ts';

/** A message is found by its name, however many others there are: another server may have thousands open at once. */
export const messageNames: Migration = {
  sql: 'CREATE INDEX messages_name ON messages (session, message, first);',
};
