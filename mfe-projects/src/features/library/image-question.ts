import { type FileType, type ImageScope, type ImageSort, imageSorts } from '@lamella/shared/contract'
import type { ImageQuestion } from '@lamella/shared/queries'

/** Filter of the library, as texts of its form. Empty: it does not count. */
export interface LibraryFilter {
  /** Words of the name. */
  name: string
  folder: string
  tag: string
  owner: string
  type: '' | FileType
  /** Number of channels, or `4+`. */
  channels: string
  /** Megabytes. */
  minSize: string
  maxSize: string
  /** Days, YYYY-MM-DD, both included. */
  from: string
  to: string
}

const names = ['name', 'folder', 'tag', 'owner', 'type', 'channels', 'minSize', 'maxSize', 'from', 'to'] as const
const types: readonly string[] = ['TwoDimensions', 'MultiChannel', 'TimeSeries'] satisfies FileType[]

/** A filter without conditions. */
export const noFilter = Object.fromEntries(names.map((name) => [name, ''])) as unknown as LibraryFilter

/** The filter in an address; what is not valid there does not count. */
export const filterIn = (search: URLSearchParams): LibraryFilter => {
  const filter = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as unknown as LibraryFilter
  return types.includes(filter.type) ? filter : { ...filter, type: '' }
}

/** The address with another filter. */
export const withFilter = (search: URLSearchParams, filter: LibraryFilter): URLSearchParams => {
  const next = new URLSearchParams(search)
  for (const name of names) {
    if (filter[name]) next.set(name, filter[name])
    else next.delete(name)
  }
  return next
}

/** Number of conditions besides the name, which has a field of its own. */
export const countConditions = (filter: LibraryFilter): number =>
  names.filter((name) => name !== 'name' && filter[name] !== '').length

/** Order in an address. */
export const sortIn = (search: URLSearchParams): ImageSort =>
  imageSorts.find((sort) => sort === search.get('sort')) ?? 'newest'

/** Bytes of a text of megabytes; undefined where it is no number. File sizes are shown by the same unit (D3-9-25). */
const bytesOf = (text: string): number | undefined => {
  const bytes = Math.round(Number(text) * 1024 ** 2)
  return text !== '' && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined
}

/** Start of a day of this time zone, `later` days later; undefined for a text that is no day. */
const startOf = (day: string, later = 0): string | undefined => {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number)
  const moment = new Date(year, month - 1, date + later)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

const given = (text: string): string | undefined => text || undefined

/** The question to the server. */
export const questionOf = (scope: ImageScope, sort: ImageSort, filter: LibraryFilter): ImageQuestion => {
  const channels = Number.parseInt(filter.channels, 10)
  const question: ImageQuestion = {
    sort,
    'filter[scope]': scope,
    'filter[name]': given(filter.name.trim()),
    'filter[prefix]': given(filter.folder),
    'filter[tag]': given(filter.tag),
    'filter[owner]': given(filter.owner),
    'filter[type]': filter.type || undefined,
    'filter[minChannels]': Number.isNaN(channels) ? undefined : channels,
    'filter[maxChannels]': Number.isNaN(channels) || filter.channels.endsWith('+') ? undefined : channels,
    'filter[minSize]': bytesOf(filter.minSize),
    'filter[maxSize]': bytesOf(filter.maxSize),
    'filter[from]': startOf(filter.from),
    'filter[until]': startOf(filter.to, 1),
  }
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined))
}
