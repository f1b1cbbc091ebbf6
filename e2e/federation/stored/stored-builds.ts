import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import type { Build } from '../broken-builds.ts'

/** The apps that are stored: all of them. */
export const storedApps = ['shell', 'auth', 'projects', 'datastorage', 'ai-trainer'] as const
export type StoredApp = (typeof storedApps)[number]

/** What is stored. */
export interface StoredBuilds {
  /** Commit of which they are the builds. */
  commit: string
  /** Version of the contract in it. */
  contract: string
  /** Of all of them. */
  version: string
}

export const listFile = path.join(import.meta.dirname, 'builds.json')
export const archiveOf = (app: string): string => path.join(import.meta.dirname, `${app}.tar.br`)

/** Versions of the contract, within one major, that the stored builds may be behind: then they are of no release that anybody still runs. */
export const mostMinorsBehind = 5

export const storedBuilds = async (): Promise<StoredBuilds> => JSON.parse(await readFile(listFile, 'utf8'))

/** Unpacks a stored build. @param into folder; the build is in `<app>/<version>` below it */
export async function unpackStored(app: StoredApp, into: string): Promise<Build> {
  const { version } = await storedBuilds()
  const folder = path.join(into, app, version)
  await mkdir(folder, { recursive: true })
  const archive = path.join(folder, 'build.tar')
  await writeFile(archive, brotliDecompressSync(await readFile(archiveOf(app))))
  await promisify(execFile)('tar', ['-xf', 'build.tar'], { cwd: folder })
  await rm(archive)
  return { app, version, folder }
}
