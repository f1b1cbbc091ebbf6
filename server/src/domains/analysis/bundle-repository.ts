import { eq } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { resultBundles } from '../../platform/db/schema/index.ts'

export type BundleRow = typeof resultBundles.$inferSelect

export const insertBundle = async (
  tx: Executor,
  bundle: Omit<typeof resultBundles.$inferInsert, 'id'>,
): Promise<string> => {
  const [row] = await tx.insert(resultBundles).values(bundle).returning({ id: resultBundles.id })
  if (!row) throw new Error('PostgreSQL returned no row for a new bundle')
  return row.id
}

export const findBundle = async (db: Executor, bundleId: string): Promise<BundleRow | null> => {
  const [row] = await db.select().from(resultBundles).where(eq(resultBundles.id, bundleId))
  return row ?? null
}

export const changeBundle = async (
  tx: Executor,
  bundleId: string,
  changes: Pick<BundleRow, 'status' | 'statusErrors' | 'size'>,
): Promise<BundleRow | null> => {
  const [row] = await tx.update(resultBundles).set(changes).where(eq(resultBundles.id, bundleId)).returning()
  return row ?? null
}
