import { areaOf, boxOf, centroidOf, type Geometry, geometryOfShape, lengthOf, wktOf } from '@lamella/shared/geometry'
import { byteOrderMark, type CsvCell, csvLine } from '../../../platform/csv.ts'
import { fullNameOf } from '../../../platform/full-name.ts'
import type { ExportedAnnotation, ExportedLabel } from '../export-repository.ts'
import type { Scene } from '../repository.ts'
import type { ExportedImage } from './exported.ts'

const columns = [
  'Image',
  'Scene',
  'Annotation',
  'Labels',
  'Type',
  'Z plane',
  'Time point',
  'Area (px²)',
  'Area (µm²)',
  'Length or perimeter (px)',
  'Length or perimeter (µm)',
  'Centroid x (px)',
  'Centroid y (px)',
  'Left (px)',
  'Top (px)',
  'Width (px)',
  'Height (px)',
  'Owner',
  'Created',
  'Modified',
  'Id',
  'Geometry (WKT, px)',
]

/** Coordinates have hundredths of a pixel; what is computed of them gets two digits more. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4

/** In µm there are no such steps; a pixel size has fewer digits than seven. */
const inUnit = (value: number): number => Number(value.toPrecision(7))

/** Area and length; empty where the object has none, or the size of a pixel is not known. */
const measuresOf = (geometry: Geometry, size: Scene['pixelSizeUm']): CsvCell[] => {
  const [area, length] = [areaOf(geometry), lengthOf(geometry)]
  return [
    area > 0 ? rounded(area) : null,
    area > 0 && size ? inUnit(area * size.x * size.y) : null,
    length > 0 ? rounded(length) : null,
    length > 0 && size ? inUnit(lengthOf(geometry, size)) : null,
  ]
}

const rowOf = (image: ExportedImage, labels: readonly ExportedLabel[], row: ExportedAnnotation): CsvCell[] => {
  const { no, scene, z, t, shape, labelIds, owner, created, modified, id } = row
  const geometry = geometryOfShape(shape)
  const [left, top, right, bottom] = boxOf(geometry)
  const named = labels.filter((label) => labelIds.includes(label.id)).map(({ name }) => name)
  return [
    image.name,
    scene + 1,
    no,
    named.join('; '),
    geometry.type,
    z === null ? null : z + 1,
    t === null ? null : t + 1,
    ...measuresOf(geometry, image.scenes[scene]?.pixelSizeUm ?? null),
    ...centroidOf(geometry).map(rounded),
    left,
    top,
    rounded(right - left),
    rounded(bottom - top),
    fullNameOf(owner),
    created,
    modified,
    id,
    wktOf(geometry),
  ]
}

/**
 * Annotations of images as the text of a CSV file: a row for each, with its measurements. Scenes, planes and time points are counted from 1, as the
 * viewer shows them; empty: it is on all.
 * @param labels - of the project, in their order
 * @param objectsOf - called for one image after the other
 */
export async function* csvOf(
  images: readonly ExportedImage[],
  labels: readonly ExportedLabel[],
  objectsOf: (image: ExportedImage) => AsyncIterable<readonly ExportedAnnotation[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns)
  for (const image of images) {
    for await (const rows of objectsOf(image)) yield rows.map((row) => csvLine(rowOf(image, labels, row))).join('')
  }
}
