import { ApiFailure, call } from '@lamella/shared/api'
import {
  countAnnotations,
  getAnnotationHistory,
  getAnnotationImport,
  getAnnotationTimeline,
  type LabelState,
  listAnnotationExports,
  listAnnotationImports,
  listAnnotations,
  listDeletedAnnotations,
  type ServerEvent,
} from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineInfiniteQuery, defineQuery } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

const orNothing = (error: unknown): null => {
  if (error instanceof ApiFailure && error.status === 404) return null
  throw error
}

const listKey = (projectId: string) => ['annotations', projectId] as const

/** Invalidates the lists of the annotations of a project. */
export const annotationPagesChanged = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: [...listKey(projectId), 'pages'] }, { cancelRefetch: false })

/** Which annotations of a project are listed. */
export interface AnnotationFilter {
  label?: LabelState
  /** With `distinct`: of exactly this label. */
  labelId?: string
  owner?: string
  image?: string
  /** Last modified then or later. */
  from?: string
}

/** The annotations of a project, page after page. */
export const annotationsQuery = (projectId: string, { label, labelId, owner, image, from }: AnnotationFilter = {}) =>
  defineInfiniteQuery({
    queryKey: [...listKey(projectId), 'pages', { label, labelId, owner, image, from }],
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }) => {
      const query = {
        ...(pageParam !== null && { 'page[after]': pageParam }),
        ...(label && { 'filter[label]': label }),
        ...(labelId && { 'filter[labelId]': labelId }),
        ...(owner && { 'filter[owner]': owner }),
        ...(image && { 'filter[image]': image }),
        ...(from && { 'filter[from]': from }),
      }
      return call(listAnnotations, { params: { projectId }, query }, { signal, action: 'annotations.list' })
    },
    getNextPageParam: ({ data, links }) => (links.next === null ? null : (data.at(-1)?.id ?? null)),
    meta: {
      errorPage: fatalPage,
      changedBy: (event: ServerEvent) => event.type === 'annotations' && event.project === projectId,
    },
  })

/** How many annotations a project has, by label, person and image. An older server has no such counts: null. */
export const annotationCountsQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'pages', 'counts'],
    queryFn: ({ signal }) =>
      call(countAnnotations, { params: { projectId } }, { signal, action: 'annotations.count' }).then(
        ({ data }) => data,
        orNothing,
      ),
    meta: { changedBy: (event: ServerEvent) => event.type === 'annotations' && event.project === projectId },
  })

const ofImage = (imageId: string) => (event: ServerEvent) => event.type === 'annotations' && event.image === imageId

/** What was changed of the annotations and regions of an image, page after page, the last change first. */
export const annotationHistoryQuery = (projectId: string, imageId: string) =>
  defineInfiniteQuery({
    queryKey: [...listKey(projectId), 'history', imageId],
    initialPageParam: null as number | null,
    queryFn: async ({ signal, pageParam }) => {
      const query = pageParam === null ? {} : { 'page[before]': pageParam }
      return call(getAnnotationHistory, { params: { imageId }, query }, { signal, action: 'annotations.history' })
    },
    getNextPageParam: ({ links }) =>
      links.next === null ? null : Number(new URLSearchParams(links.next.split('?')[1]).get('page[before]')),
    meta: { changedBy: ofImage(imageId) },
  })

/** When and by whom the annotations of an image were changed. An older server does not tell: null. */
export const annotationTimelineQuery = (projectId: string, imageId: string) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'timeline', imageId],
    queryFn: ({ signal }) =>
      call(getAnnotationTimeline, { params: { imageId } }, { signal, action: 'annotations.timeline' }).then(
        ({ data }) => data,
        orNothing,
      ),
    meta: { changedBy: ofImage(imageId) },
  })

/** What was deleted on an image and can be restored, page after page, the last deletion first. */
export const deletedAnnotationsQuery = (projectId: string, imageId: string) =>
  defineInfiniteQuery({
    queryKey: [...listKey(projectId), 'deleted', imageId],
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }) => {
      const query = { 'filter[image]': imageId, ...(pageParam !== null && { 'page[after]': pageParam }) }
      return call(listDeletedAnnotations, { params: { projectId }, query }, { signal, action: 'annotations.deleted' })
    },
    getNextPageParam: ({ links }) =>
      links.next === null ? null : new URLSearchParams(links.next.split('?')[1]).get('page[after]'),
    meta: { changedBy: ofImage(imageId) },
  })

const importsKey = (imageId: string) => ['annotation-imports', imageId] as const

/** The last imports of annotations into an image, the newest first. */
export const annotationImportsQuery = (imageId: string) =>
  defineQuery({
    queryKey: importsKey(imageId),
    queryFn: async ({ signal }) =>
      (await call(listAnnotationImports, { params: { imageId } }, { signal, action: 'imports.list' })).data,
    meta: { changedBy: (event) => event.type === 'annotationImport' && event.image === imageId },
  })

/** An import of annotations with what was refused. */
export const annotationImportQuery = (imageId: string, importId: string) =>
  defineQuery({
    queryKey: [...importsKey(imageId), importId],
    queryFn: async ({ signal }) =>
      (await call(getAnnotationImport, { params: { imageId, importId } }, { signal, action: 'imports.get' })).data,
    meta: { changedBy: (event) => event.type === 'annotationImport' && event.id === importId },
  })

/** Invalidates after an import was begun or changed. */
export const annotationImportsChanged = (queries: QueryClient, imageId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: importsKey(imageId) })

const exportsKey = (projectId: string) => ['annotation-exports', projectId] as const

/** The last files of annotations that the user has ordered in a project, the newest first. */
export const annotationExportsQuery = (projectId: string) =>
  defineQuery({
    queryKey: exportsKey(projectId),
    queryFn: async ({ signal }) =>
      (await call(listAnnotationExports, { params: { projectId } }, { signal, action: 'exports.list' })).data,
    meta: { changedBy: (event) => event.type === 'annotationExport' && event.project === projectId },
  })

/** Invalidates after a file of annotations was ordered or removed. */
export const annotationExportsChanged = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: exportsKey(projectId) })
