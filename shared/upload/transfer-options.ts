import { chunkSize, openUploadSession } from '@lamella/shared/contract'

/** How files are transferred. */
export interface TransferOptions {
  /** Path at which a session is opened. */
  endpoint: string
  /** Method of that call. */
  method: 'POST' | 'PUT'
  /** Bytes of a part; 0: the whole file at once. */
  chunkSize: number
  /** Retries of one call. */
  maxRetries: number
  /** Files at once. */
  concurrency: number
  /** Milliseconds after which an upload that failed for now is tried again. */
  recoverAfter: number
}

/** The transfer layer's own values (D3-9-04 to D3-9-07, D3-7-06). */
export const transferDefaults: TransferOptions = {
  endpoint: '/uploads/',
  method: 'POST',
  chunkSize: 0,
  maxRetries: 10,
  concurrency: 1,
  recoverAfter: 60_000,
}

/** Values of the portal (D3-9-01 to D3-9-03, contradiction 26). */
export const portalOptions: TransferOptions = {
  ...transferDefaults,
  endpoint: openUploadSession.path,
  chunkSize,
  maxRetries: 5,
  concurrency: 2,
}
