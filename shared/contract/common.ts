import * as z from 'zod/mini'
import { lengthOf, text } from './text.ts'

/** Identifier of any stored object: a UUID (version 7 when made by the server). */
export const id = z.uuid()

/** A moment as ISO 8601 text in UTC, from the year 1 on: no database knows a year 0. */
export const timestamp = z.iso.datetime().check(z.regex(/^(?!0000)/))

const atMost = (most: number) =>
  z.refine<string>((value) => lengthOf(value) <= most, `Can only contain ${most} characters`)

/** 1 to 128 characters and not only white space: the pattern of every name (D3-5-33). */
export const name = text.check(z.trim(), z.minLength(1), atMost(128))

/** A user with the name that they had at that time. */
export const person = z.object({ id, fullName: z.string() })

/** Description of at most 256 characters (D1-5-30). */
export const description = text.check(z.trim(), atMost(256))

/** Request and answer bodies carry their content under `data`. */
export const data = <S extends z.ZodMiniType>(content: S) => z.object({ data: content })

/** One page of a list: `links.next` is the address of the next page, null on the last. */
export const page = <S extends z.ZodMiniType>(item: S) =>
  z.object({ data: z.array(item), links: z.object({ next: z.nullable(z.string()) }) })

/** Cursor paging (D3-7-21): `page[after]` is the last id of the page before, `page[size]` at most 250 (D3-9-11). */
export const pageQuery = z.object({
  'page[after]': z.optional(id),
  'page[size]': z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(250)), 250),
})
/** Default and maximum number of items on a page (D3-9-11). */
export const pageSize = 250

/** Action of the user to which a call belongs, as in error records (D1-8-26); the answer does not depend on it. */
export const actionQuery = z.object({ actionId: z.optional(text.check(z.maxLength(64))) })

/** Body of every error answer; clients show the first entry (D1-8-25). */
export const errorBody = z.object({
  errors: z.array(z.object({ code: z.string(), detail: z.string() })).check(z.minLength(1)),
})
export type ErrorBody = z.infer<typeof errorBody>
