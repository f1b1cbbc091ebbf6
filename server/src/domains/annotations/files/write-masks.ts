import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { MaskValues } from '@lamella/shared/contract'
import {
  allocateSamples,
  type GreyPages,
  type SampleType,
  uint8,
  uint16,
  uint32,
  writeGreyPng,
  writePageTiff,
} from '../../../imaging/index.ts'
import { byteOrderMark, csvLine } from '../../../platform/csv.ts'
import type { Executor } from '../../../platform/db/database.ts'
import { type AnnotatedPlane, annotatedScenes, annotationsByTop, type ExportedLabel } from '../export-repository.ts'
import { categoriesOf, type ExportedImage, isArea, objectsOf } from './exported.ts'
import { type PaintedArea, paintAreas } from './paint-areas.ts'
import { csvOf } from './write-csv.ts'

/** What is written into masks, and how. */
export interface MaskOrder {
  values: MaskValues
  format: 'mask-tiff' | 'mask-png'
  /** Only these annotations; undefined: all. */
  ids: readonly string[] | undefined
  labels: readonly ExportedLabel[]
  /** Folder for files that are being made. */
  folder: string
  /** Called with annotations that are painted, or that are no areas. */
  onRead: (count: { painted: number; leftOut: number }) => Promise<void>
}

/** A file of an archive. */
interface MaskFile {
  name: string
  open: () => Readable
}

/** Why masks cannot be written, in words for the user. */
export class MaskRefused extends Error {
  override readonly name = 'MaskRefused'
}

/** Annotations that are read at once: each time those of the plane are sorted. */
const batchSize = 10_000
/** Pixels of a PNG at most: it is in memory as a whole. */
const mostPngPixels = 100_000_000

/** Values of classes by the ids of their labels, and that of areas without a label. */
const classesOf = (labels: readonly ExportedLabel[]) => {
  const { categories, byLabel } = categoriesOf(labels)
  return { categories, byLabel, unlabelled: categories.length + 1 }
}

/** The areas of a plane with their values, in the order of their tops. Each annotation is told on the first plane that it is on. */
async function* areasOf(
  db: Executor,
  plane: AnnotatedPlane,
  { values, labels, onRead }: MaskOrder,
): AsyncGenerator<PaintedArea, undefined> {
  const { byLabel, unlabelled } = classesOf(labels)
  const inOrder = labels.map(({ id }) => id)
  const classOf = (labelIds: readonly string[]): number => {
    const first = inOrder.find((id) => labelIds.includes(id))
    return (first === undefined ? undefined : byLabel.get(first)?.id) ?? unlabelled
  }
  let after: Parameters<typeof annotationsByTop>[2] = null
  for (;;) {
    const rows = await annotationsByTop(db, plane, after, batchSize)
    const areas = rows.filter(isArea)
    const isFirst = ({ z, t }: (typeof rows)[number]): boolean => (z ?? 0) === plane.z && (t ?? 0) === plane.t
    for (const { no, top, shape, labelIds } of areas) {
      yield { value: values === 'objects' ? no : classOf(labelIds), order: no, top, shape }
    }
    const [told, painted] = [rows.filter(isFirst).length, areas.filter(isFirst).length]
    await onRead({ painted, leftOut: told - painted })
    if (rows.length < batchSize) return
    after = rows.at(-1) ?? null
  }
}

const typeOf = ({ values, labels }: MaskOrder, lastNo: number): SampleType => {
  if (values === 'objects') return lastNo < 2 ** 16 ? uint16 : uint32
  return classesOf(labels).unlabelled < 2 ** 8 ? uint8 : uint16
}

/** A file that is made when it is opened. */
const madeFile = (file: string, make: () => Promise<void>): Readable =>
  Readable.from(
    (async function* () {
      await make()
      yield* createReadStream(file)
      await rm(file)
    })(),
  )

const padded = (index: number, count: number): string => String(index + 1).padStart(String(count).length, '0')

