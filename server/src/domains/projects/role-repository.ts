import { isAtLeast, type ProjectRole } from '@lamella/shared/contract'
import { and, eq, exists, or, type SQL } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { contributors, projects } from '../../platform/db/schema/index.ts'
import type { ProjectRoles } from '../../platform/http/access-cache.ts'
import type { Principal } from '../../platform/http/identity.ts'

type Person = Pick<Principal, 'userId' | 'isAdmin' | 'isGuest'>

/**
 * The role of a user in a project of their organisation; null: none, the project must look as if it did not exist. An organisation
 * admin is at least an editor of every project: they share projects (D2-6-01), answer for the storage, and can step in when a
 * member has left. A guest is a viewer at most (contradiction 32).
 */
export const effectiveRole = (
  person: Person,
  project: { ownerId: string; contributorRole: ProjectRole | null },
): ProjectRole | null => {
  const own = project.ownerId === person.userId ? 'owner' : project.contributorRole
  if (person.isGuest) return own && 'viewer'
  if (person.isAdmin && !(own && isAtLeast(own, 'editor'))) return 'editor'
  return own
}

/** The effective role of a user. Null: there is no such project in their organisation, or they have no role in it. */
export const findProjectRole = async (
  db: Executor,
  principal: Principal,
  projectId: string,
): Promise<ProjectRole | null> => {
  const [row] = await db
    .select({ ownerId: projects.ownerId, contributorRole: contributors.role })
    .from(projects)
    .leftJoin(contributors, and(eq(contributors.projectId, projects.id), eq(contributors.userId, principal.userId)))
    .where(and(eq(projects.id, projectId), eq(projects.organisationId, principal.organisationId)))
  return row ? effectiveRole(principal, row) : null
}

/** Condition for queries on `projects`: the user has a role in it by `effectiveRole`. */
export const isVisibleTo = (db: Executor, { userId, organisationId, isAdmin, isGuest }: Principal): SQL | undefined => {
  const inOrganisation = eq(projects.organisationId, organisationId)
  if (isAdmin && !isGuest) return inOrganisation
  const contributes = db
    .select({ projectId: contributors.projectId })
    .from(contributors)
    .where(and(eq(contributors.projectId, projects.id), eq(contributors.userId, userId)))
  return and(inOrganisation, or(eq(projects.ownerId, userId), exists(contributes)))
}

/** All roles of a project. Null: there is no such project. */
export const findProjectRoles = async (db: Executor, projectId: string): Promise<ProjectRoles | null> => {
  const { organisationId, ownerId } = projects
  const rows = await db
    .select({ organisationId, ownerId, userId: contributors.userId, role: contributors.role })
    .from(projects)
    .leftJoin(contributors, eq(contributors.projectId, projects.id))
    .where(eq(projects.id, projectId))
  const [row] = rows
  if (!row) return null
  const roles = rows.flatMap(({ userId, role }) => (userId && role ? [[userId, role] as const] : []))
  return { organisationId: row.organisationId, ownerId: row.ownerId, contributors: new Map(roles) }
}

/** As `findProjectRole`, from roles that were read before. */
export const roleAmong = (roles: ProjectRoles, principal: Principal): ProjectRole | null =>
  roles.organisationId === principal.organisationId
    ? effectiveRole(principal, {
        ownerId: roles.ownerId,
        contributorRole: roles.contributors.get(principal.userId) ?? null,
      })
    : null
