export { fetchBytes } from './binary.ts'
export {
  type Answer,
  addressOf,
  type CallOptions,
  call,
  callWithHeaders,
  createdId,
  type FailureRecord,
  leavePage,
  onFailure,
} from './call.ts'
export { type ConnectionState, connection } from './connection.ts'
// Names until contract 1.0, for remotes that were built before 1.1 and run in this shell.
export { delay, delay as pause } from './delay.ts'
export { ApiFailure, failureOfAnswer, failureWithoutAnswer } from './failure.ts'
export {
  apiAddress,
  configureHttp,
  isChanging,
  type RequestOptions,
  request,
  type TokenSource,
  watchConnection,
} from './http.ts'
export { callAllPages, callPages } from './pages.ts'
export { shouldRetry, shouldRetry as isWorthRetrying } from './retry.ts'
