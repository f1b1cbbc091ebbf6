import type { CurrentUser, Project } from '@lamella/shared/contract'

/**
 * Projects in which the user is owner or editor, to which uploads are permitted (D3-2-29); others are not shown
 * (D3-2-30).
 */
export const uploadTargets = (projects: readonly Project[], user: CurrentUser): Project[] =>
  projects.filter(
    ({ owner, contributors }) =>
      owner === user.id || contributors.some(({ userId, role }) => userId === user.id && role === 'editor'),
  )
