import { count, type SQL, sql } from 'drizzle-orm'
import { bytesOfMedium, type resultAssets, sumOf } from './usage.ts'

// Each alias once: a column of a joined sum is named without its table.
export const mediaTotals = { fileCount: count().as('media_count'), size: sumOf(bytesOfMedium).as('media_size') }
export const assetTotals = (assets: ReturnType<typeof resultAssets>) => ({
  fileCount: count().as('result_count'),
  size: sumOf(assets.size).as('result_size'),
})

/** Numbers of a left-joined sum: none are 0. */
export const totalsOrZero = (sums: Record<'fileCount' | 'size', SQL.Aliased<number>>) => ({
  fileCount: sql`coalesce(${sums.fileCount}, 0)`.mapWith(Number),
  size: sql`coalesce(${sums.size}, 0)`.mapWith(Number),
})
