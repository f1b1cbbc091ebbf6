import { areaOf, boxOf, type Geometry, geometryOfShape, polygonsOf } from '@lamella/shared/geometry'
import type { ExportedAnnotation, ExportedLabel } from '../export-repository.ts'
import type { Scene } from '../repository.ts'
import { categoriesOf, type ExportedImage, importedOf } from './exported.ts'
import { unlabelled } from './read-coco.ts'
import { runLengthsOf } from './run-lengths.ts'

/** Differences of coordinates have digits that none of them has. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/** Polygons where there are no holes, which they cannot have; else the mask of whole pixels. */
const segmentationOf = (geometry: Geometry, { width, height }: Pick<Scene, 'width' | 'height'>) => {
  const polygons = polygonsOf(geometry)
  if (polygons.every((rings) => rings.length === 1)) {
    return polygons.map(([ring = []]) => ring.slice(0, -1).flat())
  }
  return { counts: runLengthsOf(geometry, height, width), size: [height, width] }
}

const listOf = (elements: readonly unknown[]): string => elements.map((each) => JSON.stringify(each)).join(',\n')

/**
 * Annotations of images as the text of a COCO file. Each scene is an image of its own. Coordinates are those of the corners of pixels, not rounded;
 * a mask has the pixels whose middle lies within. Beside what COCO knows an annotation has its id (`uuid`), its plane, and all of its labels where
 * there are several.
 * @param labels - of the project, in their order
 * @param objectsOf - called for one image after the other
 */
export async function* cocoOf(
  images: readonly ExportedImage[],
  labels: readonly ExportedLabel[],
  objectsOf: (image: ExportedImage) => AsyncIterable<readonly ExportedAnnotation[]>,
): AsyncGenerator<string> {
  const { categories, byLabel } = categoriesOf(labels)
  const scenes = images.flatMap(({ id: image, name, scenes: all }) =>
    all.map(({ width, height }, scene) => ({ image, scene, file_name: name, width, height })),
  )
  const ids = new Map(scenes.map(({ image, scene }, at) => [`${image} ${scene}`, at + 1]))
  yield `{"images":[\n${listOf(
    scenes.map(({ image: _, scene, ...entry }, at) => ({ id: at + 1, ...entry, ...(scene > 0 && { scene }) })),
  )}\n],"annotations":[`
  let id = 0
  let isAnyUnlabelled = false
  for (const image of images) {
    for await (const rows of objectsOf(image)) {
      const written = rows.map((row) => {
        const { id: uuid, scene, shape, labelIds, z, t } = row
        const geometry = geometryOfShape(shape)
        const [left, top, right, bottom] = boxOf(geometry)
        const { iscrowd = 0, objectType: _, ...others } = importedOf(row).feature ?? {}
        const given = labels.flatMap((label) => (labelIds.includes(label.id) ? (byLabel.get(label.id) ?? []) : []))
        const [category = unlabelled] = given
        isAnyUnlabelled ||= category === unlabelled
        id += 1
        return {
          ...others,
          id,
          image_id: ids.get(`${image.id} ${scene}`),
          category_id: category.id,
          segmentation: segmentationOf(geometry, image.scenes[scene] ?? { width: 0, height: 0 }),
          area: rounded(areaOf(geometry)),
          bbox: [left, top, rounded(right - left), rounded(bottom - top)],
          iscrowd,
          uuid,
          ...(given.length > 1 && { labels: given.map(({ name }) => name) }),
          ...(z !== null && { z }),
          ...(t !== null && { t }),
        }
      })
      yield `${id > rows.length ? ',' : ''}\n${listOf(written)}`
    }
  }
  yield `\n],"categories":[\n${listOf([...(isAnyUnlabelled ? [unlabelled] : []), ...categories])}\n]}\n`
}
