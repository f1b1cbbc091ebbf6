import * as z from 'zod/mini'
import { text } from './text.ts'

/** Identifier of any stored object: a UUID (version 7 when made by the server). */
export const id = z.uuid()

/** A moment as ISO 8601 text in UTC. */
export const timestamp = z.iso.datetime()

/** 1 to 128 characters and not only white space: the pattern for every name (document 3 §5). */
export const name = text.check(z.trim(), z.minLength(1), z.maxLength(128))

/** Optional description of at most 256 characters (document 1 §5). */
export const description = text.check(z.trim(), z.maxLength(256))

/** Request and answer bodies carry their content under `data`. */
export const data = <S extends z.ZodMiniType>(content: S) => z.object({ data: content })

/** One page of a list: `links.next` is the address of the next page, null on the last. */
export const page = <S extends z.ZodMiniType>(item: S) =>
  z.object({ data: z.array(item), links: z.object({ next: z.nullable(z.string()) }) })

/** Cursor paging (document 3 §7): `page[after]` is the last id seen, `page[size]` at most 250. */
export const pageQuery = z.object({
  'page[after]': z.optional(id),
  'page[size]': z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(250)), 250),
})
export const pageSize = 250

/** The user's action that a call belongs to, as in error records (document 1 §8); it changes nothing in the answer. */
export const actionQuery = z.object({ actionId: z.optional(text.check(z.maxLength(64))) })

export const errorBody = z.object({
  errors: z.array(z.object({ code: z.string(), detail: z.string() })).check(z.minLength(1)),
})
export type ErrorBody = z.infer<typeof errorBody>
