import type { ImageView, ZChoice } from '@lamella/shared/contract'
import { type ChannelSetting, initialChannels } from '../tiles/channel-settings.ts'
import { plainTone, type Tone, textOfTone, toneOfText } from '../tiles/tone.ts'
import { channelsOfText, textOfChannels } from './channels-text.ts'
import { initialPlane, placeOf, viewOf, withPlace } from './view-address.ts'
import type { ViewPlace } from './view-state.ts'

/** How one image of a comparison is coloured. */
export interface ImageLook {
  channels: readonly ChannelSetting[]
  tone: Tone
}

/** What a comparison shows: place, time point and plane are common to its images. */
export interface ComparedView {
  /** Of the first image; null: the whole. */
  place: ViewPlace | null
  /** Index of the time point. */
  time: number
  /** Z plane. */
  plane: ZChoice
  /** In the order of the images. */
  looks: readonly ImageLook[]
}

/** By which the parameters of an image differ from those of its own viewer; those of the first one are the same, so that it keeps its view. */
const suffixes = ['', '-b', '-c', '-d']

const lookOf = (search: URLSearchParams, suffix: string, view: ImageView): ImageLook => {
  const channels = search.get(`channels${suffix}`)
  return {
    channels: channels ? channelsOfText(channels, view) : initialChannels(view),
    tone: toneOfText(search.get(`tone${suffix}`) ?? '') ?? plainTone,
  }
}

/** The first image with several time points, and the first with several planes: the common ones are theirs. */
const seriesOf = (views: readonly ImageView[]) => views.find(({ timePoints }) => timePoints > 1)
const stackOf = (views: readonly ImageView[]) => views.find(({ zCount = 1 }) => zCount > 1)

/** The comparison that an address states; what it does not state is as the viewer of each image shows it first. */
export const comparisonOf = (search: URLSearchParams, views: readonly ImageView[]): ComparedView => {
  const [first] = views
  const [series, stack] = [seriesOf(views), stackOf(views)]
  return {
    place: first ? placeOf(search, first) : null,
    time: (series && viewOf(search, series)?.time) ?? 0,
    plane: (stack && viewOf(search, stack)?.plane) ?? initialPlane(stack ?? first ?? {}),
    looks: views.map((view, at) => lookOf(search, suffixes[at] ?? '', view)),
  }
}

const setOrDelete = (search: URLSearchParams, name: string, value: string | null): void => {
  if (value === null) search.delete(name)
  else search.set(name, value)
}

/** The parameters with those of a comparison set, so that a copied link and a reload show it. What is as initially has none. */
export const withComparison = (
  search: URLSearchParams,
  { place, time, plane, looks }: ComparedView,
  views: readonly ImageView[],
): URLSearchParams => {
  const next = withPlace(search, place)
  const stack = stackOf(views)
  setOrDelete(next, 't', time > 0 ? `${time + 1}` : null)
  const isOther = stack !== undefined && plane !== initialPlane(stack)
  setOrDelete(next, 'z', isOther ? (plane === 'max' ? plane : `${plane + 1}`) : null)
  for (const [at, view] of views.entries()) {
    const [suffix, look] = [suffixes[at] ?? '', looks[at]]
    setOrDelete(next, `channels${suffix}`, look ? textOfChannels(look.channels, view) : null)
    setOrDelete(next, `tone${suffix}`, look ? textOfTone(look.tone) : null)
  }
  return next
}

/** The parameters of the first image alone, which keeps its view. */
export const withoutComparison = (search: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams(search)
  for (const suffix of suffixes.slice(1)) {
    next.delete(`channels${suffix}`)
    next.delete(`tone${suffix}`)
  }
  next.delete('with')
  next.delete('compare')
  return next
}
