import { hash } from 'node:crypto'
import { geometryOfShape } from '@lamella/shared/geometry'
import type { Executor } from '../../platform/db/database.ts'
import { type AnnotationRow, annotationsOfImage, labelsOfImage, type Scene, scenesOf } from './repository.ts'

/** Annotations that are read at once. */
const batch = 1000

/** Z plane and time point in the form of QuPath, where c −1 means all channels; absent where an object is on all of them. */
const planeOf = (z: number | null, t: number | null): { plane?: { c: -1; z: number; t: number } } =>
  z === null && t === null ? {} : { plane: { c: -1, z: z ?? 0, t: t ?? 0 } }

/** What QuPath cannot say: an object on all planes or time points of an image that has several. */
const planesOf = (
  { z, t }: Pick<AnnotationRow, 'z' | 't'>,
  { zPlanes = 1, timePoints = 1 }: Partial<Scene>,
): { planes?: { z: number | null; t: number | null } } =>
  (z === null && zPlanes > 1) || (t === null && timePoints > 1) ? { planes: { z, t } } : {}

/** Classes in the form of QuPath: of one label its name and colour, of several their names. */
const classOf = (labels: readonly { name: string; color: string }[]) => {
  const [first] = labels
  if (!first) return {}
  const names = labels.map(({ name }) => name)
  const color = [1, 3, 5].map((at) => Number.parseInt(first.color.slice(at, at + 2), 16))
  return { classification: { ...(labels.length > 1 ? { names } : { name: first.name }), color } }
}

/** What the file of an imported object said besides. Without what belongs to another geometry than its present one. */
const importedOf = ({ properties, shape }: Pick<AnnotationRow, 'properties' | 'shape'>) => {
  const { feature, nucleus, isEllipse } = properties ?? {}
  const isAsImported = properties?.shape === hash('md5', shape, 'hex')
  const { measurements, ...others } = feature ?? {}
  return isAsImported ? { feature, nucleus, isEllipse } : { feature: others }
}

/**
 * The annotations of an image as the text of a GeoJSON FeatureCollection in the form of QuPath 0.4 to 0.6, in pixels of the image. Read and
 * written piece by piece, so that their number does not matter. What was imported has the properties that it came with.
 * @param scene - only those of this scene; absent: all, with the index of their scene where it is not the first
 */
export async function* geoJsonOf(db: Executor, imageId: string, scene?: number): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  const labels = await labelsOfImage(db, imageId)
  const scenes = (await scenesOf(db, imageId)) ?? []
  let after: string | null = null
  for (;;) {
    const rows: Awaited<ReturnType<typeof annotationsOfImage>> = await annotationsOfImage(
      db,
      { imageId, scene },
      after,
      batch,
    )
    const features = rows.map((row) => {
      const { id, no, scene: of, z, t, shape, labelIds } = row
      const { feature, nucleus, isEllipse } = importedOf(row)
      return {
        type: 'Feature',
        id,
        geometry: { ...geometryOfShape(shape), ...planeOf(z, t), ...(isEllipse && { isEllipse }) },
        ...(nucleus !== undefined && { nucleusGeometry: nucleus }),
        properties: {
          ...(row.properties ? feature : { objectType: 'annotation', name: String(no) }),
          ...classOf(labelIds.length === 0 ? [] : labels.filter((label) => labelIds.includes(label.id))),
          ...planesOf(row, scenes[of] ?? {}),
          // Each scene has its own origin.
          ...(scene === undefined && of > 0 && { scene: of }),
        },
      }
    })
    const text = features.map((feature) => JSON.stringify(feature)).join(',\n')
    if (text) yield after === null ? `\n${text}` : `,\n${text}`
    after = rows.at(-1)?.id ?? null
    if (rows.length < batch) break
  }
  yield '\n]}\n'
}
