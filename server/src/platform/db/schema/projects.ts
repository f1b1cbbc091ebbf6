import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { invitations, organisations, users } from './accounts.ts'
import { created, id, modified, moment, needs, partOf } from './columns.ts'

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
    /** Null: added before this was recorded. */
    added: moment('added'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] }), index('contributors_user').on(t.userId)],
)

/** Projects of which a pending invitation makes its receiver a contributor. */
export const invitationProjects = pgTable(
  'invitation_projects',
  {
    invitationId: partOf('invitation_id', () => invitations.id),
    projectId: partOf('project_id', () => projects.id),
    role: text('role', { enum: ['editor', 'annotator', 'viewer'] }).notNull(),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    created: created(),
  },
  (t) => [primaryKey({ columns: [t.invitationId, t.projectId] }), index('invitation_projects_project').on(t.projectId)],
)
