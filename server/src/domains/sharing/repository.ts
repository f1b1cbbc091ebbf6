import type { Contributor, ContributorRole } from '@lamella/shared/contract'
import { and, asc, eq } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { contributors, projects, users } from '../../platform/db/schema/index.ts'

/** The project whose roles are being changed. */
export interface SharedProject {
  id: string
  name: string
  ownerId: string
}

/** Locks the project, so that changes of its roles follow one another; uploads and jobs go on. Null: there is no such project (any more). */
export const lockRoles = async (tx: Executor, projectId: string): Promise<SharedProject | null> => {
  const [row] = await tx
    .select({ id: projects.id, name: projects.name, ownerId: projects.ownerId })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('no key update')
  return row ?? null
}

/** A guest is a viewer, whatever is stored (contradiction 32). */
const shownRole = (role: ContributorRole, isGuest: boolean): ContributorRole => (isGuest ? 'viewer' : role)

/** The longest standing first. */
export const listContributorsOf = async (db: Executor, projectId: string): Promise<Contributor[]> => {
  const rows = await db
    .select({
      userId: contributors.userId,
      role: contributors.role,
      added: contributors.added,
      isGuest: users.isGuest,
    })
    .from(contributors)
    .innerJoin(users, eq(users.id, contributors.userId))
    .where(eq(contributors.projectId, projectId))
    .orderBy(asc(contributors.added), asc(contributors.userId))
  return rows.map(({ userId, role, added, isGuest }) => ({
    userId,
    role: shownRole(role, isGuest),
    added: added?.toISOString() ?? null,
  }))
}

const of = (projectId: string, userId: string) =>
  and(eq(contributors.projectId, projectId), eq(contributors.userId, userId))

/** The role as the list shows it. Null: no contributor. */
export const findContributorRole = async (
  tx: Executor,
  projectId: string,
  userId: string,
): Promise<ContributorRole | null> => {
  const [row] = await tx
    .select({ role: contributors.role, isGuest: users.isGuest })
    .from(contributors)
    .innerJoin(users, eq(users.id, contributors.userId))
    .where(of(projectId, userId))
  return row ? shownRole(row.role, row.isGuest) : null
}

/** Adds somebody who is neither contributor nor owner. */
export const insertContributor = async (tx: Executor, row: typeof contributors.$inferInsert): Promise<void> => {
  await tx.insert(contributors).values(row)
}

/** Changes nothing where they are no contributor. */
export const setContributorRole = async (
  tx: Executor,
  projectId: string,
  userId: string,
  role: ContributorRole,
): Promise<void> => {
  await tx.update(contributors).set({ role }).where(of(projectId, userId))
}

/** Changes nothing where they are no contributor. */
export const deleteContributor = async (tx: Executor, projectId: string, userId: string): Promise<void> => {
  await tx.delete(contributors).where(of(projectId, userId))
}

/** The owner before is none any more, and no contributor either. */
export const setOwner = async (tx: Executor, projectId: string, ownerId: string): Promise<void> => {
  await tx.update(projects).set({ ownerId }).where(eq(projects.id, projectId))
}
