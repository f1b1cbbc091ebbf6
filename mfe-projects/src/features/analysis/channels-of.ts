import type { Image } from '@lamella/shared/contract'

/**
 * Names of the channels that all images have, by index: those of the image with the fewest; channels without a known name are empty.
 */
export const channelsOf = (images: readonly Image[]): string[] => {
  const lists = images.map(({ dimensions }) => {
    const channels = dimensions.find(({ id }) => id === 'c')
    // In lists of images the samples, which have the names, are left out. An image without the dimension has one channel.
    return Array.from({ length: channels?.size ?? 1 }, (_, index) => channels?.samples[index]?.properties.name ?? '')
  })
  const [fewest = []] = lists.toSorted((a, b) => a.length - b.length)
  return fewest
}
