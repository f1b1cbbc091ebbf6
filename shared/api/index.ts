export { fetchBytes } from './binary.ts'
export {
  type Answer,
  addressOf,
  type CallOptions,
  call,
  callWithHeaders,
  createdId,
  type FailureRecord,
  onFailure,
} from './call.ts'
export { ApiFailure, failureOfAnswer, failureWithoutAnswer } from './failure.ts'
export { apiAddress, configureHttp, type RequestOptions, request, type TokenSource } from './http.ts'
export { callAllPages } from './pages.ts'
export { pause } from './pause.ts'
export { isWorthRetrying } from './retry.ts'
