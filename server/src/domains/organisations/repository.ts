import { eq } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { organisations } from '../../platform/db/schema/index.ts'

/** @returns the id of the new organisation, which has no admin yet */
export const insertOrganisation = async (
  tx: Executor,
  organisation: { name: string; sector?: string | undefined; created: Date },
): Promise<string> => {
  const [row] = await tx.insert(organisations).values(organisation).returning({ id: organisations.id })
  if (!row) throw new Error('The organisation could not be stored')
  return row.id
}

/** Sets the admin and owner. */
export const setAdmin = async (tx: Executor, organisationId: string, adminId: string): Promise<void> => {
  await tx.update(organisations).set({ adminId }).where(eq(organisations.id, organisationId))
}

/** Null: there is no such organisation. */
export const findOrganisation = async (db: Executor, organisationId: string) => {
  const [row] = await db
    .select({
      id: organisations.id,
      name: organisations.name,
      sector: organisations.sector,
      created: organisations.created,
    })
    .from(organisations)
    .where(eq(organisations.id, organisationId))
  return row ?? null
}

/** Name and sector, which stay as they are until the end of the transaction. Null: there is no such organisation. */
export const lockOrganisation = async (tx: Executor, organisationId: string) => {
  const [row] = await tx
    .select({ name: organisations.name, sector: organisations.sector })
    .from(organisations)
    .where(eq(organisations.id, organisationId))
    .for('no key update')
  return row ?? null
}

/** Ids of all organisations. */
export const listOrganisationIds = async (db: Executor): Promise<string[]> =>
  (await db.select({ id: organisations.id }).from(organisations)).map(({ id }) => id)

/** Columns that are undefined stay as they are. */
export const changeOrganisation = async (
  tx: Executor,
  organisationId: string,
  change: { name: string; sector: string | undefined },
): Promise<void> => {
  await tx.update(organisations).set(change).where(eq(organisations.id, organisationId))
}

/** Organisations with this name, which is not unique. */
export const findOrganisationsNamed = async (db: Executor, name: string): Promise<{ id: string }[]> =>
  db.select({ id: organisations.id }).from(organisations).where(eq(organisations.name, name))
