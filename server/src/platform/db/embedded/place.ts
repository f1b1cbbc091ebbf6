import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canReach, type Owner, systemFolder } from './owner.ts'

const readOr = async <T>(file: string, make: () => Promise<T>, parse: (text: string) => T): Promise<T> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? make() : parse(text)
}

const noteIn = (dataDir: string): string => join(dataDir, 'postgres-folder')

/** Where the cluster of a data folder is. */
export interface Place {
  folder: string
  /** The data folder names this place: the cluster was complete once. */
  isNoted: boolean
}

/** Folder of the cluster: `postgres` in the data folder, or the path in the file `postgres-folder`. */
export const findPlace = async (dataDir: string, owner: Owner | null): Promise<Place> =>
  readOr<Place>(
    noteIn(dataDir),
    async () => {
      const isInside = !owner || (await canReach(dataDir, owner))
      const folder = isInside ? join(dataDir, 'postgres') : join(systemFolder, randomBytes(6).toString('hex'))
      return { folder, isNoted: false }
    },
    (text) => ({ folder: text.trim(), isNoted: true }),
  )

/** Writes the path of a cluster outside of the data folder. Call it after the cluster was created, so that it is always complete. */
export const notePlace = async (dataDir: string, folder: string): Promise<void> => {
  if (dirname(folder) !== dataDir) await writeFile(noteIn(dataDir), `${folder}\n`, { flush: true })
}

const superuserFile = (dataDir: string): string => join(dataDir, 'postgres-password')
const applicationFile = (dataDir: string): string => join(dataDir, 'postgres-app-password')

const makeSecret = (file: string) => async (): Promise<string> => {
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx' })
  return password
}

const readSecret = (file: string): Promise<string> => readOr(file, makeSecret(file), (text) => text.trim())

/** The random password of the superuser, created when missing. */
export const readSuperuserPassword = (dataDir: string): Promise<string> => readSecret(superuserFile(dataDir))

/** Passwords of the embedded database. */
export interface Passwords {
  superuser: string
  /** Of the role of the application. */
  application: string
}

/** The random passwords of the database, created at the first start that needs them. */
export const readPasswords = async (dataDir: string): Promise<Passwords> => ({
  superuser: await readSuperuserPassword(dataDir),
  application: await readSecret(applicationFile(dataDir)),
})

/** The password of the application's role; null: the folder belongs to a server of an earlier version without that role. */
export const findApplicationPassword = (dataDir: string): Promise<string | null> =>
  readOr<string | null>(
    applicationFile(dataDir),
    async () => null,
    (text) => text.trim(),
  )
