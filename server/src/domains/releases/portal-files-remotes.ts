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
import type { FileHashes } from './release-content.ts'
import { findRelease } from './repository.ts'
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
 * Serves files of published releases, immutable and with their hash as ETag. Paths that are not in the list of the release get a 404
 * with the JSON of the API, never a page.
 */
export const remoteFilesRoute = (app: FastifyInstance, context: AppContext): void => {
  const { db, log } = context
  const open = createVerifiedReader(context)
  /** Lists of files by `<app>/<version>`; a published release never changes, but it may be removed. */
  const releases = new LRUCache<string, { files: FileHashes; until: number }>({ max: 100 })

  const filesOf = async (name: AppId, version: string): Promise<FileHashes | null> => {
    const key = `${name}/${version}`
    const known = releases.get(key)
    if (known && performance.now() < known.until) return known.files
    try {
      const release = await findRelease(db, name, version)
      if (release) releases.set(key, { files: release.files, until: performance.now() + trust })
      else releases.delete(key)
      return release?.files ?? null
    } catch (err) {
      // The page that needs them was sent while the database did not answer.
      if (!known) throw err
      log.error({ err, key }, 'the database does not tell the files of a release: the last known list is used')
      return known.files
    }
  }

  app.get(
    '/remotes/:app/:version/*',
    { config: { access: access.public, isQuiet: true }, schema: { hide: true } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { data: params } = fileParams.safeParse(request.params)
      const files = params && (await filesOf(params.app, params.version))
      const candidates = files ? represent(files, params['*'], request.headers['accept-encoding']) : []
      for (const { stored, encoding, hash } of candidates) {
        const headers = { ...immutable, etag: `"${hash}"`, ...(encoding && { 'content-encoding': encoding }) }
        if (isKnownTo(request, headers.etag)) return reply.status(304).headers(headers).send()
        const file = params && (await open(blobKeys.release(params.app, params.version) + stored, hash))
        if (!file) continue
        const type = mime.contentType(extname(params['*'])) || 'application/octet-stream'
        return reply
          .headers({ ...headers, 'content-length': file.size })
          .type(type)
          .send(file.content)
      }
      throw new ApiError('ERR_0404')
    },
  )
}
