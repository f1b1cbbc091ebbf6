import { callAllPages } from '@lamella/shared/api'
import { type CurrentUser, listProjects, type Project } from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

export const projectsQuery = queryOptions({
  queryKey: ['projects', 'list'],
  queryFn: ({ signal }) => callAllPages(listProjects, {}, { signal, local: true, action: 'upload.projects' }),
})

/** Only the owner and editors may upload; other projects are not shown (document 3 §6). */
export const uploadTargets = (projects: readonly Project[], user: CurrentUser): Project[] =>
  projects.filter(
    ({ owner, contributors }) =>
      owner === user.id || contributors.some(({ userId, role }) => userId === user.id && role === 'editor'),
  )
