import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { newSecret } from '../crypto/secrets.ts'

type Place = Pick<Config, 'dataDir' | 'operatorToken'>

const fileOf = ({ dataDir }: Place) => join(dataDir, 'operator.token')

/** The token of `LAMELLA_OPERATOR_TOKEN`, else of `operator.token` in the data folder; null: neither exists. */
export const readOperatorToken = async (place: Place): Promise<string | null> => {
  if (place.operatorToken) return place.operatorToken
  const text = await readFile(fileOf(place), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() || null
}

/** Creates `operator.token` in the data folder, readable by its owner only, unless a token exists. */
export const ensureOperatorToken = async (place: Place): Promise<void> => {
  if (await readOperatorToken(place)) return
  const draft = join(place.dataDir, `.operator-${randomUUID()}`)
  await writeFile(draft, `${newSecret()}\n`, { mode: 0o600 })
  await rename(draft, fileOf(place))
}
