import { toPlainText } from '@lamella/shared/contract'
import type { Geometry, Position, Ring } from '@lamella/shared/geometry'
import * as z from 'zod/mini'
import type { Scene } from '../repository.ts'
import type { FileEntry, FileLabel } from './file-object.ts'
import { indexOf, Refused, record, storable, textsOf } from './file-values.ts'
import { areaOfRunLengths, WrongMaskError } from './run-lengths.ts'

/** What a COCO file says before and after its annotations. */
export interface CocoHead {
  /** Images by their id. */
  images: ReadonlyMap<unknown, CocoImage>
  /** Names of categories by their id. */
  categories: ReadonlyMap<unknown, string>
}

/** An image of a COCO file. */
export interface CocoImage {
  fileName: string
  /** Pixels; null: the file does not say. */
  width: number | null
  height: number | null
  /** Index of its scene: of an own export, other programs know none. */
  scene: number
}

/** The image into which is imported. */
export interface TargetImage {
  /** Its name, and that of its file. */
  names: readonly string[]
  scenes: readonly Scene[]
}

/** The category of objects without a label: COCO demands one. */
export const unlabelled = { id: 0, name: 'unlabelled' }

const numberOf = (value: unknown): number | null => (Number.isFinite(value) ? Number(value) : null)

/** An element of the list `images`. */
export const cocoImageOf = (value: unknown): [id: unknown, image: CocoImage] => {
  const { id, file_name: name, width, height, scene } = record(value)
  const fileName = typeof name === 'string' ? name : ''
  return [id, { fileName, width: numberOf(width), height: numberOf(height), scene: indexOf(scene) ?? 0 }]
}

/** An element of the list `categories`. */
export const categoryOf = (value: unknown): [id: unknown, name: string] => {
  const { id, name } = record(value)
  return [id, typeof name === 'string' ? name.trim() : '']
}

/** Files of a data set are often named with their folder. Never by the stem alone: a.png and a.jpg are two images. */
const isNamed = (fileName: string, names: readonly string[]): boolean =>
  names.includes(fileName) || names.includes(fileName.split(/[\\/]/).at(-1) ?? '')

/** The scene that an annotation is of. @throws Refused where it is not of the image */
const sceneOf = (image: CocoImage | undefined, { names, scenes }: TargetImage): Scene => {
  if (!image) throw new Refused('The file does not say of which image it is.')
  const { fileName, width, height } = image
  if (!isNamed(fileName, names)) throw new Refused(`It is of another image, “${fileName.slice(0, 100)}”.`)
  const scene = scenes[image.scene]
  if (!scene) throw new Refused(`The image has no scene ${image.scene + 1}.`)
  const isOfSize = (width ?? scene.width) === scene.width && (height ?? scene.height) === scene.height
  if (!isOfSize) {
    const [there, here] = [`${width} × ${height}`, `${scene.width} × ${scene.height}`]
    throw new Refused(`Its image has ${there} pixels in the file, and ${here} here.`)
  }
  return scene
}

/** A polygon of COCO: x and y in turns, not closed. @throws Refused */
const ringOf = (values: unknown): Ring => {
  const isReadable = Array.isArray(values) && values.every(Number.isFinite) && values.length % 2 === 0
  if (!isReadable) throw new Refused('A polygon cannot be read: it is no list of pairs of numbers.')
  if (values.length < 6) throw new Refused('A polygon has fewer than three corners.')
  const ring: Position[] = Array.from({ length: values.length / 2 }, (_, at) => [values[2 * at], values[2 * at + 1]])
  const [first = [0, 0]] = ring
  const last = ring.at(-1)
  return last?.[0] === first[0] && last[1] === first[1] ? ring : [...ring, [...first]]
}

const ofPolygons = (rings: readonly Ring[]): Geometry => {
  const [only = []] = rings
  return rings.length === 1
    ? { type: 'Polygon', coordinates: [only] }
    : { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) }
}

/** @throws Refused */
const ofBox = (box: unknown): Geometry => {
  const [x, y, width, height] = Array.isArray(box) ? box.map(numberOf) : []
  const isReadable = typeof x === 'number' && typeof y === 'number' && width && height && width > 0 && height > 0
  if (!isReadable) throw new Refused('It has neither an outline nor a box.')
  const [right, bottom] = [x + width, y + height]
  return {
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [right, y],
        [right, bottom],
        [x, bottom],
        [x, y],
      ],
    ],
  }
}

/** Polygons, a mask, or where there is neither the box. @throws Refused, WrongMaskError */
const geometryOf = (segmentation: unknown, box: unknown, { width, height }: Scene): Geometry => {
  if (Array.isArray(segmentation) && segmentation.length > 0) return ofPolygons(segmentation.map(ringOf))
  const { counts, size } = record(segmentation)
  if (counts === undefined) return ofBox(box)
  const [rows, columns] = Array.isArray(size) ? size : []
  if (rows !== height || columns !== width) {
    throw new Refused(`Its mask is of ${columns} × ${rows} pixels, and the image has ${width} × ${height}.`)
  }
  const area = areaOfRunLengths(counts, height, width)
  if (!area) throw new Refused('Its mask is empty.')
  return area
}

/** Its category, and in an own export all of its labels. */
const labelsOf = (category: string | undefined, labels: unknown): FileLabel[] => {
  const names = textsOf(labels)
  const given = names.length > 0 ? names : [category ?? '']
  return given.filter((name) => name && name !== unlabelled.name).map((name) => ({ name, color: null }))
}

/**
 * The object of an element of the list `annotations` of a COCO file. Whatever `iscrowd` says, all three codings are read.
 * @param no - of the annotation in its file, from 1
 */
export const readCoco = (value: unknown, no: number, head: CocoHead, target: TargetImage): FileEntry => {
  const annotation = record(value)
  const { id, image_id, category_id, segmentation, bbox, area: _, uuid, labels, z: plane, t, ...others } = annotation
  const place = `Annotation ${toPlainText(String(id ?? `${no} of the list`).slice(0, 60))}`
  try {
    if (value === undefined) throw new Refused('It cannot be read, or is larger than 64 MB.')
    const image = head.images.get(image_id)
    const geometry = geometryOf(segmentation, bbox, sceneOf(image, target))
    const kept = storable({ feature: { objectType: 'annotation', ...others } })
    return {
      objects: [
        {
          place,
          id: z.safeParse(z.uuid(), uuid).data ?? null,
          geometry,
          labels: labelsOf(head.categories.get(category_id), labels),
          scene: image?.scene ?? 0,
          z: indexOf(plane),
          t: indexOf(t),
          properties: kept ?? {},
          isWithoutProperties: kept === undefined,
        },
      ],
    }
  } catch (error) {
    if (error instanceof Refused || error instanceof WrongMaskError) {
      return { refused: { place, reason: toPlainText(error.message) } }
    }
    throw error
  }
}
