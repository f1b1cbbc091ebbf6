import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canReach, type Owner, systemFolder } from './owner.ts'

const readOr = async <T>(file: string, make: () => Promise<T>, parse: (text: string) => T): Promise<T> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? make() : parse(text)
}

/** Folder of the cluster: `postgres` in the data folder, or the place noted in `postgres-folder` beside it. */
export const findPlace = async (dataDir: string, owner: Owner | null): Promise<string> => {
  const inside = join(dataDir, 'postgres')
  const note = join(dataDir, 'postgres-folder')
  return readOr(
    note,
    async () => {
      if (!owner || (await canReach(dataDir, owner))) return inside
      const outside = join(systemFolder, randomBytes(6).toString('hex'))
      await mkdir(systemFolder, { recursive: true, mode: 0o711 })
      await writeFile(note, `${outside}\n`)
      return outside
    },
    (text) => text.trim(),
  )
}

/** The database's random password, made at the first start. */
export const readPassword = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'postgres-password')
  return readOr(
    file,
    async () => {
      const password = randomBytes(24).toString('base64url')
      await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx' })
      return password
    },
    (text) => text.trim(),
  )
}
