import { geometryOfShape } from '@lamella/shared/geometry'
import type { Executor } from '../../platform/db/database.ts'
import { annotationsOfImage, labelsOfImage } from './repository.ts'

/** Annotations that are read at once. */
const batch = 1000

/** Z plane and time point in the form of QuPath, where c −1 means all channels; absent where an object is on all of them. */
const planeOf = (z: number | null, t: number | null): { plane?: { c: -1; z: number; t: number } } =>
  z === null && t === null ? {} : { plane: { c: -1, z: z ?? 0, t: t ?? 0 } }

/** Classes in the form of QuPath: of one label its name and colour, of several their names. */
const classOf = (labels: readonly { name: string; color: string }[]) => {
  const [first] = labels
  if (!first) return {}
  const names = labels.map(({ name }) => name)
  const color = [1, 3, 5].map((at) => Number.parseInt(first.color.slice(at, at + 2), 16))
  return { classification: { ...(labels.length > 1 ? { names } : { name: first.name }), color } }
}

/**
 * The annotations of an image as the text of a GeoJSON FeatureCollection in the form of QuPath 0.4 to 0.6, in pixels of the image. Read and
 * written piece by piece, so that their number does not matter.
 * @param scene - only those of this scene; absent: all, with the index of their scene where it is not the first
 */
export async function* geoJsonOf(db: Executor, imageId: string, scene?: number): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  const labels = await labelsOfImage(db, imageId)
  let after: string | null = null
  for (;;) {
    const rows: Awaited<ReturnType<typeof annotationsOfImage>> = await annotationsOfImage(
      db,
      { imageId, scene },
      after,
      batch,
    )
    const features = rows.map(({ id, no, scene: of, z, t, shape, labelIds }) => ({
      type: 'Feature',
      id,
      geometry: { ...geometryOfShape(shape), ...planeOf(z, t) },
      // Each scene has its own origin.
      properties: {
        objectType: 'annotation',
        name: String(no),
        ...classOf(labelIds.length === 0 ? [] : labels.filter((label) => labelIds.includes(label.id))),
        ...(scene === undefined && of > 0 && { scene: of }),
      },
    }))
    const text = features.map((feature) => JSON.stringify(feature)).join(',\n')
    if (text) yield after === null ? `\n${text}` : `,\n${text}`
    after = rows.at(-1)?.id ?? null
    if (rows.length < batch) break
  }
  yield '\n]}\n'
}
