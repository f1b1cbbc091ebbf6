import type { AppId } from '@lamella/shared/contract'
import type { Config } from '../../platform/config.ts'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { type FileHashes, sha256 } from './release-content.ts'
import type { ReleaseRow } from './repository.ts'

/** Milliseconds per file of another origin. */
const patience = 10_000

/** Path of the files of a release, the same on every origin. */
export const folderOf = (app: AppId, version: string): string => `/remotes/${app}/${version}/`

/** Why browsers could not load a release from there; null when this server admits the origin. */
const refusalOf = ({ remoteOrigins }: Config, app: AppId, version: string, origin: string): string | null => {
  if (remoteOrigins.includes(origin)) return null
  const admitted = remoteOrigins.length > 0 ? remoteOrigins.join(', ') : 'none'
  return `${app} ${version} lies at ${origin}. Other origins that this server admits (LAMELLA_REMOTE_ORIGINS): ${admitted}.`
}

/** Sentences about releases that lie at an origin that this server does not admit (any more). */
export const originMisfits = (config: Config, releases: readonly ReleaseRow[]): string[] =>
  releases.flatMap(({ app, version, manifest: { origin } }) =>
    origin === undefined ? [] : (refusalOf(config, app, version, origin) ?? []),
  )

/** Reads a file of an origin as a browser does. @throws Error in words */
const fetchFile = async (address: string, page: string, size: number): Promise<Uint8Array> => {
  const answer = await fetch(address, {
    // The answer to a request without an origin may lack the permission.
    headers: { origin: page },
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  }).catch(() => null)
  if (!answer) throw new Error(`${address} does not answer`)
  if (!answer.ok || !answer.body) throw new Error(`${address} answers ${answer.status}`)
  const permission = answer.headers.get('access-control-allow-origin')
  if (permission !== '*' && permission !== page)
    throw new Error(`${address} may not be read by pages of ${page}: it needs the header Access-Control-Allow-Origin`)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > size) break
  }
  return Buffer.concat(chunks)
}

/** Compressed variants are for this server: another one compresses, or does not, as it likes. */
const isVariant = (path: string, files: FileHashes): boolean =>
  /\.(br|gz)$/.test(path) && Object.hasOwn(files, path.replace(/\.(br|gz)$/, ''))

/**
 * Reads all files of a release at its other origin and compares them with their hashes.
 * @returns why browsers could not use them, as sentences; empty when they are as published
 */
export const faultsAtOrigin = async (
  { blobs, config }: AppContext,
  { app, version, files, origin }: { app: AppId; version: string; files: FileHashes; origin: string },
): Promise<string[]> => {
  const page = new URL(config.publicUrl).origin
  const check = async ([path, hash]: [string, string]): Promise<string[]> => {
    const address = origin + folderOf(app, version) + path
    const { size = 0 } = (await blobs.stat(blobKeys.release(app, version) + path)) ?? {}
    try {
      return sha256(await fetchFile(address, page, size)) === hash
        ? []
        : [`${address} has other bytes than the release.`]
    } catch (error) {
      return [`${error instanceof Error ? error.message : error}.`]
    }
  }
  const faults: string[] = []
  for (const file of Object.entries(files)) {
    if (!isVariant(file[0], files)) faults.push(...(await check(file)))
    // The first ones say enough of an origin that has nothing.
    if (faults.length >= 5) break
  }
  return faults
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
  const faults = await faultsAtOrigin(context, release)
  if (faults.length > 0) throw new ApiError('ERR_6004', faults.join(' '))
}
