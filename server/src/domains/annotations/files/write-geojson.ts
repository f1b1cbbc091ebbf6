import { geometryOfShape } from '@lamella/shared/geometry'
import type { ExportedAnnotation, ExportedLabel } from '../export-repository.ts'
import type { AnnotationRow, Scene } from '../repository.ts'
import { importedOf } from './exported.ts'

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

/**
 * Annotations of an image as the text of a GeoJSON FeatureCollection in the form of QuPath 0.4 to 0.6, in pixels of the image. What was imported
 * has the properties that it came with.
 * @param labels - of the project, in their order
 * @param isOneScene - all are of the same scene; else each names its own where it is not the first
 */
export async function* geoJsonOf(
  objects: AsyncIterable<readonly ExportedAnnotation[]>,
  scenes: readonly Scene[],
  labels: readonly ExportedLabel[],
  isOneScene = false,
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const rows of objects) {
    const features = rows.map((row) => {
      const { id, no, scene, z, t, shape, labelIds } = row
      const { feature, nucleus, isEllipse } = importedOf(row)
      return {
        type: 'Feature',
        id,
        geometry: { ...geometryOfShape(shape), ...planeOf(z, t), ...(isEllipse && { isEllipse }) },
        ...(nucleus !== undefined && { nucleusGeometry: nucleus }),
        properties: {
          ...(row.properties ? feature : { objectType: 'annotation', name: String(no) }),
          ...classOf(labelIds.length === 0 ? [] : labels.filter((label) => labelIds.includes(label.id))),
          ...planesOf(row, scenes[scene] ?? {}),
          // Each scene has its own origin.
          ...(!isOneScene && scene > 0 && { scene }),
        },
      }
    })
    yield separator + features.map((feature) => JSON.stringify(feature)).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}
