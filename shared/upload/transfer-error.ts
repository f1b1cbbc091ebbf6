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

  constructor(code: TransferCode, status: number | null, answer?: ServerFailure) {
    super(answer?.message ?? sentences[code])
    this.name = 'TransferError'
    this.code = code
    this.status = status
    this.serverCode = answer?.code ?? null
  }
}

/** Code and message of an error answer. */
interface ServerFailure {
  code: string
  message: string
}

/**
 * Refusals after which docs/upload-protocol.md says to try again: another request is writing (perhaps the one before,
 * whose connection broke without the server's notice), or not the whole part arrived.
 */
const passing: readonly string[] = ['ERR_2007', 'ERR_2008'] satisfies ErrorCode[]

/**
 * Retried are a missing answer, a status above 499, and 412 (D3-4-27, contradiction 27), and what the protocol says may
 * pass (docs/spec-gaps.md).
 */
export const isRetriable = (error: unknown): boolean => {
  if (!(error instanceof TransferError)) return false
  const { status, serverCode } = error
  return status === null || status > 499 || status === 412 || (serverCode !== null && passing.includes(serverCode))
}

/**
 * The error of a failed call.
 * @param status - null: no answer
 * @param step - `session` opens an upload, `part` is every later call
 */
export const transferErrorOf = (
  status: number | null,
  step: 'session' | 'part',
  answer?: ServerFailure,
): TransferError => {
  if (status === null) return new TransferError('ERR_0503', status)
  if (status === 412) return new TransferError('ERR_2000', status)
  if (status > 499 || step === 'session') return new TransferError('ERR_0500', status, answer)
  return new TransferError('ERR_0400', status, answer)
}
