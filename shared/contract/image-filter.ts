import * as z from 'zod/mini'
import { id, pageQuery, timestamp } from './common.ts'
import { text } from './text.ts'
import { fileType } from './uploads.ts'

/** Orders of a library; names are ordered without case and accents, numbers in them by value. */
export const imageSorts = ['newest', 'oldest', 'name', 'largest', 'smallest'] as const
export type ImageSort = (typeof imageSorts)[number]

/** Orders of a list over many projects; with a minus before it descending. Projects and owners are ordered as names are. */
export const mediaSorts = [...imageSorts, '-name', 'project', '-project', 'owner', '-owner'] as const
export type MediaSort = (typeof mediaSorts)[number]

/** A word by which images are grouped. */
export const imageTag = text.check(z.trim(), z.minLength(1), z.maxLength(40))
/** Most tags of one image. */
export const tagsPerImage = 20

const count = z.coerce.number().check(z.int(), z.minimum(0))
/** What a column of the database holds. */
const channels = count.check(z.maximum(2 ** 31 - 1))

/** Conditions on the images of a project; those that are given all hold. */
export const imageFilter = {
  /** Words that are all in the name, in any case and order. */
  'filter[name]': z.optional(text.check(z.maxLength(128))),
  /** Beginning of the name, in any case: a folder. */
  'filter[prefix]': z.optional(text.check(z.minLength(1), z.maxLength(128))),
  'filter[type]': z.optional(fileType),
  /** Bytes of the original file. */
  'filter[minSize]': z.optional(count),
  'filter[maxSize]': z.optional(count),
  /** Number of channels. */
  'filter[minChannels]': z.optional(channels),
  'filter[maxChannels]': z.optional(channels),
  /** When the image was added: from this moment on, and before this moment. */
  'filter[from]': z.optional(timestamp),
  'filter[until]': z.optional(timestamp),
  'filter[owner]': z.optional(id),
  'filter[tag]': z.optional(imageTag),
} as const

/** Paging in an order: the cursor holds the place itself, so a row that is changed or deleted meanwhile moves no other. */
export const sortedPageQuery = z.extend(pageQuery, {
  /** Opaque; taken from `links.next` of the page before or from the outline. */
  'page[after]': z.optional(text.check(z.maxLength(1024))),
  sort: z.optional(z.enum(imageSorts)),
})
