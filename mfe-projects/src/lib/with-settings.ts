import type { ChannelSettings } from '@lamella/shared/contract'

/** Channels with the settings for their index, where there are some. */
export const withSettings = <T extends ChannelSettings>(
  channels: readonly T[],
  settings: readonly ChannelSettings[],
): T[] => {
  const byIndex = new Map(settings.map((each) => [each.index, each]))
  return channels.map((channel) => ({ ...channel, ...byIndex.get(channel.index) }))
}
