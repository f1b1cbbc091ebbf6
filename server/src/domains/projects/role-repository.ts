import { effectiveRole, type ProjectRole } from '@lamella/shared/contract'
import { and, eq, exists, or, type SQL } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { contributors, projects } from '../../platform/db/schema/index.ts'
import type { ProjectRoles } from '../../platform/http/access-cache.ts'
import type { Principal } from '../../platform/http/identity.ts'

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
  return row ? effectiveRole(principal, row.ownerId === principal.userId ? 'owner' : row.contributorRole) : null
}

/** Condition for queries on `projects`: the user has a role in it by `effectiveRole`. */
export const isVisibleTo = (
  db: Executor,
  { userId, organisationId, isAdmin, isGuest }: Omit<Principal, 'sessionId'>,
): SQL | undefined => {
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
    ? effectiveRole(
        principal,
        roles.ownerId === principal.userId ? 'owner' : (roles.contributors.get(principal.userId) ?? null),
      )
    : null
