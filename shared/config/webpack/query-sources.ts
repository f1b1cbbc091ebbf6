import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const shared = path.resolve(import.meta.dirname, '../..')

/**
 * Hash of what the answers in the cache are made by: the sources of the queries and of the contract, by which answers are parsed. Builds with
 * equal ones use each other's answers (ADR 65). Ten hexadecimal digits.
 */
export const querySources = (): string => {
  const hash = createHash('sha256')
  for (const folder of ['contract', 'queries']) {
    const files = readdirSync(path.join(shared, folder), { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => /(?<!\.test)\.tsx?$/.test(name)).sort()) {
      hash.update(`${folder}/${file.split(path.sep).join('/')}\0`).update(readFileSync(path.join(shared, folder, file)))
    }
  }
  return hash.digest('hex').slice(0, 10)
}
