import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownMigrations } from '../src/platform/db/migrate.ts'

/** What a statement takes from servers of the release before, which run on until they are replaced. */
const rules: [what: string, pattern: RegExp][] = [
  ['removes a table or column', /\bDROP\s+(TABLE|COLUMN|VIEW|SCHEMA|TYPE)\b/],
  ['renames', /\bRENAME\b/],
  ['changes a type', /\bALTER\s+COLUMN\s+"\w+"\s+(SET\s+DATA\s+)?TYPE\b|\bALTER\s+TYPE\b/],
  ['demands a value that they do not write', /\bSET\s+NOT\s+NULL\b/],
  ['demands a value that they do not write', /\bADD\s+COLUMN\b(?!.*\b(DEFAULT|GENERATED)\b).*\bNOT\s+NULL\b/],
  ['takes a default that they rely on', /\bDROP\s+(DEFAULT|IDENTITY|EXPRESSION)\b/],
  ['refuses rows that they write', /\bADD\s+CONSTRAINT\b/],
  ['refuses rows that they write', /\bCREATE\s+UNIQUE\s+INDEX\b/],
  ['removes or changes rows', /^\s*(TRUNCATE|DELETE|UPDATE)\b/],
]

const createdBy = (statement: string): string | undefined =>
  /^\s*CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/i.exec(statement)?.[1]
const targetOf = (statement: string): string | undefined =>
  /\b(?:ALTER TABLE (?:IF EXISTS )?|DROP TABLE (?:IF EXISTS )?|\bON )"(\w+)"/i.exec(statement)?.[1]

/** Table and column that a statement adds, as `table.column`. */
const addedBy = (statement: string): string | undefined =>
  /^\s*ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/i.exec(statement)?.slice(1).join('.')

/** The only column that a statement fills, as `table.column`. */
const filledBy = (statement: string): string | undefined =>
  /^\s*UPDATE "(\w+)" SET "(\w+)" = [^,]*$/i.exec(statement)?.slice(1).join('.')

/**
 * Finds the statements of a migration with which a server of the release before could not go on. Tables and
 * columns that the same migration creates are free: the release before does not know them.
 * @returns one line per statement: what it does, and the statement
 */
export const breaksOldRelease = (migration: string): string[] => {
  const statements = migration.split(/;\s*(?:-->\s*statement-breakpoint)?/).map((text) =>
    text
      .replace(/^\s*--.*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const created = new Set(statements.map(createdBy))
  const added = new Set(statements.map(addedBy))
  return statements.flatMap((statement) => {
    const target = targetOf(statement)
    const filled = filledBy(statement)
    if ((target !== undefined && created.has(target)) || (filled !== undefined && added.has(filled))) return []
    const found = rules.find(([, pattern]) => new RegExp(pattern, 'i').test(statement))
    return found ? [`${found[0]}: ${statement}`] : []
  })
}

/** Name of each migration of this release → its SQL. */
export const readMigrations = (): [name: string, sql: string][] =>
  readdirSync(ownMigrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => [name.replace(/\.sql$/, ''), readFileSync(join(ownMigrations, name), 'utf8')])
