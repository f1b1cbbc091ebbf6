import type { ImageView } from '@lamella/shared/contract'
import { textOfTone, toneOfText } from '../tiles/tone.ts'
import { channelsOfText, textOfChannels } from './channels-text.ts'
import type { ViewState } from './view-state.ts'

/** Parameters of an address that state a view. */
const names = ['at', 'zoom', 't', 'channels', 'tone'] as const

/**
 * The parameters with those of a view set: `at` its middle in pixels of the image, `zoom` in percent, `t` from 1,
 * `channels` as `textOfChannels` has it, `tone` brightness and contrast. What is as initially has none.
 */
export const withView = (search: URLSearchParams, state: ViewState, view: ImageView): URLSearchParams => {
  const next = new URLSearchParams(search)
  for (const name of names) next.delete(name)
  const { place, channels, time, tone } = state
  if (place) {
    // At the largest zoom, a hundredth of a pixel is less than one of the screen.
    next.set('at', `${place.x.toFixed(2)}_${place.y.toFixed(2)}`)
    next.set('zoom', `${Number((place.zoom * 100).toPrecision(7))}`)
  }
  if (time > 0) next.set('t', `${time + 1}`)
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

/**
 * The view that an address states; null: none. Of a place or time outside of the image, and of anything that is not
 * readable, nothing is taken.
 */
export const viewOf = (search: URLSearchParams, view: ImageView): Partial<ViewState> | null => {
  if (!names.some((name) => search.has(name))) return null
  const [x = null, y = null] = search.get('at')?.split('_').map(numberOf) ?? []
  const zoom = numberOf(search.get('zoom'))
  const isInside = x !== null && y !== null && x >= 0 && y >= 0 && x <= view.width && y <= view.height
  const time = numberOf(search.get('t'))
  const channels = search.get('channels')
  const tone = toneOfText(search.get('tone') ?? '')
  return {
    ...(isInside && zoom !== null && zoom > 0 && { place: { x, y, zoom: zoom / 100 } }),
    ...(time !== null && Number.isInteger(time) && time >= 1 && time <= view.timePoints && { time: time - 1 }),
    ...(channels && { channels: channelsOfText(channels, view) }),
    ...(tone && { tone }),
  }
}
