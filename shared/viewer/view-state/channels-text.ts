import type { ImageView } from '@lamella/shared/contract'
import { type ChannelSetting, gammaRange, initialChannels, plainLook } from '../tiles/channel-settings.ts'
import { colourMaps } from '../tiles/colour-map.ts'

const none = 'none'

/**
 * Gamma `g`, colour map `m`, inversion `i` and colour `c` of a channel, as pieces of their own: readers from before them leave them
 * out.
 */
const lookPieces = (
  { index, gamma, invert, map, color }: ChannelSetting,
  first: ChannelSetting | undefined,
): string[] => [
  ...(gamma === plainLook.gamma ? [] : [`g${index}_${gamma}`]),
  ...(map === plainLook.map ? [] : [`m${index}_${map}`]),
  ...(invert ? [`i${index}`] : []),
  ...(color.toLowerCase() === first?.color.toLowerCase() ? [] : [`c${index}_${color.slice(1)}`]),
]

/**
 * Channel settings as a short text for an address or a storage: the visible channels by index, each with its range
 * unless that is the initial one, with a minus the others whose range was changed, then what `lookPieces` says:
 * `0_312_3204*2*-1_0_99*g0_0.85`. Null: all are as they were initially.
 */
export const textOfChannels = (channels: readonly ChannelSetting[], view: ImageView): string | null => {
  const initial = initialChannels(view)
  let changed = false
  const parts = channels.flatMap(({ index, visible, min, max }, at) => {
    const first = initial[at]
    const isRanged = min !== first?.min || max !== first?.max
    if (isRanged || visible !== first?.visible) changed = true
    if (!visible && !isRanged) return []
    return [`${visible ? '' : '-'}${index}${isRanged ? `_${min}_${max}` : ''}`]
  })
  const looks = channels.flatMap((channel, at) => lookPieces(channel, initial[at]))
  return changed || looks.length > 0 ? [parts.join('*') || none, ...looks].join('*') : null
}

const part = /^(-?)(\d+)(?:_([^_]+)_([^_]+))?$/
const look = /^([gmic])(\d+)(?:_(.+))?$/
const hex = /^[0-9a-f]{6}$/i

const looksOf = (pieces: readonly string[]): Map<number, Partial<ChannelSetting>> => {
  const looks = new Map<number, Partial<ChannelSetting>>()
  for (const piece of pieces) {
    const [, kind, index, value = ''] = look.exec(piece) ?? []
    if (index === undefined) continue
    const gamma = Number(value)
    const map = colourMaps.find((name) => name === value)
    looks.set(Number(index), {
      ...looks.get(Number(index)),
      ...(kind === 'g' && gamma >= gammaRange.least && gamma <= gammaRange.most && { gamma }),
      ...(kind === 'm' && map && { map }),
      ...(kind === 'i' && { invert: true }),
      ...(kind === 'c' && hex.test(value) && { color: `#${value}` }),
    })
  }
  return looks
}

/** The settings that a text of `textOfChannels` states; what it says of no channel, or not correctly, is left out. */
export const channelsOfText = (text: string, view: ImageView): ChannelSetting[] => {
  const pieces = text.split('*')
  const stated = new Map(
    pieces.flatMap((piece) => {
      const [, hidden, index, min, max] = part.exec(piece) ?? []
      if (index === undefined) return []
      const range = min === undefined || max === undefined ? null : { min: Number(min), max: Number(max) }
      const isRange = range && Number.isFinite(range.min) && Number.isFinite(range.max) && range.min < range.max
      return [[Number(index), { visible: !hidden, ...(isRange ? range : {}) }]]
    }),
  )
  const looks = looksOf(pieces)
  const initial = initialChannels(view)
  const isKnown = pieces.includes(none) || initial.some(({ index }) => stated.has(index))
  return initial.map((channel) => ({
    ...channel,
    ...(isKnown && { visible: false, ...stated.get(channel.index) }),
    ...looks.get(channel.index),
  }))
}
