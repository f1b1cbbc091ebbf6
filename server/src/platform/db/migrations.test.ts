import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import * as schema from './schema/index.ts'

const folder = join(import.meta.dirname, 'migrations', 'meta')
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))

describe('Migrations', () => {
  it('create exactly the schema; otherwise run `npm run migrations -w server`', async () => {
    const { entries } = read('_journal.json')
    const last = read(`${entries.at(-1).tag.slice(0, 4)}_snapshot.json`)
    const statements = await generateMigration(last, generateDrizzleJson(schema, last.id, undefined, 'snake_case'))
    expect(statements).toEqual([])
  })
})
