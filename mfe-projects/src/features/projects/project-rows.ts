import type { Project, User } from '@lamella/shared/contract'

/** A project as the lists show it (document 1 §3). */
export interface ProjectRow extends Project {
  ownerName: string
}

/** Owners by id; "Unknown" when the user cannot be found. */
export const projectRows = (projects: readonly Project[], users: readonly User[]): ProjectRow[] => {
  const names = new Map(users.map(({ id, fullName }) => [id, fullName]))
  return projects.map((project) => ({ ...project, ownerName: names.get(project.owner) ?? 'Unknown' }))
}
