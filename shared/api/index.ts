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
export { delay } from './delay.ts'
export { ApiFailure, failureOfAnswer, failureWithoutAnswer } from './failure.ts'
export { apiAddress, configureHttp, type RequestOptions, request, type TokenSource, watchConnection } from './http.ts'
export { callAllPages } from './pages.ts'
export { shouldRetry } from './retry.ts'
