import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import type { Build } from '../broken-builds.ts'

/** The apps that are stored: the shell, and the remotes with most calls and most parts of the shell. */
export const storedApps = ['shell', 'auth', 'projects'] as const
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

/** Unpacks a stored build. @param into folder; the build is in `<app>/<version>` below it */
export async function unpackStored(app: StoredApp, into: string): Promise<Build> {
  const { version }: StoredBuilds = JSON.parse(await readFile(listFile, 'utf8'))
  const folder = path.join(into, app, version)
  await mkdir(folder, { recursive: true })
  const archive = path.join(folder, 'build.tar')
  await writeFile(archive, brotliDecompressSync(await readFile(archiveOf(app))))
  await promisify(execFile)('tar', ['-xf', 'build.tar'], { cwd: folder })
  await rm(archive)
  return { app, version, folder }
}
