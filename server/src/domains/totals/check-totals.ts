import { inArray, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { organisations, ownerTotals, projectTotals, users } from '../../platform/db/schema/index.ts'
import { storedMedia, storedResults } from '../quotas/index.ts'
import { countedOwners, countedProjects, ownerColumns, projectColumns, projectParts } from './counted.ts'
import { keptOwners, keptProjects } from './kept.ts'
import { storageOf } from './read-totals.ts'

/** Rows of each kind that are counted again per check. */
const sampled = 500

/** Kept rows that should hold and differ from what is counted in the same moment. */
const wrongRows = async (db: Executor, kept: SQL, key: string, columns: SQL, count: (asked: SQL) => SQL) => {
  const id = sql.raw(key)
  const { rows } = await db.execute<{ id: string; kept: unknown; counted: unknown }>(sql`
    with kept as materialized (select ${id} as id, ${columns} from ${kept} kept order by random() limit ${sampled}),
      counted as (select ${id} as id, ${columns} from (${count(sql`select id from kept`)}) counted)
    select kept.id, to_jsonb(kept) as kept, to_jsonb(counted) as counted from kept join counted on counted.id = kept.id
    where to_jsonb(kept) <> to_jsonb(counted)`)
  return rows
}

/** Organisations whose files in total are not those of their users. */
const wrongOrganisations = async ({ db }: AppContext): Promise<{ id: string; kept: unknown; counted: unknown }[]> => {
  const wrong: { id: string; kept: unknown; counted: unknown }[] = []
  for (const { id } of await db.select({ id: organisations.id }).from(organisations)) {
    const { kept, counted } = await db.transaction(
      async (tx) => ({
        kept: await storageOf(tx, id),
        counted: { media: await storedMedia(tx, id), results: await storedResults(tx, id) },
      }),
      // One state of all tables.
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    if (JSON.stringify(kept) !== JSON.stringify(counted)) wrong.push({ id, kept, counted })
  }
  return wrong
}

/**
 * Part of the hourly clean-up: counts some of the kept totals again, and the files of each organisation. What differs is logged and forgotten, so
 * that it is counted until it is kept again.
 */
export const checkTotals = async (context: AppContext): Promise<void> => {
  const { db, log } = context
  const ofProjects = await wrongRows(db, keptProjects(db), 'project_id', projectColumns(projectParts), (asked) =>
    countedProjects(db, asked, projectParts),
  )
  const ofOwners = await wrongRows(db, keptOwners(db), 'owner_id', ownerColumns, (asked) => countedOwners(db, asked))
  const ofOrganisations = await wrongOrganisations(context)
  for (const wrong of [...ofProjects, ...ofOwners, ...ofOrganisations]) {
    log.error(wrong, 'kept totals were wrong: they are counted again')
  }
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  if (ofProjects.length > 0) {
    await db.delete(projectTotals).where(inArray(projectTotals.projectId, idsOf(ofProjects)))
  }
  if (ofOwners.length > 0) await db.delete(ownerTotals).where(inArray(ownerTotals.ownerId, idsOf(ofOwners)))
  if (ofOrganisations.length > 0) {
    const members = db
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.organisationId, idsOf(ofOrganisations)))
    await db.delete(ownerTotals).where(inArray(ownerTotals.ownerId, members))
  }
}
