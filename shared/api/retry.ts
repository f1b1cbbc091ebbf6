import { ApiFailure } from './failure.ts'

const most = 3

/** Whether a query is worth another try: no answer and faults of the server may pass, a refusal stays one. */
export const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < most && !(error instanceof ApiFailure && error.status !== null && error.status < 500)
