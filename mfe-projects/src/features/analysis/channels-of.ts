import type { Image } from '@lamella/shared/contract'

/**
 * Names of the channels that all images have, by index. Only a single image with several channels has their names: other images may
 * have others. All other names are empty.
 */
export const channelsOf = (images: readonly Image[]): string[] => {
  const isNamed = images.length === 1 && images[0]?.isMultichannelImage === true
  const lists = images.map(({ dimensions }) => {
    const channels = dimensions.find(({ id }) => id === 'c')
    // An image without the dimension has one channel.
    return Array.from(
      { length: channels?.size ?? 1 },
      (_, index) => (isNamed && channels?.samples[index]?.properties.name) || '',
    )
  })
  const [fewest = []] = lists.toSorted((a, b) => a.length - b.length)
  return fewest
}
