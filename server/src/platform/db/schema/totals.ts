import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'

const number = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Definition by which a row was counted (`definition` of domains/totals): of another one it does not hold. */
const countedBy = () => text('counted_by').notNull()

/**
 * What was counted of each project when its totals were kept last (ADR 96). A row holds only as long as no row of `total_changes` names what it
 * was counted from: domains/totals reads them together. Without a reference to the project, so that keeping waits for no deletion.
 */
export const projectTotals = pgTable('project_totals', {
  projectId: uuid('project_id').primaryKey(),
  countedBy: countedBy(),
  /** Images outside the trash, and those of each scope. */
  images: number('images'),
  available: number('available'),
  processing: number('processing'),
  failed: number('failed'),
  /** Of all images. */
  jobs: number('jobs'),
  /** Of images in the trash. */
  trashedJobs: number('trashed_jobs'),
  /** Stored files of images, also in the trash, and their bytes with pictures. */
  mediaCount: number('media_count'),
  mediaBytes: number('media_bytes'),
  /** Files of analyses and their bytes. */
  resultCount: number('result_count'),
  resultBytes: number('result_bytes'),
})

/** The same of each user: what they uploaded, the results of their jobs, and what they ordered. */
export const ownerTotals = pgTable('owner_totals', {
  ownerId: uuid('owner_id').primaryKey(),
  countedBy: countedBy(),
  mediaCount: number('media_count'),
  mediaBytes: number('media_bytes'),
  resultCount: number('result_count'),
  resultBytes: number('result_bytes'),
})

/** What totals depend on has changed. Triggers add a row in the transaction of the change; it goes once the totals are kept again. */
export const totalChanges = pgTable('total_changes', {
  object: text('object', { enum: ['project', 'owner', 'medium', 'job', 'result'] }).notNull(),
  id: uuid('id').notNull(),
})
