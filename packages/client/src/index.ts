export {
  type Api,
  type CallOptions,
  createApi,
  type FrameOptions,
  type PageOptions,
  type SessionChange,
} from './api.ts';
export { connect } from './connect.ts';
export type * from './contract.ts';
export { ClientError, type ClientErrorCode } from './errors.ts';
export { type HttpOptions, reasonIn } from './http.ts';
export type { UploadOptions } from './upload.ts';
