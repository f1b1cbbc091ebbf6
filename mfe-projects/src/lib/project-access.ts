import { type CurrentUser, effectiveRole, mayInProject, type Project, type ProjectRole } from '@lamella/shared/contract'

/** Role by which a user is treated in a project; null: none. */
export const roleIn = (project: Project, user: CurrentUser): ProjectRole | null => {
  const given = project.contributors.find(({ userId }) => userId === user.id)?.role ?? null
  return effectiveRole(user, project.owner === user.id ? 'owner' : given)
}

/** Whether a role may upload and edit. */
export const mayEdit = (role: ProjectRole | null): boolean => mayInProject(role, 'edit')

/** Names of roles on screen (D2-3-06). */
export const roleTitles: Record<ProjectRole, string> = {
  owner: 'Owner',
  editor: 'Editor',
  annotator: 'Annotator',
  viewer: 'Viewer',
}
