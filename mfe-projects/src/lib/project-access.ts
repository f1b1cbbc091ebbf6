import { type CurrentUser, isAtLeast, type Project, type ProjectRole } from '@lamella/shared/contract'

/**
 * Role of a user in a project; null: none. A guest is never more than viewer (contradiction 32), an organisation admin
 * never less than editor (ADR 21).
 */
export const roleIn = (project: Project, user: CurrentUser): ProjectRole | null => {
  const own = project.owner === user.id ? 'owner' : project.contributors.find(({ userId }) => userId === user.id)?.role
  if (user.isAdmin && !user.isGuest && !(own && isAtLeast(own, 'editor'))) return 'editor'
  if (!own) return null
  return user.isGuest ? 'viewer' : own
}

/** Whether a role may upload, edit and analyse. */
export const mayEdit = (role: ProjectRole | null): boolean => role === 'editor' || role === 'owner'
