import { call, callAllPages } from '@lamella/shared/api'
import {
  allUsersStorage,
  type ImageScope,
  listMedia,
  organisationStorage,
  projectsStorage,
  type ServerEvent,
} from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fatalPage } from './query-meta.ts'

const all = ['storage'] as const

/** Events after which the stored bytes may differ: of images, and of finished jobs, which store a result. */
const changedBy = (event: ServerEvent): boolean =>
  event.type === 'image' || (event.type === 'job' && event.status === 'successful')

const meta = { errorPage: fatalPage, changedBy }

/** Storage used by the organisation. */
export const storageQuery = queryOptions({
  queryKey: all,
  queryFn: async ({ signal }) => (await call(organisationStorage, {}, { signal, action: 'storage.organisation' })).data,
  meta,
})

/** Storage used by each user of the organisation. */
export const usersStorageQuery = queryOptions({
  queryKey: [...all, 'users'],
  queryFn: ({ signal }) => callAllPages(allUsersStorage, {}, { signal, action: 'storage.users' }),
  meta,
})

/** Storage used by each project that the user can see. */
export const projectsStorageQuery = queryOptions({
  queryKey: [...all, 'projects'],
  queryFn: ({ signal }) => callAllPages(projectsStorage, {}, { signal, action: 'storage.projects' }),
  meta,
})

/** Images of one scope over all projects of the user. */
export const mediaQuery = (scope: ImageScope) =>
  queryOptions({
    queryKey: [...all, 'media', scope],
    queryFn: ({ signal }) =>
      callAllPages(listMedia, { query: { 'filter[scope]': scope } }, { signal, action: `storage.${scope}` }),
    meta,
  })

/** Invalidates after something was stored or deleted. */
export const storageChanged = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: all })