/** The masks of a scene: a TIFF with a page for each plane, or a PNG for each. @param stem - of their names @throws MaskRefused */
const ofScene = (
  db: Executor,
  image: ExportedImage,
  { scene, hasZ, hasT, lastNo }: Awaited<ReturnType<typeof annotatedScenes>>[number],
  order: MaskOrder,
  stem: string,
): MaskFile[] => {
  const { width = 0, height = 0, zPlanes = 1, timePoints = 1 } = image.scenes[scene] ?? {}
  const type = typeOf(order, lastNo)
  const counts = { zPlanes: hasZ ? zPlanes : 1, timePoints: hasT ? timePoints : 1 }
  const planes = Array.from({ length: counts.zPlanes * counts.timePoints }, (_, at) => ({
    z: at % counts.zPlanes,
    t: Math.floor(at / counts.zPlanes),
  }))
  const pageOf = ({ z, t }: { z: number; t: number }): GreyPages['pages'][number] => {
    const plane = { imageId: image.id, ids: order.ids, scene, z, t }
    return paintAreas(areasOf(db, plane, order), { width, height }, (length) => allocateSamples(type, length))
  }
  const file = join(order.folder, 'mask')
  if (order.format === 'mask-tiff') {
    const make = () => writePageTiff(file, { width, height, type, pages: planes.map(pageOf), ...counts })
    return [{ name: `${stem}.tif`, open: () => madeFile(file, make) }]
  }
  if (width * height > mostPngPixels) throw new MaskRefused('An image is too large for a mask in PNG: choose TIFF.')
  if (type === uint32) {
    throw new MaskRefused(
      `A PNG has numbers up to ${2 ** 16 - 1}, and there are annotations with higher ones: choose TIFF.`,
    )
  }
  return planes.map(({ z, t }) => {
    const where = [
      ...(counts.zPlanes > 1 ? [`z${padded(z, counts.zPlanes)}`] : []),
      ...(counts.timePoints > 1 ? [`t${padded(t, counts.timePoints)}`] : []),
    ]
    const make = async () => writeGreyPng(file, await pageOf({ z, t })(0, height), { width, height })
    return { name: `${[stem, ...where].join(' ')}.png`, open: () => madeFile(file, make) }
  })
}

/**
 * The files of label masks of images: a pixel has the value of the area in which its middle lies, of several that of the last one that was made. 0 is
 * no area. Values of objects are their numbers in the image, which a table for each image has; those of classes are the places of their labels in the
 * project, which one table has for all. Only scenes that have annotations have a mask.
 * @param stems - names of the images without extensions, no two alike
 * @throws MaskRefused
 */
export const maskFilesOf = async (
  db: Executor,
  images: readonly ExportedImage[],
  stems: readonly string[],
  order: MaskOrder,
): Promise<MaskFile[]> => {
  const { values, labels, ids } = order
  const files: MaskFile[] = []
  for (const [at, image] of images.entries()) {
    const stem = stems[at] ?? image.id
    for (const scene of await annotatedScenes(db, { imageId: image.id, ids })) {
      const own = image.scenes.length > 1 ? `${stem} scene ${padded(scene.scene, image.scenes.length)}` : stem
      files.push(...ofScene(db, image, scene, order, own))
    }
    if (values === 'objects') {
      const rows = () => objectsOf(db, { imageId: image.id, ids })
      files.push({ name: `${stem}.csv`, open: () => Readable.from(csvOf([image], labels, rows)) })
    }
  }
  if (values === 'objects') return files
  const { categories, unlabelled } = classesOf(labels)
  const table = [...categories, { id: unlabelled, name: 'Unlabelled' }].map(({ id, name }) => csvLine([id, name]))
  const text = byteOrderMark + csvLine(['Value', 'Label']) + table.join('')
  return [...files, { name: 'classes.csv', open: () => Readable.from([text]) }]
}
