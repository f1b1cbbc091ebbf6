import { ApiFailure } from '@lamella/shared/api'
import type { ErrorCode } from '@lamella/shared/contract'

/** Codes of the transfer layer with their messages (D3-8-26 to D3-8-29). */
const sentences = {
  ERR_0500: 'Unexpected server error',
  ERR_2000: 'Invalid file upload reference',
  ERR_0503: 'Service unavailable',
  ERR_0400: 'Bad request',
} as const
export type TransferCode = keyof typeof sentences

/** A failed call of the upload protocol. */
export class TransferError extends Error {
  readonly code: TransferCode
  /** Null: no answer. */
  readonly status: number | null
  /** Null: the server sent none. */
  readonly serverCode: string | null
  /** Milliseconds before which another try is of no use, as the answer says; 0: it does not say. */
  readonly retryAfter: number

  constructor(code: TransferCode, status: number | null, answer?: ServerFailure, retryAfter = 0) {
    super(answer?.message ?? sentences[code])
    this.name = 'TransferError'
    this.code = code
    this.status = status
    this.serverCode = answer?.code ?? null
    this.retryAfter = retryAfter
  }
}

/** Code and message of an error answer. */
interface ServerFailure {
  code: string
  message: string
}

const codeOf = (error: TransferError | ApiFailure): string | null =>
  error instanceof ApiFailure ? error.code : error.serverCode

/**
 * Refusals after which docs/upload-protocol.md says to try again: the server has too much to do, another request is
 * writing (perhaps the one before, whose connection broke without the server's notice), or not the whole part arrived.
 */
const passing: readonly (string | null)[] = ['ERR_0408', 'ERR_0429', 'ERR_2007', 'ERR_2008'] satisfies ErrorCode[]

/**
 * Whether the same call may succeed later: after no answer of our server (a proxy may have answered for it), a status
 * above 499, and the refusals that pass (docs/spec-gaps.md). What the server has stays there meanwhile.
 */
export const mayPass = (error: unknown): boolean => {
  if (!(error instanceof TransferError || error instanceof ApiFailure)) return false
  if (error instanceof ApiFailure && !error.fromServer) return true
  return error.status === null || error.status > 499 || passing.includes(codeOf(error))
}

/** Retried is what may pass, and 412 (D3-4-27, contradiction 27). */
export const isRetriable = (error: unknown): boolean =>
  mayPass(error) || (error instanceof TransferError && error.status === 412)

/** Whether another request is writing to the upload. */
export const isBusy = (error: unknown): boolean => error instanceof TransferError && error.serverCode === 'ERR_2007'

/** Milliseconds before which another try is of no use. */
export const retryAfterOf = (error: unknown): number => (error instanceof TransferError ? error.retryAfter : 0)

/**
 * The error of a failed call.
 * @param status - null: no answer
 * @param step - `session` opens an upload, `part` is every later call
 * @param retryAfter - milliseconds
 */
export const transferErrorOf = (
  status: number | null,
  step: 'session' | 'part',
  answer?: ServerFailure,
  retryAfter = 0,
): TransferError => {
  if (status === null) return new TransferError('ERR_0503', status, undefined, retryAfter)
  if (status === 412) return new TransferError('ERR_2000', status, undefined, retryAfter)
  const code = status > 499 || step === 'session' ? 'ERR_0500' : 'ERR_0400'
  return new TransferError(code, status, answer, retryAfter)
}
