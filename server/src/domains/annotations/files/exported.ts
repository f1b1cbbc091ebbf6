import type { Executor } from '../../../platform/db/database.ts'
import { annotationsOfImage, type ExportedAnnotation, type ExportedPart, type Scene } from '../repository.ts'

/** An image of which annotations are written into a file. */
export interface ExportedImage {
  id: string
  name: string
  scenes: readonly Scene[]
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
