import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { hasCode } from '../../platform/error-code.ts'

type Place = Pick<Config, 'dataDir' | 'secretKey'>

const fileOf = ({ dataDir }: Place) => join(dataDir, 'secret.key')

/**
 * The key that seals secrets in the database: `LAMELLA_SECRET_KEY`, else `secret.key` in the data folder. It is not part of backups,
 * so that a stolen backup reveals no secrets.
 * @throws Error of the file system before `ensureSealingKey`
 */
export const readSealingKey = async (place: Place): Promise<string> =>
  place.secretKey ?? (await readFile(fileOf(place), 'utf8')).trim()

/** Creates `secret.key`, readable by its owner only, where it is missing. Of two concurrent processes one creates it. */
export const ensureSealingKey = async (place: Place): Promise<void> => {
  if (place.secretKey) return
  const draft = join(place.dataDir, `.secret-${randomUUID()}`)
  await writeFile(draft, `${newSecret()}\n`, { mode: 0o600, flush: true })
  try {
    await link(draft, fileOf(place))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
}
