import type { CurrentUser, Project } from '@lamella/shared/contract'

/** Only the owner and editors may upload; other projects are not shown (document 3 §6). */
export const uploadTargets = (projects: readonly Project[], user: CurrentUser): Project[] =>
  projects.filter(
    ({ owner, contributors }) =>
      owner === user.id || contributors.some(({ userId, role }) => userId === user.id && role === 'editor'),
  )
