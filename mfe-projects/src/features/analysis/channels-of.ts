import type { Image } from '@lamella/shared/contract'

/**
 * Names of the channels that all images have, by index: those of the image with the fewest; unnamed channels are empty.
 */
export const channelsOf = (images: readonly Image[]): string[] => {
  const lists = images.map(({ dimensions }) => {
    const samples = dimensions.find(({ id }) => id === 'c')?.samples ?? []
    return samples.map(({ properties }) => properties.name ?? '')
  })
  const [fewest = []] = lists.toSorted((a, b) => a.length - b.length)
  return fewest
}
