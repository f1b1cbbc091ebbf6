import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type APIRequestContext, expect, type Page, type Request } from 'playwright/test'

const uploadOf = (request: Request): string | undefined =>
  request.method() === 'PUT' ? /\/files\/uploads\/([0-9a-f-]{36})/.exec(request.url())?.[1] : undefined

/** What `watchUploads` has recorded so far. */
export interface WatchedUploads {
  /** Maximum number of uploads with parts in transit at the same time (D3-9-01: 2). */
  most: number
  /** Parts in the order of sending. */
  parts: { upload: string; range: string; digest: string | undefined }[]
}

/** Records the requests of the upload protocol that the browser sends (D3-7-07). */
export const watchUploads = (page: Page): WatchedUploads => {
  const watched: WatchedUploads = { most: 0, parts: [] }
  const running = new Map<Request, string>()
  page.on('request', (request) => {
    const upload = uploadOf(request)
    if (!upload) return
    const { 'content-range': range = '', 'repr-digest': digest } = request.headers()
    watched.parts.push({ upload, range, digest })
    running.set(request, upload)
    watched.most = Math.max(watched.most, new Set(running.values()).size)
  })
  const over = (request: Request): void => void running.delete(request)
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  return watched
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64')
const chunk = 8 * 1024 * 1024

/** Expects parts of at most 8 MiB (D3-9-02), and with the last part of each file the SHA-256 of the file on disk. */
export const expectParts = async ({ parts }: WatchedUploads, files: readonly string[]): Promise<void> => {
  const sent = parts
    .filter(({ range }) => range !== '')
    .map(({ range, digest }) => {
      const [, from, to, size] = (/^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? []).map(Number)
      if (from === undefined || to === undefined || size === undefined) return null
      expect(to - from + 1).toBeLessThanOrEqual(chunk)
      return to === size - 1 ? digest : undefined
    })
  expect(sent.length).toBeGreaterThanOrEqual(files.length)
  const digests = await Promise.all(files.map(async (file) => `sha-256=:${sha256(await readFile(file))}:`))
  expect([...new Set(sent.filter((digest) => typeof digest === 'string'))].sort()).toEqual([...new Set(digests)].sort())
}

/** Expects the downloaded originals to equal the files on disk, byte by byte. */
export const expectSameBytes = async (page: Page, projectPath: string, files: readonly string[]): Promise<void> => {
  const api: APIRequestContext = page.request
  const token: string = await page.evaluate(() => JSON.parse(localStorage.getItem('authToken') ?? '{}').accessToken)
  const headers = { authorization: `Bearer ${token}` }
  const projectId = path.basename(projectPath)
  const list = await (await api.get(`/api/v2/projects/${projectId}/images`, { headers })).json()
  for (const file of files) {
    const image = list.data.find(({ name }: { name: string }) => name === path.basename(file))
    const original = await api.get(`/api/v1/images/${image?.id}/download`, { headers })
    expect(sha256(await original.body()), file).toBe(sha256(await readFile(file)))
  }
}
