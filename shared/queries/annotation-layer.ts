import { ApiFailure, addressOf, callAllPages, fetchBytes } from '@lamella/shared/api'
import {
  annotationLimits,
  getAnnotationLayer,
  listAnnotations,
  listRegions,
  type ServerEvent,
} from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { annotationPagesChanged } from './annotations.ts'
import { defineQuery } from './define-query.ts'
import { type ImageLayer, type ImageObject, readLayer } from './layer-records.ts'

export { geometryOfObject } from './layer-records.ts'

const layerKey = 'annotation-layers'

const orNothing = (error: unknown): null => {
  if (error instanceof ApiFailure && error.status === 404) return null
  throw error
}
const orNone = (error: unknown): [] => {
  orNothing(error)
  return []
}

/** As an older server tells what is drawn on an image: page after page. */
const readPages = async (projectId: string, imageId: string, signal: AbortSignal): Promise<ImageLayer> => {
  const query = { 'filter[image]': imageId, 'page[size]': annotationLimits.largestPage }
  const input = { params: { projectId }, query }
  const [annotations, regions] = await Promise.all([
    callAllPages(listAnnotations, input, { signal, action: 'annotations.ofImage' }),
    callAllPages(listRegions, input, { signal, action: 'regions.ofImage' }).catch(orNone),
  ])
  return { objects: [...annotations, ...regions], revision: null, installation: null }
}

/**
 * All annotations and regions of an image.
 * @param origin - of the own changes, after which they are not read again: `annotationsSaved` puts them into the answer
 */
export const imageAnnotationsQuery = (projectId: string, imageId: string, origin?: string) =>
  defineQuery({
    queryKey: [layerKey, imageId, projectId],
    queryFn: async ({ signal, client, queryKey }): Promise<ImageLayer> => {
      const before = client.getQueryData<ImageLayer>(queryKey)
      const [since, installation] = [before?.revision ?? undefined, before?.installation ?? undefined]
      const address = addressOf(getAnnotationLayer, { params: { imageId }, query: { since, installation } })
      const answer = await fetchBytes(address, signal).catch(orNothing)
      if (!answer) return readPages(projectId, imageId, signal)
      return readLayer(new Uint8Array(await answer.arrayBuffer()), imageId, before)
    },
    // Objects that are the same stay the same ones by themselves, and comparing all of them would take seconds.
    structuralSharing: false,
    meta: {
      changedBy: (event: ServerEvent) =>
        event.type === 'annotations' &&
        event.image === imageId &&
        (event.origin === undefined || event.origin !== origin),
    },
  })

/** ms that a past moment is kept after another one is shown: each may have megabytes. */
const momentKept = 10_000

/** All annotations and regions of an image as they were at a revision of its layer. */
export const annotationsAtQuery = (imageId: string, at: number) =>
  defineQuery({
    queryKey: [layerKey, 'past', imageId, at],
    queryFn: async ({ signal }): Promise<readonly ImageObject[]> => {
      const address = addressOf(getAnnotationLayer, { params: { imageId }, query: { at } })
      const answer = await fetchBytes(address, signal)
      return readLayer(new Uint8Array(await answer.arrayBuffer()), imageId, undefined).objects
    },
    structuralSharing: false,
    // What was, stays.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: momentKept,
  })

/**
 * Puts changes that were saved into the annotations and regions of an image. An answer that is under way may be older than the changes: they are put into
 * it, too. Ends once the annotations have the changes: where they are not loaded, with the next time that they are.
 * @param merge - adds the changes to annotations that may have them already
 */
export const annotationsSaved = async (
  queries: QueryClient,
  projectId: string,
  imageId: string,
  merge: (stored: readonly ImageObject[]) => ImageObject[],
): Promise<void> => {
  const { queryKey } = imageAnnotationsQuery(projectId, imageId)
  const put = () =>
    queries.setQueryData<ImageLayer>(queryKey, (layer) => layer && { ...layer, objects: merge(layer.objects) })
  put()
  while (queries.isFetching({ queryKey, exact: true }) > 0) {
    await queries.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
    put()
  }
  await annotationPagesChanged(queries, projectId)
  if (queries.getQueryData(queryKey) !== undefined) return
  // Who reads them from now on reads the changes, too; perhaps in another project, to which the image is moved.
  await new Promise<void>((resolve) => {
    const end = queries.getQueryCache().subscribe(({ type, query }) => {
      const [list, id] = query.queryKey
      const isOfImage = list === layerKey && id === imageId
      if (type !== 'updated' || !isOfImage || query.state.data === undefined) return
      end()
      resolve()
    })
  })
}
