import { hash } from 'node:crypto'
import { geometryOfShape, polygonsOf } from '@lamella/shared/geometry'
import type { Executor } from '../../../platform/db/database.ts'
import {
  annotationsOfImage,
  type ExportedAnnotation,
  type ExportedLabel,
  type ExportedPart,
} from '../export-repository.ts'
import type { AnnotationRow, Scene } from '../repository.ts'

/** An image of which annotations are written into a file. */
export interface ExportedImage {
  id: string
  name: string
  scenes: readonly Scene[]
}

/** Whether an annotation is an area: COCO and masks have nothing else. */
export const isArea = ({ shape }: Pick<AnnotationRow, 'shape'>): boolean =>
  polygonsOf(geometryOfShape(shape)).length > 0

/** What the file of an imported object said besides. Without what belongs to another geometry than its present one. */
export const importedOf = ({ properties, shape }: Pick<AnnotationRow, 'properties' | 'shape'>) => {
  const { feature, nucleus, isEllipse } = properties ?? {}
  const isAsImported = properties?.shape === hash('md5', shape, 'hex')
  const { measurements, ...others } = feature ?? {}
  return isAsImported ? { feature, nucleus, isEllipse } : { feature: others }
}

/** Numbers of labels from 1 on: those of the same name are one. */
export const categoriesOf = (labels: readonly ExportedLabel[]) => {
  const names = [...new Set(labels.map(({ name }) => name))]
  const categories = names.map((name, at) => ({ id: at + 1, name }))
  const byLabel = new Map(labels.map(({ id, name }) => [id, { id: names.indexOf(name) + 1, name }]))
  return { categories, byLabel }
}

/** Annotations that are read at once. */
const batchSize = 1000

/** Annotations of an image, piece by piece, so that their number does not matter. */
export async function* objectsOf(db: Executor, part: ExportedPart): AsyncGenerator<ExportedAnnotation[]> {
  let after: string | null = null
  for (;;) {
    const rows: ExportedAnnotation[] = await annotationsOfImage(db, part, after, batchSize)
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    after = rows.at(-1)?.id ?? null
  }
}
