import type { ImageView } from '@lamella/shared/contract'
import { type ChannelSetting, initialChannels } from '../tiles/channel-settings.ts'

const none = 'none'

/**
 * Channel settings as a short text for an address or a storage: the visible channels by index, each with its range
 * unless that is the initial one, and with a minus the others whose range was changed: `0_312_3204*2*-1_0_99`. Null:
 * all are as they were initially.
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
  return changed ? parts.join('*') || none : null
}

const part = /^(-?)(\d+)(?:_([^_]+)_([^_]+))?$/

/** The settings that a text of `textOfChannels` states; what it says of no channel, or not correctly, is left out. */
export const channelsOfText = (text: string, view: ImageView): ChannelSetting[] => {
  const stated = new Map(
    text.split('*').flatMap((piece) => {
      const [, hidden, index, min, max] = part.exec(piece) ?? []
      if (index === undefined) return []
      const range = min === undefined || max === undefined ? null : { min: Number(min), max: Number(max) }
      const isRange = range && Number.isFinite(range.min) && Number.isFinite(range.max) && range.min < range.max
      return [[Number(index), { visible: !hidden, ...(isRange ? range : {}) }]]
    }),
  )
  const initial = initialChannels(view)
  const isKnown = text === none || initial.some(({ index }) => stated.has(index))
  return isKnown ? initial.map((channel) => ({ ...channel, visible: false, ...stated.get(channel.index) })) : initial
}
