export { connect } from './connect.ts';
export type * from './contract.ts';
export { ClientError, type ClientErrorCode } from './errors.ts';
