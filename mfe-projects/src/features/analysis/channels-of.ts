import type { Image } from '@lamella/shared/contract'

/** Names of the channels that all images have, by number: those of the image with the fewest. */
export const channelsOf = (images: readonly Image[]): string[] => {
  const lists = images.map(({ dimensions }) => {
    const samples = dimensions.find(({ id }) => id === 'c')?.samples ?? []
    return samples.map(({ properties }) => properties.name ?? '')
  })
  const [fewest = []] = lists.toSorted((a, b) => a.length - b.length)
  return fewest
}
