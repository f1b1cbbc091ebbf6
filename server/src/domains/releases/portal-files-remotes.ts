import { extname } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import { type AppId, appId, semver } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import mime from 'mime-types'
import * as z from 'zod/mini'
import type { AppContext } from '../../platform/context.ts'
import { access } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { isKnownTo } from '../../platform/http/is-known.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { isSubresource } from './document-types.ts'
import { mayPreview } from './preview-service.ts'
import type { FileHashes } from './release-content.ts'
import { findRelease, wasEverActive } from './repository.ts'
import { createVerifiedReader } from './verified-files.ts'

/** Encodings of the build, best first → extension of their files. */
const encodings = { br: '.br', gzip: '.gz' } as const

const immutable = {
  'cache-control': 'public, max-age=31536000, immutable',
  // Pages of any origin may load releases: they are public, and may be served by a CDN.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  vary: 'accept-encoding',
}

/** Of a version that was never active: for this browser, as long as it may preview it. */
const previewed = { 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' }

/** What a browser would open as a page has no origin there and runs nothing: whoever publishes must not act as whoever opens it. */
const inert = { 'content-security-policy': "sandbox; default-src 'none'", 'content-disposition': 'attachment' }

const fileParams = z.object({ app: appId, version: semver, '*': z.string() })

/** Milliseconds in which a removed release may still be served. */
const trust = 60_000

interface Representation {
  /** Path in the release: the file itself, or its compressed version. */
  stored: string
  encoding: keyof typeof encodings | null
  hash: string
}

/** Representations of a path, best first: the compressed version that the browser prefers, and the file itself. */
const represent = (files: FileHashes, path: string, accepted = ''): Representation[] => {
  const plain = Object.hasOwn(files, path) ? files[path] : undefined
  if (plain === undefined) return []
  const itself = { stored: path, encoding: null, hash: plain }
  const available = (['br', 'gzip'] as const).filter((name) => Object.hasOwn(files, path + encodings[name]))
  const encoding = available.length > 0 ? negotiate(accepted, available) : null
  const stored = encoding && path + encodings[encoding]
  const hash = stored ? files[stored] : undefined
  return stored && hash !== undefined ? [{ stored, encoding, hash }, itself] : [itself]
}

/**
 * Serves files of published releases, immutable and with their hash as ETag: to everybody those of versions that are or were active, because
 * open pages still load them, others to whoever previews them. Other paths get a 404 with the JSON of the API, never a page.
 */
export const remoteFilesRoute = (app: FastifyInstance, context: AppContext): void => {
  const { db, log } = context
  const open = createVerifiedReader(context)
  /** Lists of files by `<app>/<version>`; a published release never changes, but it may be removed. */
  const releases = new LRUCache<string, { files: FileHashes; isPublic: boolean; until: number }>({ max: 100 })

  const filesOf = async (name: AppId, version: string) => {
    const key = `${name}/${version}`
    const known = releases.get(key)
    // What was never active may be so in a moment.
    if (known?.isPublic && performance.now() < known.until) return known
    try {
      const release = await findRelease(db, name, version)
      if (!release) {
        releases.delete(key)
        return null
      }
      const isPublic = await wasEverActive(db, name, version)
      const found = { files: release.files, isPublic, until: performance.now() + trust }
      releases.set(key, found)
      return found
    } catch (err) {
      // The page that needs them was sent while the database did not answer.
      if (!known) throw err
      log.error({ err, key }, 'the database does not tell the files of a release: the last known list is used')
      return known
    }
  }

  app.get(
    '/remotes/:app/:version/*',
    { config: { access: access.public, isQuiet: true }, schema: { hide: true } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { data: params } = fileParams.safeParse(request.params)
      const release = params && (await filesOf(params.app, params.version))
      const isAllowed =
        release?.isPublic || (release && (await mayPreview(context, request, params.app, params.version)))
      if (!release || !isAllowed) throw new ApiError('ERR_0404')
      const path = params['*']
      const type = mime.contentType(extname(path)) || 'application/octet-stream'
      for (const { stored, encoding, hash } of represent(release.files, path, request.headers['accept-encoding'])) {
        const headers = {
          ...immutable,
          ...(!release.isPublic && previewed),
          ...(!isSubresource(type) && inert),
          etag: `"${hash}"`,
          ...(encoding && { 'content-encoding': encoding }),
        }
        if (isKnownTo(request, headers.etag)) return reply.status(304).headers(headers).send()
        const file = await open(blobKeys.release(params.app, params.version) + stored, hash)
        if (!file) continue
        return reply
          .headers({ ...headers, 'content-length': file.size })
          .type(type)
          .send(file.content)
      }
      throw new ApiError('ERR_0404')
    },
  )
}
