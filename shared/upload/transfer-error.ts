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

  /** @param detail - the server's message, where it sent one */
  constructor(code: TransferCode, status: number | null, detail?: string) {
    super(detail ?? sentences[code])
    this.name = 'TransferError'
    this.code = code
    this.status = status
  }
}

/** Retried are a missing answer, a status above 499, and 412 (D3-4-27, contradiction 27). */
export const isRetriable = (error: unknown): boolean =>
  error instanceof TransferError && (error.status === null || error.status > 499 || error.status === 412)

/**
 * The error of a failed call.
 * @param status - null: no answer
 * @param step - `session` opens an upload, `part` is every later call
 */
export const transferErrorOf = (status: number | null, step: 'session' | 'part', detail?: string): TransferError => {
  if (status === null) return new TransferError('ERR_0503', status)
  if (status === 412) return new TransferError('ERR_2000', status)
  if (status > 499 || step === 'session') return new TransferError('ERR_0500', status, detail)
  return new TransferError('ERR_0400', status, detail)
}
