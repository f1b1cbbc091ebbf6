import * as z from 'zod/mini'
import { pageQuery } from './common.ts'
import { text } from './text.ts'

const cursor = text.check(z.maxLength(1024))

/** A text that is looked for in the fields of a row, as its list shows them. */
export const filterText = text.check(z.maxLength(128))

/**
 * Paging of a list in an order: the cursor holds the place itself, so that it stays valid when the row is changed or deleted. Opaque; taken
 * from `links.next` of the page before or from the outline.
 */
export const placedPageQuery = z.extend(pageQuery, { 'page[after]': z.optional(cursor) })
