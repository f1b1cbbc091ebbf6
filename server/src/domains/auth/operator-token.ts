import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { newSecret } from './secrets.ts'

const operatorTokenFile = (config: Config) => join(config.dataDir, 'operator.token')

/** The token of `LAMELLA_OPERATOR_TOKEN`, else of the data folder; null: none was made yet. */
export const readOperatorToken = async (config: Config): Promise<string | null> => {
  if (config.operatorToken) return config.operatorToken
  try {
    return (await readFile(operatorTokenFile(config), 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Makes the data folder's token, readable by its owner only, where there is none. */
export const ensureOperatorToken = async (config: Config): Promise<void> => {
  if (await readOperatorToken(config)) return
  await writeFile(operatorTokenFile(config), `${newSecret()}\n`, { mode: 0o600, flag: 'wx' })
}
