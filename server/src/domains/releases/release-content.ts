import { createHash } from 'node:crypto'
import { type AppName, containerName, type RemoteManifest, remoteManifest } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import { ApiError } from '../../platform/http/api-error.ts'

/** Path in the release → SHA-256 of the file, hex. */
export type FileHashes = Record<string, string>

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** @throws ApiError ERR_0400 for a path that could leave the release or name a hidden file */
export const checkFilePath = (path: string): string => {
  if (path.length <= 512 && path.split('/').every((part) => segment.test(part))) return path
  throw new ApiError('ERR_0400', 'The path of a file has only letters, digits, ".", "_", "-" and "/".')
}

/** `sha256-…` (base64) over one line a file, sorted by path, so that equal releases have equal integrity. */
export const integrityOf = (files: FileHashes): string => {
  const lines = Object.entries(files)
    .map(([path, hash]) => `${path}\t${hash}\n`)
    .sort()
  return `sha256-${createHash('sha256').update(lines.join('')).digest('base64')}`
}

/** What the browser asks for first: the page of the shell, the container's manifest of a remote. */
export const entryFile = (app: AppName): string => (app === 'shell' ? 'index.html' : 'mf-manifest.json')

export const manifestFile = 'manifest.json'
export const containerFile = 'mf-manifest.json'

/** Subresource integrity of the files that a shell loads itself: what they load in turn is named by their own code. */
export const entryIntegrityOf = (files: FileHashes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path === containerFile || /^remote-entry\.[\w.]*js$/.test(path))
      .map(([path, hash]) => [path, `sha256-${Buffer.from(hash, 'hex').toString('base64')}`]),
  )

const container = z.object({ name: z.string() })

const parseJson = (path: string, content: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(content).toString())
  } catch {
    throw new ApiError('ERR_6004', `${path} is not JSON.`)
  }
}

/**
 * The manifest of a release, after a look at whether this is what it is called: the app is written in manifest.json, app
 * and version are baked into the container's name.
 * @throws ApiError ERR_6004
 */
export const readManifest = async (
  app: AppName,
  version: string,
  read: (path: string) => Promise<Uint8Array>,
): Promise<RemoteManifest> => {
  const manifest = remoteManifest.safeParse(parseJson(manifestFile, await read(manifestFile)))
  if (!manifest.success)
    throw new ApiError('ERR_6004', `${manifestFile} is not valid: ${z.prettifyError(manifest.error)}`)
  if (manifest.data.id !== app) throw new ApiError('ERR_6004', `This is a build of ${manifest.data.id}, not of ${app}.`)
  const built = container.safeParse(parseJson(containerFile, await read(containerFile)))
  if (built.data?.name !== containerName(app, version)) {
    throw new ApiError('ERR_6004', `The build is not version ${version}: its container is called ${built.data?.name}.`)
  }
  return manifest.data
}
