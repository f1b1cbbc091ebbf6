import type { FileEntry } from './file-object.ts'
import { jsonElements } from './json-elements.ts'
import { type CocoImage, categoryOf, cocoImageOf, readCoco, type TargetImage } from './read-coco.ts'
import { readFeature } from './read-geojson.ts'

/** How the objects of a file are read. */
export interface FileReader {
  /** Names of the lists that have them. */
  lists: readonly string[]
  /** @param no - of the element in its list, from 1 */
  read: (value: unknown, no: number) => FileEntry
}

const geoJson: FileReader = { lists: ['features'], read: readFeature }

/**
 * Finds out what a file is by its lists: COCO has `images` and `categories`, of which its annotations name the ids, before or after them; anything
 * else is read as GeoJSON.
 * @throws UnreadableFileError; what reading the file throws
 */
export const readerOf = async (file: AsyncIterable<Uint8Array>, target: TargetImage): Promise<FileReader> => {
  const images = new Map<unknown, CocoImage>()
  const categories = new Map<unknown, string>()
  for await (const elements of jsonElements(file, ['features', 'images', 'categories'])) {
    for (const { list, value } of elements) {
      if (list === 'images') images.set(...cocoImageOf(value))
      else if (list === 'categories') categories.set(...categoryOf(value))
      else return geoJson
    }
  }
  if (images.size + categories.size === 0) return geoJson
  return { lists: ['annotations'], read: (value, no) => readCoco(value, no, { images, categories }, target) }
}
