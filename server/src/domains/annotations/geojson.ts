import { geometryOfShape } from '@lamella/shared/geometry'
import type { Executor } from '../../platform/db/database.ts'
import { annotationsOfImage } from './repository.ts'

/** Annotations that are read at once. */
const batch = 1000

/** Z plane and time point in the form of QuPath, where c −1 means all channels; absent where an object is on all of them. */
const planeOf = (z: number | null, t: number | null): { plane?: { c: -1; z: number; t: number } } =>
  z === null && t === null ? {} : { plane: { c: -1, z: z ?? 0, t: t ?? 0 } }

/**
 * The annotations of an image as the text of a GeoJSON FeatureCollection in the form of QuPath 0.4 to 0.6, in pixels of the image. Read and
 * written piece by piece, so that their number does not matter.
 * @param scene - only those of this scene; absent: all, with the index of their scene where it is not the first
 */
export async function* geoJsonOf(db: Executor, imageId: string, scene?: number): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let after: string | null = null
  for (;;) {
    const rows: Awaited<ReturnType<typeof annotationsOfImage>> = await annotationsOfImage(
      db,
      { imageId, scene },
      after,
      batch,
    )
    const features = rows.map(({ id, no, scene: of, z, t, shape }) => ({
      type: 'Feature',
      id,
      geometry: { ...geometryOfShape(shape), ...planeOf(z, t) },
      // Each scene has its own origin.
      properties: { objectType: 'annotation', name: String(no), ...(scene === undefined && of > 0 && { scene: of }) },
    }))
    const text = features.map((feature) => JSON.stringify(feature)).join(',\n')
    if (text) yield after === null ? `\n${text}` : `,\n${text}`
    after = rows.at(-1)?.id ?? null
    if (rows.length < batch) break
  }
  yield '\n]}\n'
}
