import { call, callAllPages, callWithHeaders, createdId } from '@lamella/shared/api'
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  listUsers,
  organisationStorage,
  updateProject,
  userProjectCounts,
} from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

/** Every key that a change of projects makes stale begins with this. */
export const projectsKey = ['projects'] as const

export const projectsQuery = queryOptions({
  queryKey: [...projectsKey, 'list'],
  queryFn: ({ signal }) => callAllPages(listProjects, {}, { signal, local: true, action: 'projects.list' }),
})

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectsKey, projectId],
    queryFn: async ({ signal }) =>
      (await call(getProject, { params: { projectId } }, { signal, local: true, action: 'projects.get' })).data,
  })

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => callAllPages(listUsers, {}, { signal, local: true, action: 'users.list' }),
})

/** Number of projects by owner. */
export const projectCountsQuery = queryOptions({
  queryKey: [...projectsKey, 'counts'],
  queryFn: ({ signal }) => callAllPages(userProjectCounts, {}, { signal, local: true, action: 'projects.counts' }),
})

export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }) => (await call(organisationStorage, {}, { signal, local: true })).data,
})

export interface ProjectDetails {
  name: string
  description: string
}

/** @returns id of the new project; null when the server did not say it */
export const saveNewProject = async (details: ProjectDetails): Promise<string | null> => {
  const { headers } = await callWithHeaders(
    createProject,
    { body: { data: details } },
    { local: true, action: 'projects.create' },
  )
  return createdId(headers)
}

export const saveProject = (projectId: string, details: ProjectDetails): Promise<undefined> =>
  call(updateProject, { params: { projectId }, body: { data: details } }, { local: true, action: 'projects.update' })

export const removeProject = (projectId: string): Promise<undefined> =>
  call(deleteProject, { params: { projectId } }, { local: true, action: 'projects.delete' })
