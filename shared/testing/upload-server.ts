import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ErrorCode, errorCatalogue } from '@lamella/shared/contract'

/** Kinds of requests of docs/upload-protocol.md. */
export type UploadStep = 'medium' | 'session' | 'progress' | 'part' | 'delete'

/**
 * Fault of a request: refused with a code, carried out without an answer, cut in the middle of its body, of which the first
 * half is stored, or answered by a proxy in place of the server, with a page of this status.
 */
export type UploadFault = ErrorCode | 'unanswered' | 'cut' | number

export interface StoredUpload {
  size: number
  bytes: Buffer
  state: 'open' | 'complete' | 'failed' | 'removed'
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

const range = ({ bytes }: StoredUpload): Record<string, string> =>
  bytes.length > 0 ? { range: `bytes=0-${bytes.length - 1}` } : {}

/**
 * The server's side of uploads in the process of the test: it follows the protocol, keeps bytes in memory and fails as
 * configured.
 */
export class UploadServer {
  readonly uploads: StoredUpload[] = []
  /** What was announced, in order. */
  readonly media: Record<string, unknown>[] = []
  /** Requests, in order. */
  readonly steps: UploadStep[] = []
  /** Faults for the next requests of each kind, in order. */
  readonly faults: Record<UploadStep, UploadFault[]> = { medium: [], session: [], progress: [], part: [], delete: [] }
  /** Status of the answer with a range. */
  moreStatus: 200 | 308 = 308
  /** Status of the answer to the last part. */
  lastStatus: 201 | 204 = 201
  /** Every connection is closed without an answer. */
  isAway = false
  /** Maximum number of uploads with a part under way at the same time. */
  mostAtOnce = 0
  #sizes: number[] = []
  /** Announced uploads by the id that the client has chosen. */
  readonly #announced = new Map<string, number>()
  #sending = new Map<number, number>()
  #gate: { opened: Promise<void>; open: () => void; arrive: () => void } | null = null
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(): Promise<UploadServer> {
    const created = new UploadServer()
    await new Promise<void>((done) => created.#server.listen(0, '127.0.0.1', done))
    return created
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Holds parts back until `release`. @returns resolves when the first one waits */
  hold(): Promise<void> {
    const opening = Promise.withResolvers<void>()
    const arrival = Promise.withResolvers<void>()
    this.#gate = { opened: opening.promise, open: opening.resolve, arrive: arrival.resolve }
    return arrival.promise
  }

  release(): void {
    this.#gate?.open()
    this.#gate = null
  }

  async close(): Promise<void> {
    this.release()
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isAway) return void response.destroy()
    if (request.url === '/readyz') return void response.end()
    const step = stepOf(request)
    this.steps.push(step)
    const fault = this.faults[step].shift()
    const body = await bodyOf(request).catch(() => null)
    // The client closed the connection while sending.
    if (body === null) return
    if (typeof fault === 'number') return void response.writeHead(fault, { 'content-type': 'text/html' }).end('<html>')
    if (fault !== undefined && fault in errorCatalogue) return refuse(response, fault as ErrorCode)
    const answer = this.#handle(step, request, fault === 'cut' ? body.subarray(0, body.length >> 1) : body)
    if (fault === undefined) {
      const { status, headers = {}, json } = await answer
      response.writeHead(status, { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers })
      response.end(json && JSON.stringify(json))
    } else {
      await answer
      response.destroy()
    }
  }

  async #handle(step: UploadStep, request: IncomingMessage, body: Buffer): Promise<Answer> {
    if (step === 'medium') {
      const { data } = JSON.parse(body.toString())
      this.media.push(data)
      const index = this.#announced.get(data.uploadId) ?? this.#sizes.push(data.size) - 1
      if (data.uploadId) this.#announced.set(data.uploadId, index)
      const json = { data: { id: idOf(index), imageId: idOf(index) } }
      return { status: 201, headers: { 'x-upload-reference': `${index}` }, json }
    }
    if (step === 'session') {
      const index = Number(request.headers['x-upload-reference'])
      this.uploads[index] ??= { size: this.#sizes[index] ?? 0, bytes: Buffer.alloc(0), state: 'open' }
      return {
        status: 201,
        headers: { location: `/api/v2/files/uploads/${idOf(index)}`, 'x-upload-session-id': `session-${index}` },
      }
    }
    const index = indexOf(request.url ?? '')
    const upload = this.uploads[index]
    if (!upload || upload.state === 'removed') return errorAnswer('ERR_0404')
    if (step === 'delete') {
      upload.state = 'removed'
      return { status: 204 }
    }
    if (step === 'part') await this.#write(index, upload, request, body)
    return this.#stand(upload, request, body)
  }

  async #write(index: number, upload: StoredUpload, request: IncomingMessage, body: Buffer): Promise<void> {
    this.#sending.set(index, (this.#sending.get(index) ?? 0) + 1)
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#sending.size)
    this.#gate?.arrive()
    await this.#gate?.opened
    const left = (this.#sending.get(index) ?? 1) - 1
    if (left === 0) this.#sending.delete(index)
    else this.#sending.set(index, left)
    if (startOf(request) === upload.bytes.length) upload.bytes = Buffer.concat([upload.bytes, body])
  }

  /** Answer with the state of the upload after a request. */
  #stand(upload: StoredUpload, request: IncomingMessage, body: Buffer): Answer {
    const start = startOf(request)
    if (start !== null && start + body.length !== upload.bytes.length) return errorAnswer('ERR_2001', range(upload))
    if (upload.bytes.length === 0 && upload.size > 0) return { status: 308 }
    if (upload.bytes.length < upload.size) return { status: this.moreStatus, headers: range(upload) }
    const digest = createHash('sha256').update(upload.bytes).digest('base64')
    const announced = request.headers['repr-digest']
    if (announced !== undefined && announced !== `sha-256=:${digest}:`) {
      upload.state = 'failed'
      return errorAnswer('ERR_2003')
    }
    upload.state = 'complete'
    return { status: this.lastStatus }
  }
}

interface Answer {
  status: number
  headers?: Record<string, string>
  json?: unknown
}

const errorAnswer = (code: ErrorCode, headers?: Record<string, string>): Answer => {
  const { status, detail } = errorCatalogue[code]
  return { status, headers, json: { errors: [{ code, detail }] } }
}

const refuse = (response: ServerResponse, code: ErrorCode): void => {
  const { status, json } = errorAnswer(code)
  const wait = code === 'ERR_0429' && { 'retry-after': '2' }
  response.writeHead(status, { 'content-type': 'application/json', ...wait }).end(JSON.stringify(json))
}

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const indexOf = (url: string): number => Number(/\/(?:uploads|media)\/[0-9a-f-]{24}(\d{12})/.exec(url)?.[1] ?? -1)

/** Offset of the part; null for a question for progress. */
const startOf = ({ headers }: IncomingMessage): number | null => {
  const start = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1]
  return start === undefined ? null : Number(start)
}

const stepOf = (request: IncomingMessage): UploadStep => {
  if (request.method === 'DELETE') return 'delete'
  if (request.method === 'POST') return request.url?.startsWith('/api/v1/media') ? 'medium' : 'session'
  return startOf(request) === null ? 'progress' : 'part'
}
