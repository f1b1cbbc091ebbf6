import type { ImageView, ZChoice } from '@lamella/shared/contract'
import { textOfTone, toneOfText } from '../tiles/tone.ts'
import { channelsOfText, textOfChannels } from './channels-text.ts'
import { turnOf, upright, type ViewPlace, type ViewState } from './view-state.ts'

const setPlace = (search: URLSearchParams, place: ViewPlace | null): void => {
  if (!place) return
  // At the largest zoom, a hundredth of a pixel is less than one of the screen.
  search.set('at', `${place.x.toFixed(2)}_${place.y.toFixed(2)}`)
  search.set('zoom', `${Number((place.zoom * 100).toPrecision(7))}`)
}

/** The parameters with those of a place set; null: the whole image. */
export const withPlace = (search: URLSearchParams, place: ViewPlace | null): URLSearchParams => {
  const next = new URLSearchParams(search)
  next.delete('at')
  next.delete('zoom')
  setPlace(next, place)
  return next
}

/** Parameters of an address that state a view. */
const names = ['at', 'zoom', 'turn', 'mirror', 't', 'z', 'channels', 'tone'] as const

/**
 * The parameters with those of a view set: `at` its middle in pixels of the image, `zoom` in percent, `turn` in
 * degrees and `mirror`, `t` and `z` from 1 (`max`: the maximum of all planes), `channels` as `textOfChannels` has it, `tone`
 * brightness and contrast. What is as initially has none.
 * @param isComplete - also states what may be initially different elsewhere: the plane
 */
export const withView = (
  search: URLSearchParams,
  state: ViewState,
  view: ImageView,
  isComplete = false,
): URLSearchParams => {
  const next = new URLSearchParams(search)
  for (const name of names) next.delete(name)
  const { place, orientation, channels, time, plane, tone } = state
  setPlace(next, place)
  if (orientation.rotation !== 0) next.set('turn', `${orientation.rotation}`)
  if (orientation.mirrored) next.set('mirror', '1')
  if (time > 0) next.set('t', `${time + 1}`)
  const isStack = (view.zCount ?? 1) > 1
  if (isStack && (isComplete || plane !== initialPlane(view))) next.set('z', plane === 'max' ? plane : `${plane + 1}`)
  const text = textOfChannels(channels, view)
  if (text !== null) next.set('channels', text)
  const toneText = textOfTone(tone)
  if (toneText !== null) next.set('tone', toneText)
  return next
}

/** Null for everything but a finite number. */
const numberOf = (text: string | null | undefined): number | null => {
  const value = text ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : null
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** The Z plane that is shown first. */
export const initialPlane = ({ zShown = 0 }: Pick<ImageView, 'zShown'>): ZChoice => zShown

/** The index that is nearest to a number from 1; null: the text is no number. */
const indexOf = (text: string | null, count: number): number | null => {
  const number = numberOf(text)
  return number === null ? null : within(Math.round(number), 1, count) - 1
}

const planeOf = (text: string | null, { zCount = 1, hasMaximum = false }: ImageView): ZChoice | null => {
  if (zCount < 2) return null
  return text === 'max' ? (hasMaximum ? 'max' : null) : indexOf(text, zCount)
}

/** The scene that an address states, from 1; the nearest where there are fewer. @returns its index */
export const sceneOf = (search: URLSearchParams, { scenes = [] }: Pick<ImageView, 'scenes'>): number =>
  indexOf(search.get('scene'), Math.max(1, scenes.length)) ?? 0

/** The place that an address states, or the nearest of the image; null: none. */
export const placeOf = (search: URLSearchParams, view: Pick<ImageView, 'width' | 'height'>): ViewPlace | null => {
  const [x = null, y = null] = search.get('at')?.split('_').map(numberOf) ?? []
  const zoom = numberOf(search.get('zoom'))
  if (x === null || y === null || zoom === null || zoom <= 0) return null
  return { x: within(x, 0, view.width), y: within(y, 0, view.height), zoom: zoom / 100 }
}

/**
 * The view that an address states; null: none. Of numbers beyond what the image has, the nearest one is taken; of what
 * is not readable nothing.
 */
export const viewOf = (search: URLSearchParams, view: ImageView): Partial<ViewState> | null => {
  if (!names.some((name) => search.has(name))) return null
  const place = placeOf(search, view)
  const rotation = numberOf(search.get('turn'))
  const mirrored = search.get('mirror') === '1'
  const time = indexOf(search.get('t'), view.timePoints)
  const plane = planeOf(search.get('z'), view)
  const channels = search.get('channels')
  const tone = toneOfText(search.get('tone') ?? '')
  return {
    ...(place && { place }),
    ...((rotation !== null || mirrored) && {
      orientation: { rotation: turnOf(rotation ?? upright.rotation), mirrored },
    }),
    ...(time !== null && { time }),
    ...(plane !== null && { plane }),
    ...(channels && { channels: channelsOfText(channels, view) }),
    ...(tone && { tone }),
  }
}
