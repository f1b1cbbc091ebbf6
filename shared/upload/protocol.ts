import { addressOf, failureOfAnswer, request } from '@lamella/shared/api'
import { cancelUpload, uploadReferenceHeader, uploadSessionHeader } from '@lamella/shared/contract'
import { type TransferError, transferErrorOf } from './transfer-error.ts'
import { type TransferOptions, transferDefaults } from './transfer-options.ts'

// The calls are specified in docs/upload-protocol.md (D3-7-01 to D3-7-11).

/** An opened upload on the server. */
export interface UploadSession {
  /** Path of the upload. */
  location: string
  uploadId: string
  sessionId: string
}

/** complete: the server has every byte; otherwise the next part begins at byte `received`. */
export type PartAnswer = { complete: true } | { complete: false; received: number }

/** Milliseconds after which a call counts as unanswered; a part has more time by its size. */
const patience = 30_000
const patienceWithPart = 60_000
/**
 * Bytes per second of the slowest line for which a part has time enough: fetch does not say whether bytes still move, so
 * that a dead connection is known by time only. On a slower line what has arrived stays, and the next try goes on after it.
 */
const slowestLine = 16 * 1024

const timeoutFor = (part?: Blob): number =>
  part ? Math.round(patienceWithPart + (part.size / slowestLine) * 1000) : patience

/** Milliseconds at most that an answer can demand until the next try. */
const longestWait = 60_000

const send = async (
  path: string,
  step: 'session' | 'part',
  options: { method: string; headers?: Record<string, string>; body?: Blob; signal: AbortSignal },
): Promise<Response> => {
  try {
    return await request(path, { ...options, timeout: timeoutFor(options.body) })
  } catch (error) {
    if (options.signal.aborted) throw error
    throw transferErrorOf(null, step)
  }
}

/**
 * The error of an answer. One without our error body is not of our server, but of something in between, such as a proxy
 * whose server is away: that is no answer. The limit of a proxy for bodies (413) does not pass.
 */
const errorOf = async (answer: Response, step: 'session' | 'part'): Promise<TransferError> => {
  const { status, headers } = answer
  const failure = failureOfAnswer(status, await answer.json().catch(() => undefined))
  // A date in place of seconds is NaN.
  const retryAfter = Math.min(longestWait, (Number(headers.get('retry-after')) || 0) * 1000)
  const isOurs = failure.fromServer || status === 413
  return transferErrorOf(isOurs ? status : null, step, failure, retryAfter)
}

/** Opens the session of an upload. @param reference - of the created medium @throws TransferError */
export const openSession = async (
  reference: string,
  signal: AbortSignal,
  { endpoint, method }: Pick<TransferOptions, 'endpoint' | 'method'> = transferDefaults,
): Promise<UploadSession> => {
  const headers = { [uploadReferenceHeader]: reference }
  const answer = await send(endpoint, 'session', { method, headers, signal })
  const location = answer.headers.get('location')
  const sessionId = answer.headers.get(uploadSessionHeader)
  const uploadId = location?.split('/').at(-1)
  if (!answer.ok || !location || !sessionId || !uploadId) throw await errorOf(answer, 'session')
  return { location: new URL(location, window.location.origin).pathname, uploadId, sessionId }
}

/** Null: the answer does not say. */
const receivedBytes = (answer: Response): number | null => {
  const end = /^bytes=0-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1]
  return end === undefined ? null : Number(end) + 1
}

/** With the server's offset, from which the caller continues; 200 is allowed by D3-7-10, our server does not send it. */
const withOffset = [200, 308, 409]

const put = async (
  { location, sessionId }: UploadSession,
  range: string,
  signal: AbortSignal,
  part?: Blob,
  digest?: string,
): Promise<PartAnswer> => {
  const answer = await send(`${location}?uploadSessionId=${encodeURIComponent(sessionId)}`, 'part', {
    method: 'PUT',
    headers: {
      'content-range': `bytes ${range}`,
      'content-type': 'application/octet-stream',
      ...(digest && { 'repr-digest': `sha-256=:${digest}:` }),
    },
    body: part,
    signal,
  })
  // 204 is allowed by D3-7-09; our server does not send it.
  if (answer.status === 201 || answer.status === 204) return { complete: true }
  const received = receivedBytes(answer)
  if (received !== null && withOffset.includes(answer.status)) return { complete: false, received }
  // Only our server answers so, whereas 200 may be any page.
  if (answer.status === 308) return { complete: false, received: 0 }
  const error = await errorOf(answer, 'part')
  if (error.serverCode === 'ERR_2001') return { complete: false, received: 0 }
  throw error
}

/**
 * Appends one part. An empty part says that all bytes are stored: only the completion is asked for, with the digest.
 * @param offset - byte of the file at which the part begins
 * @param total - bytes of the file
 * @param digest - SHA-256 of the whole file, base64; sent with the last part
 * @throws TransferError
 */
export const putPart = (
  session: UploadSession,
  part: Blob,
  offset: number,
  total: number,
  signal: AbortSignal,
  digest?: string,
): Promise<PartAnswer> =>
  put(session, part.size === 0 ? `*/${total}` : `${offset}-${offset + part.size - 1}/${total}`, signal, part, digest)

/** Asks for the offset. @param total - bytes of the file @throws TransferError */
export const askProgress = (session: UploadSession, total: number, signal: AbortSignal): Promise<PartAnswer> =>
  put(session, `*/${total}`, signal)

/** Cancels an upload on the server; an unknown one counts as cancelled. @throws TransferError */
export const removeUpload = async (uploadId: string): Promise<void> => {
  const path = addressOf(cancelUpload, { params: { uploadId } })
  const answer = await request(path, { method: 'DELETE' }).catch(() => {
    throw transferErrorOf(null, 'part')
  })
  if (!answer.ok && answer.status !== 404) throw transferErrorOf(answer.status, 'part')
}
