import type { Project, User } from '@lamella/shared/contract'
import type { ProjectRow } from '@lamella/shared/ui'

/** Projects with the names of their owners; "Unknown" when the user cannot be found. */
export const projectRows = (projects: readonly Project[], users: readonly User[]): (Project & ProjectRow)[] => {
  const names = new Map(users.map(({ id, fullName }) => [id, fullName]))
  return projects.map((project) => ({ ...project, ownerName: names.get(project.owner) ?? 'Unknown' }))
}
