import { ApiFailure } from './failure.ts'

const maxRetries = 3

/**
 * Whether a query is tried again: a missing answer and a status from 500 on may pass, a refusal does not.
 * @param failures - number of attempts that have failed
 */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < maxRetries && !(error instanceof ApiFailure && error.status !== null && error.status < 500)
