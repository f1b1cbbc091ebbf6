import { addressOf, failureOfAnswer, request } from '@lamella/shared/api'
import { cancelUpload, uploadReferenceHeader, uploadSessionHeader } from '@lamella/shared/contract'
import { transferErrorOf } from './transfer-error.ts'
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

const send = async (
  path: string,
  step: 'session' | 'part',
  options: { method: string; headers?: Record<string, string>; body?: Blob; signal: AbortSignal },
): Promise<Response> => {
  let answer: Response
  try {
    answer = await request(path, { ...options, timeout: false })
  } catch (error) {
    if (options.signal.aborted) throw error
    throw transferErrorOf(null, step)
  }
  // 409 carries the server's offset, from which the caller continues.
  if (answer.ok || answer.status === 308 || (step === 'part' && answer.status === 409)) return answer
  const body: unknown = await answer.json().catch(() => undefined)
  throw transferErrorOf(answer.status, step, failureOfAnswer(answer.status, body))
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
  if (!location || !sessionId || !uploadId) throw transferErrorOf(answer.status, 'session')
  return { location: new URL(location, window.location.origin).pathname, uploadId, sessionId }
}

const receivedBytes = (answer: Response): number => {
  const end = /^bytes=0-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1]
  return end === undefined ? 0 : Number(end) + 1
}

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
  if (answer.status === 409 && !answer.headers.has('range')) {
    const body: unknown = await answer.json().catch(() => undefined)
    const failure = failureOfAnswer(answer.status, body)
    if (failure.code !== 'ERR_2001') throw transferErrorOf(409, 'part', failure)
  }
  return { complete: false, received: receivedBytes(answer) }
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
