import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { boxOf, checkSize, GeometryError } from '@lamella/shared/geometry'
import { repaired } from '@lamella/shared/geometry/repair.ts'
import type { ImportedProperties } from '../../../platform/db/schema/index.ts'
import { type Place, placed } from '../place.ts'
import type { Scene } from '../repository.ts'
import type { FileLabel, FileObject } from './file-object.ts'
import type { FileReader } from './file-reader.ts'
import { jsonElements } from './json-elements.ts'

/** Objects of a file that are stored together, and elements of a file that are told of together: each batch has locks and counts of its own. */
const batchSize = 4000
/** Bytes of outlines from which objects are stored together: thousands of large ones would not fit into memory. */
const batchBytes = 8_000_000

/** An object of a file, placed on the image. */
export interface PlacedObject {
  /** A UUID that the file gives it; null: none. */
  id: string | null
  at: Place
  labels: FileLabel[]
  properties: ImportedProperties
  isCut: boolean
  isRepaired: boolean
  isWithoutProperties: boolean
}

/** Some elements of a file, one after the other. */
export interface FileBatch {
  objects: PlacedObject[]
  refused: { place: string; reason: string }[]
  /** Elements of the file before its first one, and up to its last one. */
  after: number
  elements: number
}

/** The plane on which an object lies: an image with one plane has nothing to choose from. @throws GeometryError for a plane that the image does not have */
const planeOn = (scenes: readonly Scene[], { scene, z, t }: FileObject) => {
  const size = scenes[scene]
  if (!size) throw new MissingPlaneError(`The image has no scene ${scene + 1}.`)
  const among = (index: number | null, count: number, name: string): number | null => {
    if (index !== null && index >= Math.max(1, count)) {
      throw new MissingPlaneError(`It lies on ${name} ${index + 1}, and the image has ${Math.max(1, count)}.`)
    }
    return count > 1 ? index : null
  }
  return { scene, z: among(z, size.zPlanes, 'Z plane'), t: among(t, size.timePoints, 'time point') }
}

class MissingPlaneError extends GeometryError {
  override readonly name = 'MissingPlaneError'
  readonly code = 'ERR_7006'
}

/** @throws GeometryError */
const placeObject = (scenes: readonly Scene[], object: FileObject): PlacedObject => {
  const plane = planeOn(scenes, object)
  const geometry = repaired(object.geometry)
  checkSize(geometry)
  const at = placed(scenes, plane, geometry)
  const [left, top, right, bottom] = boxOf(geometry)
  const { width = 0, height = 0 } = scenes[plane.scene] ?? {}
  const { id, labels, properties, isWithoutProperties } = object
  return {
    id,
    at,
    labels,
    properties: { ...properties, shape: hash('md5', at.shape, 'hex') },
    isCut: left < 0 || top < 0 || right > width || bottom > height,
    isRepaired: geometry !== object.geometry,
    isWithoutProperties,
  }
}

/**
 * The objects of a file, placed on an image: piece by piece, so that the size of the file does not matter.
 * @param after - elements that are passed over
 * @throws UnreadableFileError; what reading the file throws
 */
export async function* readAnnotations(
  file: AsyncIterable<Uint8Array>,
  { lists, read }: FileReader,
  scenes: readonly Scene[],
  after: number,
): AsyncGenerator<FileBatch> {
  let batch: FileBatch = { objects: [], refused: [], after, elements: 0 }
  let bytes = 0
  for await (const elements of jsonElements(file, lists)) {
    for (const { value } of elements) {
      const no = batch.elements + 1
      batch.elements = no
      if (no <= after) continue
      const entry = read(value, no)
      if ('refused' in entry) batch.refused.push(entry.refused)
      for (const object of 'objects' in entry ? entry.objects : []) {
        try {
          const one = placeObject(scenes, object)
          batch.objects.push(one)
          bytes += one.at.shape.length
        } catch (error) {
          if (!(error instanceof GeometryError)) throw error
          batch.refused.push({ place: object.place, reason: error.detail })
        }
      }
      if (batch.objects.length + batch.refused.length >= batchSize || bytes >= batchBytes) {
        yield batch
        bytes = 0
        batch = { objects: [], refused: [], after: no, elements: no }
      }
      // Others' requests come between.
      if (no % 20 === 0) await setImmediate()
    }
  }
  yield batch
}
