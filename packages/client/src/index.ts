export type * from './contract.ts';
export { ClientError, type ClientErrorCode } from './errors.ts';
