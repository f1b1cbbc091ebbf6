import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import type { AppContext } from '../context.ts'
import {
  analysisJobs,
  annotationExports,
  annotationImports,
  jobResults,
  media,
  resultBundles,
} from '../db/schema/index.ts'
import { removeOlder } from './remove-older.ts'

const day = 24 * 3600 * 1000

/** First segment of keys → table of the owning rows; the second segment is the id of the row. */
const owners = {
  media,
  results: jobResults,
  bundles: resultBundles,
  checkpoints: analysisJobs,
  imports: annotationImports,
  exports: annotationExports,
}

/** Part of the hourly clean-up: removes blobs whose row is gone. Blobs younger than a day are kept: their row may not be written yet. */
export const cleanUpBlobs = async ({ db, blobs, now }: AppContext): Promise<void> => {
  for (const [prefix, table] of Object.entries(owners)) {
    const ids = new Set<string>()
    for await (const key of blobs.list(`${prefix}/`)) {
      const id = key.split('/')[1] ?? ''
      if (now().getTime() - birthOf(id) > day) ids.add(id)
    }
    for (const batch of batches([...ids], 1000)) {
      const rows = await db.select({ id: table.id }).from(table).where(inArray(table.id, batch))
      const alive = new Set(rows.map(({ id }) => id))
      for (const id of batch) if (!alive.has(id)) await blobs.remove(`${prefix}/${id}/`)
    }
  }
}

const uuidOfVersion7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Milliseconds since 1970 from a UUID of version 7; infinite for any other text, so that it is never old. */
const birthOf = (id: string): number => {
  const match = uuidOfVersion7.exec(id)
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : Number.POSITIVE_INFINITY
}

const batches = <T>(items: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** Part of the hourly clean-up: removes temporary folders and unfinished blobs that were last changed a day ago. */
export const cleanUpTemporary = async ({ config, blobs, now }: AppContext): Promise<void> => {
  const yesterday = new Date(now().getTime() - day)
  const folder = join(config.dataDir, 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeOlder(folder, yesterday)
  await blobs.removeUnfinished(yesterday)
}
