import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { organisations, users } from './accounts.ts'
import { created, id, modified } from './columns.ts'

export const projects = pgTable(
  'projects',
  {
    id: id(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    created: created(),
    modified: modified(),
  },
  (t) => [index('projects_organisation').on(t.organisationId), index('projects_owner').on(t.ownerId)],
)

export const contributors = pgTable(
  'contributors',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['editor', 'annotator', 'viewer'] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] }), index('contributors_user').on(t.userId)],
)
