import { addressOf, failureOfAnswer, request } from '@lamella/shared/api'
import { cancelUpload, startUpload, uploadReferenceHeader, uploadSessionHeader } from '@lamella/shared/contract'
import { transferErrorOf } from './transfer-error.ts'

/** The calls of document 3 §7; see docs/upload-protocol.md. */

export interface UploadSession {
  /** Path of the upload. */
  location: string
  uploadId: string
  sessionId: string
}

/** complete: the server has every byte; otherwise it has `received` and wants the next from there. */
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
  // 409 tells where the server stands: the caller goes on from there.
  if (answer.ok || answer.status === 308 || (step === 'part' && answer.status === 409)) return answer
  const body: unknown = await answer.json().catch(() => undefined)
  throw transferErrorOf(answer.status, step, failureOfAnswer(answer.status, body).message)
}

/** @throws TransferError */
export const openSession = async (reference: string, signal: AbortSignal): Promise<UploadSession> => {
  const headers = { [uploadReferenceHeader]: reference }
  const answer = await send(startUpload.path, 'session', { method: 'POST', headers, signal })
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
  if (answer.status === 201 || answer.status === 204) return { complete: true }
  if (answer.status === 409 && !answer.headers.has('range')) {
    const body: unknown = await answer.json().catch(() => undefined)
    const failure = failureOfAnswer(answer.status, body)
    if (failure.code !== 'ERR_2001') throw transferErrorOf(409, 'part', failure.message)
  }
  return { complete: false, received: receivedBytes(answer) }
}

/**
 * Appends one part.
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

/** Where the server stands. @throws TransferError */
export const askProgress = (session: UploadSession, total: number, signal: AbortSignal): Promise<PartAnswer> =>
  put(session, `*/${total}`, signal)

/** @throws TransferError unless the server removed it, or never had it */
export const removeUpload = async (uploadId: string): Promise<void> => {
  const path = addressOf(cancelUpload, { params: { uploadId } })
  const answer = await request(path, { method: 'DELETE' }).catch(() => {
    throw transferErrorOf(null, 'part')
  })
  if (!answer.ok && answer.status !== 404) throw transferErrorOf(answer.status, 'part')
}
