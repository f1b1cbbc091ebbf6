import { channelColour, RGB_COLOURS } from './channel-colours.ts'
import type { ChannelDescription } from './description.ts'
import type { Plan } from './plan.ts'
import type { Statistics } from './write/statistics.ts'

/** @param measured by channel @throws RangeError when one is missing */
export function describeChannels(plan: Plan, measured: readonly Statistics[]): ChannelDescription[] {
  const channels = plan.channels.map(({ name, sample }, index) => {
    const statistics = measured[index]
    if (!statistics) throw new RangeError(`channel ${index} was not measured`)
    return { index, name, color: colourOf(plan, index, sample), ...statistics }
  })
  return plan.naturalColours ? sharingOneRange(channels) : channels
}

function colourOf(plan: Plan, index: number, sample: number | null): string | null {
  if (plan.photometric === 'rgb') return null
  if (plan.naturalColours && sample !== null) return RGB_COLOURS[sample] ?? null
  return channelColour(index, plan.channels.length)
}

/** Separate contrast ranges for red, green and blue would change hues. */
function sharingOneRange(channels: ChannelDescription[]): ChannelDescription[] {
  const auto = {
    min: Math.min(...channels.map((channel) => channel.auto.min)),
    max: Math.max(...channels.map((channel) => channel.auto.max)),
  }
  return channels.map((channel) => ({ ...channel, auto }))
}
