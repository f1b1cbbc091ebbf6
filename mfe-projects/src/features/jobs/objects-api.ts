import { call } from '@lamella/shared/api'
import { findResultObjects, pageResultObjects } from '@lamella/shared/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export interface ObjectPage {
  offset: number
  size: number
  /** `no`, `class` or a column; from the largest with a minus before it. */
  sort: string
  /** Number of an object whose page is wanted instead. */
  around?: number
}

/** Results never change. */
const forEver = { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData }

/** A page of the objects of a result. */
export const objectPageQuery = (resultId: string, { offset, size, sort, around }: ObjectPage) =>
  queryOptions({
    queryKey: ['result-objects', resultId, 'page', { offset, size, sort, around }],
    queryFn: async ({ signal }) => {
      const query = { 'page[offset]': offset, 'page[size]': size, sort, ...(around !== undefined && { around }) }
      const input = { params: { resultId }, query }
      return (await call(pageResultObjects, input, { signal, local: true, action: 'objects.page' })).data
    },
    ...forEver,
  })

/** In pixels of the image. */
export type ImageBox = readonly [left: number, top: number, right: number, bottom: number]

/** Outlines of the objects that reach into a box. */
export const objectsInBoxQuery = (resultId: string, [left, top, right, bottom]: ImageBox) =>
  queryOptions({
    queryKey: ['result-objects', resultId, 'box', left, top, right, bottom],
    queryFn: async ({ signal }) => {
      const input = { params: { resultId }, query: { left, top, right, bottom } }
      return (await call(findResultObjects, input, { signal, local: true, action: 'objects.box' })).data
    },
    ...forEver,
  })
