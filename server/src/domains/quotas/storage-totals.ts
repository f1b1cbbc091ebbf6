import { count, type SQL, sql } from 'drizzle-orm'
import { bytesOfMedium, type resultAssets, sumOf } from './usage.ts'

/**
 * Selected columns of a subquery over media. Each alias is used once, because columns of joined subqueries are named without their
 * table.
 */
export const mediaTotals = { fileCount: count().as('media_count'), size: sumOf(bytesOfMedium).as('media_size') }
/** Selected columns of a subquery over result assets. */
export const assetTotals = (assets: ReturnType<typeof resultAssets>) => ({
  fileCount: count().as('result_count'),
  size: sumOf(assets.size).as('result_size'),
})

/** Numbers of a left-joined subquery: 0 where no row was joined. */
export const totalsOrZero = (sums: Record<'fileCount' | 'size', SQL.Aliased<number>>) => ({
  fileCount: sql`coalesce(${sums.fileCount}, 0)`.mapWith(Number),
  size: sql`coalesce(${sums.size}, 0)`.mapWith(Number),
})
