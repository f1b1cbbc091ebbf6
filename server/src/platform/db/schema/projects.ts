import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { organisations, users } from './accounts.ts'
import { created, id, modified, needs, partOf } from './columns.ts'

export const projects = pgTable(
  'projects',
  {
    id: id(),
    organisationId: partOf('organisation_id', () => organisations.id),
    ownerId: needs('owner_id', () => users.id),
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
    projectId: partOf('project_id', () => projects.id),
    userId: partOf('user_id', () => users.id),
    role: text('role', { enum: ['editor', 'annotator', 'viewer'] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] }), index('contributors_user').on(t.userId)],
)
