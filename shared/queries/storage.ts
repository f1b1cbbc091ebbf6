import { call, callAllPages } from '@lamella/shared/api'
import {
  allUsersStorage,
  type EndpointInput,
  getMediaOutline,
  type ImageScope,
  listMedia,
  type MediumItem,
  organisationStorage,
  projectsStorage,
  type ServerEvent,
} from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

const all = ['storage'] as const

/** Events after which the stored bytes may differ: of images, and of finished jobs, which store a result. */
const changedBy = (event: ServerEvent): boolean =>
  event.type === 'image' || (event.type === 'job' && event.status === 'successful')

const meta = { errorPage: fatalPage, changedBy }

/** Storage used by the organisation. */
export const storageQuery = defineQuery({
  queryKey: all,
  queryFn: async ({ signal }) => (await call(organisationStorage, {}, { signal, action: 'storage.organisation' })).data,
  meta,
})

/** Storage used by each user of the organisation. */
export const usersStorageQuery = defineQuery({
  queryKey: ['storage', 'users'],
  queryFn: ({ signal }) => callAllPages(allUsersStorage, {}, { signal, action: 'storage.users' }),
  meta,
})

/** Most projects whose storage is read. */
const mostProjects = 250

/** Storage used by each project that the user can see; of more than 250, by the largest. */
export const projectsStorageQuery = defineQuery({
  queryKey: ['storage', 'projects'],
  queryFn: ({ signal }) => {
    const query = { 'filter[largest]': mostProjects }
    return callAllPages(projectsStorage, { query }, { signal, action: 'storage.projects' })
  },
  meta,
})

/** All images of one scope over all projects of the user. For remotes that were built before lists were read by pages (ADR 65). */
export const mediaQuery = (scope: ImageScope) =>
  defineQuery({
    queryKey: [...all, 'media', scope],
    queryFn: ({ signal }) =>
      callAllPages(listMedia, { query: { 'filter[scope]': scope } }, { signal, action: `storage.${scope}` }),
    meta,
  })

/** Conditions and order of a list of images over all projects of the user. */
export type MediaQuestion = Omit<NonNullable<EndpointInput<typeof getMediaOutline>['query']>, 'page[size]'>

/** Number of the images of a list, where its pages begin, and how many images each scope has. @param size - images per page */
export const mediaOutlineQuery = (question: MediaQuestion, size: number) =>
  defineQuery({
    queryKey: [...all, 'media', 'outline', question, size],
    queryFn: async ({ signal }) => {
      const query = { ...question, 'page[size]': size }
      return (await call(getMediaOutline, { query }, { signal, action: 'storage.outline' })).data
    },
    placeholderData: (previous) => previous,
    meta,
  })

/** @param key - of a page of a list */
const scopeIn = (key: readonly unknown[] | undefined): ImageScope | undefined =>
  (key?.[3] as MediaQuestion | undefined)?.['filter[scope]']

/** One page of a list of images. @param size - images per page @param after - where it begins, by the outline */
export const mediaPageQuery = (question: MediaQuestion, size: number, after: string | null) =>
  defineQuery({
    queryKey: [...all, 'media', 'page', question, size, after],
    queryFn: async ({ signal }) => {
      const query = { ...question, 'page[size]': size, ...(after && { 'page[after]': after }) }
      return (await call(listMedia, { query }, { signal, action: 'storage.images' })).data
    },
    // What was shown stays until the answer, but never images of another scope, with which other things can be done.
    placeholderData: (before: MediumItem[] | undefined, earlier) =>
      scopeIn(earlier?.queryKey) === question['filter[scope]'] ? before : undefined,
    meta,
  })

/** Invalidates after something was stored or deleted. */
export const storageChanged = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: all })
