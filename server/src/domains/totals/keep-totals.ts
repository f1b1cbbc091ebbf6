import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { DatabaseError } from 'pg'
import type { AppContext } from '../../platform/context.ts'
import type { Database } from '../../platform/db/database.ts'
import { ownerTotals, projects, projectTotals, totalChanges, users } from '../../platform/db/schema/index.ts'
import type { JobHandlers } from '../../platform/queue/job-types.ts'
import { countedOwners, countedProjects, definition, ownerColumns, projectColumns, projectParts } from './counted.ts'
import { changedOwners, changedProjects } from './kept.ts'

/**
 * Counts anew what has changed since the totals were kept last, and forgets these changes. All statements see the same state of the database: of
 * what is committed meanwhile nothing is counted, and the rows in `total_changes` are not seen, so that they stay.
 * @returns the number of changes
 */
const keepAll = (db: Database): Promise<number> =>
  db.transaction(
    async (tx) => {
      const by = definition(tx)
      const columns = projectColumns(projectParts)
      await tx.execute(
        sql`delete from ${projectTotals} where counted_by <> ${by} or project_id in (${changedProjects})`,
      )
      await tx.execute(sql`delete from ${ownerTotals} where counted_by <> ${by} or owner_id in (${changedOwners})`)
      const missingProjects = sql`select ${projects.id} from ${projects} where not exists (select from ${projectTotals} where project_id = ${projects.id})`
      await tx.execute(sql`insert into ${projectTotals} (project_id, counted_by, ${columns})
        select project_id, ${by}, ${columns} from (${countedProjects(tx, missingProjects, projectParts)}) counted on conflict do nothing`)
      const missingOwners = sql`select ${users.id} from ${users} where not exists (select from ${ownerTotals} where owner_id = ${users.id})`
      await tx.execute(sql`insert into ${ownerTotals} (owner_id, counted_by, ${ownerColumns})
        select owner_id, ${by}, ${ownerColumns} from (${countedOwners(tx, missingOwners)}) counted on conflict do nothing`)
      return (await tx.execute(sql`delete from ${totalChanges}`)).rowCount ?? 0
    },
    { isolationLevel: 'repeatable read' },
  )

/** Changes after which the tables look different to PostgreSQL. */
const many = 500

const serializationFailure = '40001'
const isDoneByOther = (error: unknown): boolean =>
  error instanceof DrizzleQueryError &&
  error.cause instanceof DatabaseError &&
  error.cause.code === serializationFailure

/** Keeps the totals. Any number of processes may do it at once: the database lets one of them finish, and the others change nothing. */
export const keepTotals = async (db: Database): Promise<void> => {
  let changes: number
  try {
    changes = await keepAll(db)
  } catch (error) {
    if (!isDoneByOther(error)) throw error
    return
  }
  // At once: plans for the sizes of before take several times as long, until PostgreSQL does the same by itself.
  if (changes >= many) await db.execute(sql`vacuum (analyze) ${totalChanges}, ${projectTotals}, ${ownerTotals}`)
}

/** Handler of `keep-totals`. */
export const createKeepTotals =
  ({ db }: AppContext): JobHandlers['keep-totals'] =>
  () =>
    keepTotals(db)
