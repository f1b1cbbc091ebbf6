import type { Annotation, Region } from '@lamella/shared/contract'
import { geometryOfWkt, shapeOf } from '@lamella/shared/geometry'

/** As the portal reads them, for tests of the server. */
export { type ImageLayer, readLayer } from '../queries/layer-records.ts'

/** What an answer of `getAnnotationLayer` tells besides its objects. */
interface LayerParts {
  revision?: number
  isChange?: boolean
  /** Ids. */
  deleted?: readonly string[]
}

const shorts = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [at, value] of values.entries()) bytes.writeInt16BE(value, 2 * at)
  return bytes
}
const whole = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const moment = (text: string): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(Date.parse(text)))
  return bytes
}
const uuid = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

const recordOf = (object: Annotation | Region): Buffer => {
  const isRegion = object.type === 'RegionOfInterest'
  const t = isRegion ? object.dimensionCoordinates[0]?.sampleIndex : object.timeSeriesStep
  const labels = (isRegion ? object.exhaustiveFor : object.labelAssignments.map(({ labelId }) => labelId)).map(uuid)
  const name = Buffer.from(isRegion ? object.name : '')
  const shape = Buffer.from(shapeOf(geometryOfWkt(object.geometry)))
  return Buffer.concat([
    ...[shorts(isRegion ? 1 : 0), uuid(object.id), whole(object.no), whole(object.revision)],
    ...[shorts(object.scene, object.z ?? -1, t ?? -1), moment(object.created), moment(object.modified)],
    ...[uuid(object.owner), shorts(labels.length), ...labels, shorts(name.length), name, whole(shape.length), shape],
  ])
}

/** Bytes of `getAnnotationLayer` as the server writes them. */
export const layerBytes = (
  objects: readonly (Annotation | Region)[],
  { revision = 1, isChange = false, deleted = [] }: LayerParts = {},
): Buffer => {
  const [first] = objects
  const head = Buffer.from(
    JSON.stringify({
      ...{ revision, isChange, imageName: first?.imageName ?? '' },
      projectId: first?.projectId ?? '00000000-0000-7000-8000-000000000000',
      isTimeSeries: objects.some((object) => object.type === 'Annotation' && object.isTimeSeries),
      owners: Object.fromEntries(objects.map(({ owner, ownerName }) => [owner, ownerName])),
    }),
  )
  const gone = deleted.flatMap((id) => [shorts(2), uuid(id)])
  return Buffer.concat([whole(head.length), head, ...objects.map(recordOf), ...gone])
}

/** An answer of `getAnnotationLayer`. */
export const layerAnswer = (...layer: Parameters<typeof layerBytes>): Response =>
  new Response(Uint8Array.from(layerBytes(...layer)))
