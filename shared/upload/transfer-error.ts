/** Codes of the transfer layer (document 3 §8) with their sentences. */
const sentences = {
  ERR_0500: 'Unexpected server error',
  ERR_2000: 'Invalid file upload reference',
  ERR_0503: 'Service unavailable',
  ERR_0400: 'Bad request',
} as const
export type TransferCode = keyof typeof sentences

export class TransferError extends Error {
  readonly code: TransferCode
  /** Null: no answer. */
  readonly status: number | null

  /** @param detail - the server's own words, when it said any */
  constructor(code: TransferCode, status: number | null, detail?: string) {
    super(detail ?? sentences[code])
    this.name = 'TransferError'
    this.code = code
    this.status = status
  }
}

/** No answer, above 499, and 412 (contradictions.md 27) are worth another try. */
export const isRetriable = (error: unknown): boolean =>
  error instanceof TransferError && (error.status === null || error.status > 499 || error.status === 412)

/** @param step - `session` starts an upload, `part` goes on with it */
export const transferErrorOf = (status: number | null, step: 'session' | 'part', detail?: string): TransferError => {
  if (status === null) return new TransferError('ERR_0503', status)
  if (status === 412) return new TransferError('ERR_2000', status)
  if (status > 499 || step === 'session') return new TransferError('ERR_0500', status, detail)
  return new TransferError('ERR_0400', status, detail)
}
