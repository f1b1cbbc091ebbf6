import { callAllPages } from '@lamella/shared/api'
import { allUsersStorage, projectsStorage } from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

export const usersStorageQuery = queryOptions({
  queryKey: ['storage', 'users'],
  queryFn: ({ signal }) => callAllPages(allUsersStorage, {}, { signal, local: true, action: 'storage.users' }),
})

export const projectsStorageQuery = queryOptions({
  queryKey: ['storage', 'projects'],
  queryFn: ({ signal }) => callAllPages(projectsStorage, {}, { signal, local: true, action: 'storage.projects' }),
})
