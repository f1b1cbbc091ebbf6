import { call, callAllPages } from '@lamella/shared/api'
import { annotationLimits, listAnnotations, type ServerEvent } from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineInfiniteQuery, defineQuery } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

const listKey = (projectId: string) => ['annotations', projectId] as const

/** All annotations of an image. */
export const imageAnnotationsQuery = (projectId: string, imageId: string) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'image', imageId],
    queryFn: ({ signal }) => {
      const query = { 'filter[image]': imageId, 'page[size]': annotationLimits.largestPage }
      return callAllPages(listAnnotations, { params: { projectId }, query }, { signal, action: 'annotations.ofImage' })
    },
    meta: { changedBy: (event: ServerEvent) => event.type === 'annotations' && event.image === imageId },
  })

/** The annotations of a project, page after page. */
export const annotationsQuery = (projectId: string) =>
  defineInfiniteQuery({
    queryKey: [...listKey(projectId), 'pages'],
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }) => {
      const query = pageParam === null ? {} : { 'page[after]': pageParam }
      return call(listAnnotations, { params: { projectId }, query }, { signal, action: 'annotations.list' })
    },
    getNextPageParam: ({ data, links }) => (links.next === null ? null : (data.at(-1)?.id ?? null)),
    meta: { errorPage: fatalPage },
  })

/** Invalidates after annotations of an image of the project were changed. */
export const annotationsChanged = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: listKey(projectId) })
