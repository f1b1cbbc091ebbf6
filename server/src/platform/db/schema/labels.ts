import type { ChannelSettings } from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { created, id, modified, needs, partOf } from './columns.ts'
import { projects } from './projects.ts'

/** Grows with each change, so that a change of something older can be refused. */
const revision = () => integer('revision').notNull().default(1)

export const labelSets = pgTable(
  'label_sets',
  {
    id: id(),
    projectId: partOf('project_id', () => projects.id),
    ownerId: needs('owner_id', () => users.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    revision: revision(),
    created: created(),
    modified: modified(),
  },
  (t) => [index('label_sets_project').on(t.projectId, t.id)],
)

export const labels = pgTable(
  'labels',
  {
    id: id(),
    labelSetId: partOf('label_set_id', () => labelSets.id),
    ownerId: needs('owner_id', () => users.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** `#rrggbb`. */
    color: text('color').notNull(),
    /** Ascending in the order of the set; there may be gaps. */
    position: integer('position').notNull(),
    revision: revision(),
    created: created(),
    modified: modified(),
  },
  (t) => [unique('labels_name').on(t.labelSetId, t.name)],
)

/** Named settings by which the multichannel images of a project are shown. */
export const multichannelSettings = pgTable(
  'multichannel_settings',
  {
    id: id(),
    projectId: partOf('project_id', () => projects.id),
    ownerId: needs('owner_id', () => users.id),
    name: text('name').notNull(),
    channels: jsonb('channels').$type<ChannelSettings[]>().notNull(),
    /** Here and not as a reference in the project: tables must not refer to each other in a circle (backups). */
    applied: boolean('applied').notNull().default(false),
    revision: revision(),
    created: created(),
    modified: modified(),
  },
  (t) => [
    index('multichannel_settings_project').on(t.projectId, t.id),
    uniqueIndex('multichannel_settings_applied').on(t.projectId).where(sql`${t.applied}`),
  ],
)
