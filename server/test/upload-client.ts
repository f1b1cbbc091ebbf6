import { createHash } from 'node:crypto'
import { type FileType, uploadReferenceHeader, uploadSessionHeader } from '@lamella/shared/contract'

/** A response over HTTP, with the fields that tests check. */
export interface HttpAnswer {
  status: number
  headers: Headers
  /** Code of the first error; null where there is none. */
  code: string | null
  body: Buffer
}

export interface StartedUpload {
  mediumId: string
  imageId: string
  uploadId: string
  /** Path with the session. */
  address: string
}

export interface NewUpload {
  project: string
  size: number
  name?: string
  fileType?: FileType
  /** Of a Z stack: what is shown first. */
  zShown?: 'middle' | 'max'
  originalFilename?: string
  /** Id that the upload is to have. */
  uploadId?: string
}

const dimensionsOf: Record<FileType, { id: string }[]> = {
  TwoDimensions: [],
  MultiChannel: [{ id: 'c' }],
  TimeSeries: [{ id: 't' }],
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
export const reprDigest = (bytes: Uint8Array): Record<string, string> => ({
  'repr-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
})

/** The calls of docs/upload-protocol.md against a listening server. */
export class UploadClient {
  readonly base: string
  readonly token: string

  constructor(base: string, token: string) {
    this.base = base
    this.token = token
  }

  async request(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: Uint8Array | ReadableStream | string } = {},
  ): Promise<HttpAnswer> {
    const answer = await fetch(new URL(path, this.base), {
      method,
      headers: { ...(this.token && { authorization: `Bearer ${this.token}` }), ...headers },
      ...(body !== undefined && { body: body as RequestInit['body'] }),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    } as RequestInit)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const code = isJson && answer.status >= 400 ? String(JSON.parse(bytes.toString()).errors[0].code) : null
    return { status: answer.status, headers: answer.headers, code, body: bytes }
  }

  async json<T>(path: string): Promise<T> {
    const answer = await this.request('GET', path)
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body.toString()).data as T
  }

  announce({
    project,
    size,
    name,
    fileType = 'TwoDimensions',
    originalFilename,
    zShown,
    uploadId,
  }: NewUpload): Promise<HttpAnswer> {
    const data = {
      name: name ?? 'Picture',
      type: 'ImageMedium',
      dimensions: dimensionsOf[fileType],
      project,
      size,
      mimeType: 'image/*',
      ...(zShown && { zShown }),
      originalFilename: originalFilename ?? 'picture.tif',
      ...(uploadId && { uploadId }),
    }
    return this.request('POST', '/api/v1/media', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    })
  }

  openSession(reference: string): Promise<HttpAnswer> {
    return this.request('POST', '/api/v2/files/uploads', { headers: { [uploadReferenceHeader]: reference } })
  }

  async start(upload: NewUpload): Promise<StartedUpload> {
    const announced = await this.announce(upload)
    const reference = announced.headers.get(uploadReferenceHeader)
    if (announced.status !== 201 || !reference) throw new Error(`${announced.status} ${announced.body}`)
    const { id: mediumId, imageId } = JSON.parse(announced.body.toString()).data
    const session = await this.openSession(reference)
    const location = session.headers.get('location')
    if (session.status !== 201 || !location) throw new Error(`${session.status} ${session.body}`)
    const address = `${location}?uploadSessionId=${session.headers.get(uploadSessionHeader)}`
    return { mediumId, imageId, uploadId: location.split('/').at(-1) ?? '', address }
  }

  put(
    { address }: Pick<StartedUpload, 'address'>,
    range: string,
    body: Uint8Array | ReadableStream = new Uint8Array(),
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer> {
    const isEmpty = body instanceof Uint8Array && body.length === 0
    return this.request('PUT', address, {
      headers: { 'content-range': range, ...(!isEmpty && { 'content-type': 'application/octet-stream' }), ...headers },
      ...(!isEmpty && { body }),
    })
  }

  /** Sends the bytes of `file` from `start` to `end`, `end` excluded. */
  part(upload: Pick<StartedUpload, 'address'>, file: Uint8Array, start: number, end: number, headers = {}) {
    return this.put(upload, `bytes ${start}-${end - 1}/${file.length}`, file.subarray(start, end), headers)
  }

  askProgress(upload: Pick<StartedUpload, 'address'>, total: number): Promise<HttpAnswer> {
    return this.put(upload, `bytes */${total}`)
  }

  /** Announces and uploads a whole file. @throws Error for any error of the server */
  async upload(file: Uint8Array, upload: Omit<NewUpload, 'size'>): Promise<StartedUpload> {
    const started = await this.start({ ...upload, size: file.length })
    const chunk = 8 * 1024 ** 2
    for (let start = 0; start < Math.max(1, file.length); start += chunk) {
      const end = Math.min(file.length, start + chunk)
      const last = end === file.length
      const answer =
        last && start === end
          ? await this.askProgress(started, 0)
          : await this.part(started, file, start, end, last ? reprDigest(file) : {})
      if (answer.status !== (last ? 201 : 308)) throw new Error(`${answer.status} ${answer.body}`)
    }
    return started
  }
}
