import { openAsBlob } from 'node:fs'
import { registerHooks } from 'node:module'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A process that uploads a file by the published client `ngx-uploadx`. Its uploader knows nothing of Angular; only the
 * package's index does, so the uploader is imported from its own file.
 */

/** What the test hands over as JSON, in the first argument. */
export interface UploadxCall {
  /** Folder of the package. */
  folder: string
  endpoint: string
  token: string
  reference: string
  file: string
  /** Bytes; 0: the whole file. */
  chunkSize: number
  /** Numbers of the PUT requests whose connection is cut in the middle, from 0. */
  cuts: number[]
  /** Cancels after so many parts. */
  cancelAfter?: number
}

interface Request {
  method: string
  url: string
  headers: Record<string, string | number>
  data: Blob | string | null
}

interface Uploader {
  status: string
  upload(): Promise<void>
}
type UploaderClass = new (
  file: Blob & { name: string },
  options: object,
  onState: (uploader: Uploader) => void,
  ajax: { request: (request: Request) => Promise<object> },
) => Uploader

// The package's files name each other without extension, for bundlers.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      context.parentURL?.includes('/ngx-uploadx/') && specifier.startsWith('./') ? `${specifier}.mjs` : specifier,
      context,
    ),
})

const { folder, endpoint, token, reference, file, chunkSize, cuts, cancelAfter }: UploadxCall = JSON.parse(
  process.argv[2] ?? '',
)
const seen: string[] = []
let puts = 0

/** Half of a body, after which the connection breaks. */
const halfOf = (body: Blob): ReadableStream => {
  const half = body
    .slice(0, body.size >> 1)
    .stream()
    .getReader()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await half.read()
      if (done) controller.error(new Error('cut'))
      else controller.enqueue(value)
    },
  })
}

/** In place of the package's XMLHttpRequest, by the way that the package offers for that. */
const request = async ({ method, url, headers, data }: Request): Promise<object> => {
  const isPart = method === 'PUT' && data instanceof Blob
  const isCut = isPart && cuts.includes(puts++)
  const body = isCut ? halfOf(data) : data
  const answer = await fetch(url, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
    body,
    ...(isCut && { duplex: 'half' }),
  } as RequestInit)
  seen.push(`${method} ${answer.status}`)
  if (isPart && puts === cancelAfter) uploader.status = 'cancelled'
  return { status: answer.status, headers: Object.fromEntries(answer.headers), data: await answer.text() }
}

const { UploaderX }: { UploaderX: UploaderClass } = await import(
  pathToFileURL(`${folder}/esm2022/lib/uploaderx.mjs`).href
)
const blob = Object.assign(await openAsBlob(file), { name: basename(file), lastModified: 0 })
const options = {
  endpoint,
  chunkSize,
  headers: { 'X-UPLOAD-REFERENCE': reference, Authorization: `Bearer ${token}` },
  retryConfig: { minDelay: 10 },
}
const uploader = new UploaderX(blob, options, () => undefined, { request })
await uploader.upload()
// A cancellation is sent without being waited for.
process.once('beforeExit', () => process.stdout.write(JSON.stringify({ status: uploader.status, seen })))
