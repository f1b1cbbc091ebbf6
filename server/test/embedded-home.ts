import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Home } from './server-process.ts'

/** Folder of the embedded cluster of a server's home. */
export const clusterOf = ({ dataDir }: Home): string => {
  const note = join(dataDir, 'postgres-folder')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'postgres')
}

export const databaseOf = (home: Home): string => {
  const secret = readFileSync(join(home.dataDir, 'postgres-password'), 'utf8').trim()
  return `postgres://lamella:${secret}@/lamella?host=${encodeURIComponent(clusterOf(home))}`
}
