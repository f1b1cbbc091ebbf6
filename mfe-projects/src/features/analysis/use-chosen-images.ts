import type { Image } from '@lamella/shared/contract'
import { chosenImagesQuery, useLiveQuery } from '@lamella/shared/queries'

/** The images that are chosen for an analysis. */
export interface ChosenImages {
  /** Those that can be analysed, in the order of the choice. */
  images: Image[]
  /** Some are still being read. */
  isReading: boolean
  /** Number of those that could not be read, are of another project or not available: no job is submitted for them. */
  leftOut: number
}

/**
 * Reads the chosen images, and again when one of them changes: what is submitted and judged depends on the pixel size, which somebody else may
 * set. @param ids - images, each once
 */
export const useChosenImages = (projectId: string, ids: readonly string[]): ChosenImages => {
  const { data, isFetching } = useLiveQuery({ ...chosenImagesQuery(projectId, ids), enabled: ids.length > 0 })
  const found = new Map(data?.images.map((image) => [image.id, image]))
  const images = ids.flatMap((id) => {
    const image = found.get(id)
    return image?.project === projectId && image.status === 'available' ? image : []
  })
  const asked = new Set(data?.asked)
  const reading = isFetching ? ids.filter((id) => !asked.has(id)).length : 0
  return { images, isReading: reading > 0, leftOut: ids.length - images.length - reading }
}
