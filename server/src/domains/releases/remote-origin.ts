import type { AppId } from '@lamella/shared/contract'
import pMap from 'p-map'
import type { Config } from '../../platform/config.ts'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import type { Misfit } from './fit.ts'
import { type FileHashes, isVariant, sha256 } from './release-content.ts'
import type { ReleaseRow } from './repository.ts'

/** Milliseconds per file of another origin, and for all of a release together. */
const patience = { file: 10_000, all: 60_000 }
/** Files that are read at the same time, as a browser would. */
const atOnce = 6

/** Path of the files of a release, the same on every origin. */
export const folderOf = (app: AppId, version: string): string => `/remotes/${app}/${version}/`

/** Why browsers could not load a release from there; null when this server admits the origin. */
const refusalOf = ({ remoteOrigins }: Config, app: AppId, version: string, origin: string): string | null => {
  if (remoteOrigins.includes(origin)) return null
  const admitted = remoteOrigins.length > 0 ? remoteOrigins.join(', ') : 'none'
  return `${app} ${version} lies at ${origin}. Other origins that this server admits (LAMELLA_REMOTE_ORIGINS): ${admitted}.`
}

/** What does not fit of a release that lies at an origin that this server does not admit (any more). */
export const originMisfits = (config: Config, { app, version, manifest: { origin } }: ReleaseRow): Misfit[] => {
  const sentence = origin === undefined ? null : refusalOf(config, app, version, origin)
  return sentence === null
    ? []
    : [{ part: 'origin', item: app, sentence, short: 'Lies at an origin that is not admitted' }]
}

/** Reads a file of an origin as a browser does. @throws Error in words */
const fetchFile = async (address: string, page: string, size: number, stop: AbortSignal): Promise<Uint8Array> => {
  const silent = (): never => {
    throw new Error(`${address} does not answer`)
  }
  const answer = await fetch(address, {
    // The answer to a request without an origin may lack the permission.
    headers: { origin: page },
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(patience.file), stop]),
  }).catch(silent)
  if (!answer.ok) await answer.body?.cancel()
  if (answer.status >= 300 && answer.status < 400)
    throw new Error(`${address} redirects (${answer.status}), and only files at this address itself are loaded`)
  if (!answer.ok || !answer.body) throw new Error(`${address} answers ${answer.status}`)
  const permission = answer.headers.get('access-control-allow-origin')
  if (permission !== '*' && permission !== page)
    throw new Error(`${address} may not be read by pages of ${page}: it needs the header Access-Control-Allow-Origin`)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of answer.body) {
      chunks.push(chunk)
      length += chunk.length
      if (length > size) break
    }
  } catch {
    silent()
  }
  return Buffer.concat(chunks)
}

/** What was found at another origin. */
export interface OriginFaults {
  /** Why browsers could not use files from there. */
  sentences: string[]
  /** Paths of files that are not known to be as published: with a fault, or not read. */
  paths: string[]
}

/** After so many, the rest is not read: the first ones say enough of an origin that has nothing. */
const mostFaults = 5

const notRead = (count: number, isLate: boolean): string => {
  const those = count === 1 ? 'One more file was' : `${count} more files were`
  return isLate ? `${those} not read in ${patience.all / 1000} seconds.` : `${those} not read.`
}

/**
 * Reads all files of a release at its other origin and compares them with their hashes; without sentences they are as published. It ends after some
 * faults, and after a minute in any case.
 */
export const faultsAtOrigin = async (
  { blobs, config }: AppContext,
  { app, version, files, origin }: { app: AppId; version: string; files: FileHashes; origin: string },
): Promise<OriginFaults> => {
  const page = new URL(config.publicUrl).origin
  const late = AbortSignal.timeout(patience.all)
  const enough = new AbortController()
  const stop = AbortSignal.any([late, enough.signal])
  const faultOf = async (path: string): Promise<string | null> => {
    const address = origin + folderOf(app, version) + path
    const { size = 0 } = (await blobs.stat(blobKeys.release(app, version) + path)) ?? {}
    try {
      const isSame = sha256(await fetchFile(address, page, size, stop)) === files[path]
      return isSame ? null : `${address} has other bytes than the release.`
    } catch (error) {
      return `${error instanceof Error ? error.message : error}.`
    }
  }
  // Compressed variants are for this server: another one compresses, or does not, as it likes.
  const paths = Object.keys(files).filter((path) => !isVariant(path, files))
  const known = new Map<string, string | null>()
  const read = async (path: string): Promise<void> => {
    if (stop.aborted) return
    const fault = await faultOf(path)
    // What was broken off says nothing of its file.
    if (stop.aborted) return
    known.set(path, fault)
    if ([...known.values()].filter((one) => one !== null).length >= mostFaults) enough.abort()
  }
  await pMap(paths, read, { concurrency: atOnce })
  const faulty = paths.filter((path) => known.get(path))
  const unread = paths.filter((path) => !known.has(path))
  return {
    sentences: [
      ...faulty.map((path) => known.get(path) ?? ''),
      ...(unread.length > 0 ? [notRead(unread.length, !enough.signal.aborted)] : []),
    ],
    paths: [...faulty, ...unread],
  }
}

/**
 * Checks, before a release is published, that browsers may load it from another origin and find the same bytes there.
 * @throws ApiError ERR_6004
 */
export const requireAtOrigin = async (
  context: AppContext,
  release: { app: AppId; version: string; files: FileHashes; origin: string },
): Promise<void> => {
  const { app, version, origin } = release
  if (app === 'shell') throw new ApiError('ERR_6004', 'The shell lies on the portal itself, never at another origin.')
  const refusal = refusalOf(context.config, app, version, origin)
  if (refusal) throw new ApiError('ERR_6004', refusal)
  const { sentences } = await faultsAtOrigin(context, release)
  if (sentences.length > 0) throw new ApiError('ERR_6004', sentences.join(' '))
}
