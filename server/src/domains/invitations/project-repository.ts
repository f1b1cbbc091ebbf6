import { and, asc, count, desc, eq } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { invitationProjects, invitations, projects, users } from '../../platform/db/schema/index.ts'

/** Invitations that share the project, newest first, expired ones included. */
export const listInvitationsToProject = async (db: Executor, projectId: string) =>
  db
    .select({
      invitation: invitations,
      share: invitationProjects,
      inviter: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(invitationProjects)
    .innerJoin(invitations, eq(invitations.id, invitationProjects.invitationId))
    .leftJoin(users, eq(users.id, invitationProjects.invitedBy))
    .where(eq(invitationProjects.projectId, projectId))
    .orderBy(desc(invitationProjects.created), desc(invitations.id))

const of = (projectId: string, invitationId: string) =>
  and(eq(invitationProjects.projectId, projectId), eq(invitationProjects.invitationId, invitationId))

/** Whether accepting the invitation will share the project. */
export const isInvitedTo = async (db: Executor, projectId: string, invitationId: string): Promise<boolean> => {
  const [row] = await db
    .select({ one: invitationProjects.role })
    .from(invitationProjects)
    .where(of(projectId, invitationId))
  return row !== undefined
}

/** Accepting the invitation will share the project, which it does not share yet. */
export const insertShare = async (tx: Executor, row: typeof invitationProjects.$inferInsert): Promise<void> => {
  await tx.insert(invitationProjects).values(row)
}

/** @returns false: the invitation did not share the project (any more) */
export const deleteShare = async (tx: Executor, projectId: string, invitationId: string): Promise<boolean> => {
  const rows = await tx
    .delete(invitationProjects)
    .where(of(projectId, invitationId))
    .returning({ id: invitationProjects.invitationId })
  return rows.length > 0
}

/** Number of projects that the invitation shares. */
export const countShares = async (tx: Executor, invitationId: string): Promise<number> => {
  const [row] = await tx
    .select({ shares: count() })
    .from(invitationProjects)
    .where(eq(invitationProjects.invitationId, invitationId))
  return row?.shares ?? 0
}

/** Names of the projects that the invitation shares, in alphabetical order. */
export const projectNamesOf = async (tx: Executor, invitationId: string): Promise<string[]> => {
  const rows = await tx
    .select({ name: projects.name })
    .from(invitationProjects)
    .innerJoin(projects, eq(projects.id, invitationProjects.projectId))
    .where(eq(invitationProjects.invitationId, invitationId))
    .orderBy(asc(projects.name))
  return rows.map(({ name }) => name)
}

/** Locks the project against deletion until the end of the transaction. Null: there is no such project (any more). */
export const keepProject = async (tx: Executor, projectId: string): Promise<{ name: string } | null> => {
  const [row] = await tx
    .select({ name: projects.name })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('key share')
  return row ?? null
}
