import { call, callAllPages } from '@lamella/shared/api'
import {
  listProjects,
  listUsers,
  organisationStorage,
  organisationUsage,
  userProjectCounts,
} from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

// The keys are those of the projects area: what it changes is fresh here too.
export const projectsQuery = queryOptions({
  queryKey: ['projects', 'list'],
  queryFn: ({ signal }) => callAllPages(listProjects, {}, { signal, local: true, action: 'projects.list' }),
})

export const projectCountsQuery = queryOptions({
  queryKey: ['projects', 'counts'],
  queryFn: ({ signal }) => callAllPages(userProjectCounts, {}, { signal, local: true, action: 'projects.counts' }),
})

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => callAllPages(listUsers, {}, { signal, local: true, action: 'users.list' }),
  retry: false,
})

/** The key is that of the AI trainer's. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async ({ signal }) => (await call(organisationUsage, {}, { signal, local: true })).data,
})

export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }) => (await call(organisationStorage, {}, { signal, local: true })).data,
})
