import type { CurrentUser, Project, ProjectRole } from '@lamella/shared/contract'

/** What somebody is in a project; null: nobody. A guest is never above viewer (contradictions.md 32). */
export const roleIn = (project: Project, user: CurrentUser): ProjectRole | null => {
  const own = project.owner === user.id ? 'owner' : project.contributors.find(({ userId }) => userId === user.id)?.role
  if (!own) return null
  return user.isGuest ? 'viewer' : own
}

/** Editors and the owner may upload, edit and analyse. */
export const mayEdit = (role: ProjectRole | null): boolean => role === 'editor' || role === 'owner'
