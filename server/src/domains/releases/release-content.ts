import { createHash } from 'node:crypto'
import {
  type AppId,
  type Compatibility,
  compatibility,
  compatibilityFile,
  containerName,
  lengthOf,
  plainJson,
  type RemoteManifest,
  remoteManifest,
  toPlainText,
} from '@lamella/shared/contract'
import * as z from 'zod/mini'
import { ApiError } from '../../platform/http/api-error.ts'
import { isServerRoute, serverPaths, takenFromShell } from './server-paths.ts'

/** Path in the release → SHA-256 of the file, hex. */
export type FileHashes = Record<string, string>

/** SHA-256, hex. */
export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Whether a file is the compressed variant of another one of the release. */
export const isVariant = (path: string, files: FileHashes): boolean =>
  /\.(br|gz)$/.test(path) && Object.hasOwn(files, path.replace(/\.(br|gz)$/, ''))

/** No file system takes longer names. */
const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$/

/** @returns the path @throws ApiError ERR_0400 for a path that could lead outside of the release or name a hidden file */
export const checkFilePath = (path: string): string => {
  if (path.length <= 512 && path.split('/').every((part) => segment.test(part))) return path
  const shown = toPlainText(path).slice(0, 200)
  throw new ApiError(
    'ERR_0400',
    `The file "${shown}" cannot be published: its path may have letters, digits, ".", "_", "-" and "/" only, no hidden part, and none of more than 255.`,
  )
}

/** `sha256-…` (base64) over one line per file, sorted by path, so that equal releases have equal integrity. */
export const integrityOf = (files: FileHashes): string => {
  const lines = Object.entries(files)
    .map(([path, hash]) => `${path}\t${hash}\n`)
    .sort()
  return `sha256-${createHash('sha256').update(lines.join('')).digest('base64')}`
}

/** Path of the first file that a browser loads: the page of the shell, or the federation manifest of a remote. */
export const entryFile = (app: AppId): string => (app === 'shell' ? 'index.html' : 'mf-manifest.json')

/** Path of the remote's own manifest: `RemoteManifest` of the contract. */
export const manifestFile = 'manifest.json'
/** Path of the manifest that module federation generates. */
export const containerFile = 'mf-manifest.json'

/**
 * Subresource integrity of the federation manifest, the remote entry and the chunk of the exposed module, by path; these are the files that
 * the shell itself loads (ADR 44): its federation runtime loads the chunk beside the entry, which has the hashes of the others.
 */
export const entryIntegrityOf = (files: FileHashes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path === containerFile || /^(remote-entry|__federation_expose_\w+)\.[\w.]*js$/.test(path))
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

/** Characters that no database can store, or by which a text looks like another. @throws ApiError ERR_6004 */
export const requirePlain = (path: string, content: Uint8Array): void => {
  const parsed = plainJson.safeParse(parseJson(path, content))
  if (!parsed.success) throw new ApiError('ERR_6004', `${path} contains characters that cannot be shown or stored.`)
}

/** Bytes of a manifest, which every page of the portal loads with those of all other apps. */
const largestManifest = 64 * 1024
/** Characters of a title: more never fit into a menu. */
const longestTitle = 100

/** What is asked of a new manifest beyond what readers need: those that were published before stay readable. @throws ApiError ERR_6004 */
const requireShowable = (content: Uint8Array, { routes, menu, groups = [] }: RemoteManifest): void => {
  requirePlain(manifestFile, content)
  const titles = [...routes, ...menu, ...groups].map(({ title }) => title)
  const long = titles.find((title) => lengthOf(title) > longestTitle)
  if (long === undefined) return
  const start = Array.from(long).slice(0, 20).join('')
  throw new ApiError('ERR_6004', `The title "${start}…" of ${manifestFile} has more than ${longestTitle} characters.`)
}

/**
 * Reads the manifest of a release and checks that it is this app in this version: manifest.json names the app, and the name of the
 * container has app and version. No route may lie where the server or the shell
 * answers itself.
 * @throws ApiError ERR_6004
 */
export const readManifest = async (
  app: AppId,
  version: string,
  read: (path: string) => Promise<Uint8Array>,
): Promise<RemoteManifest> => {
  const content = await read(manifestFile)
  if (content.length > largestManifest)
    throw new ApiError(
      'ERR_6004',
      `${manifestFile} has ${content.length} bytes, and at most ${largestManifest} are taken.`,
    )
  const manifest = remoteManifest.safeParse(parseJson(manifestFile, content))
  if (!manifest.success)
    throw new ApiError('ERR_6004', `${manifestFile} is not valid: ${z.prettifyError(manifest.error)}`)
  requireShowable(content, manifest.data)
  if (manifest.data.id !== app) throw new ApiError('ERR_6004', `This is a build of ${manifest.data.id}, not of ${app}.`)
  const built = container.safeParse(parseJson(containerFile, await read(containerFile)))
  if (built.data?.name !== containerName(app, version)) {
    throw new ApiError('ERR_6004', `The build is not version ${version}: its container is called ${built.data?.name}.`)
  }
  const taken = manifest.data.routes.find(({ path }) => isServerRoute(path))
  if (taken) {
    throw new ApiError(
      'ERR_6004',
      `The route ${taken.path} would never be shown: the server itself answers ${serverPaths}. Choose another path.`,
    )
  }
  for (const { path } of app === 'shell' ? [] : manifest.data.routes) {
    const address = takenFromShell(path)
    if (address !== undefined)
      throw new ApiError(
        'ERR_6004',
        `The route ${path} takes ${address}, which the shell answers. Choose another path.`,
      )
  }
  return manifest.data
}

/** Reads what a build needs and provides. Null: it has no such file. @throws ApiError ERR_6004 */
export const readCompatibility = async (
  files: FileHashes,
  read: (path: string) => Promise<Uint8Array>,
): Promise<Compatibility | null> => {
  if (!Object.hasOwn(files, compatibilityFile)) return null
  const content = await read(compatibilityFile)
  if (sha256(content) !== files[compatibilityFile]) throw new ApiError('ERR_6004', `${compatibilityFile} is damaged.`)
  const parsed = compatibility.safeParse(parseJson(compatibilityFile, content))
  if (!parsed.success)
    throw new ApiError('ERR_6004', `${compatibilityFile} is not valid: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
