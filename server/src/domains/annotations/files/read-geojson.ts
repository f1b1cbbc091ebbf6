import { toPlainText } from '@lamella/shared/contract'
import type { Geometry, Position, Ring } from '@lamella/shared/geometry'
import * as z from 'zod/mini'
import type { FileEntry, FileLabel } from './file-object.ts'
import { indexOf, Refused, record, storable, textsOf } from './file-values.ts'

const number = z.number()
const text = z.string()

const listOf = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new Refused('Its coordinates cannot be read.')
  if (value.length === 0) throw new Refused('Its geometry is empty.')
  return value
}

/** The first two numbers: a height is left out. */
const positionOf = (value: unknown): Position => {
  const [x, y] = Array.isArray(value) ? value : []
  // JSON has no infinite numbers, but 1e999 becomes one.
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new Refused('A coordinate is no number.')
  return [x, y]
}

const ringOf = (value: unknown): Ring => {
  const ring = listOf(value).map(positionOf)
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
  return isClosed || !first ? ring : [...ring, [...first]]
}

const polygonOf = (value: unknown): Ring[] => listOf(value).map(ringOf)

/** Points and lines of a group are objects of their own. */
const geometriesOf = (value: unknown): Geometry[] => {
  if (value === null || value === undefined) throw new Refused('It has no geometry.')
  const { type, coordinates } = record(value)
  switch (type) {
    case 'Point':
      return [{ type, coordinates: positionOf(listOf(coordinates)) }]
    case 'MultiPoint':
      return listOf(coordinates).map((each) => ({ type: 'Point', coordinates: positionOf(each) }))
    case 'LineString':
      return [{ type, coordinates: listOf(coordinates).map(positionOf) }]
    case 'MultiLineString':
      return listOf(coordinates).map((each) => ({ type: 'LineString', coordinates: listOf(each).map(positionOf) }))
    case 'Polygon':
      return [{ type, coordinates: polygonOf(coordinates) }]
    case 'MultiPolygon':
      return [{ type, coordinates: listOf(coordinates).map(polygonOf) }]
    default:
      throw new Refused(`Its geometry is of the type ${String(type).slice(0, 40)}, which is not known.`)
  }
}

const hex = (parts: readonly number[]): string => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`

const isByte = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256

/** Red, green and blue in a list, or packed in a number with the opacity in its highest bits (QuPath up to 0.3). */
const colorOf = ({ color, colorRGB }: Record<string, unknown>): string | null => {
  if (Array.isArray(color)) {
    const parts = color.slice(0, 3)
    return parts.length === 3 && parts.every(isByte) ? hex(parts) : null
  }
  const packed = color ?? colorRGB
  if (typeof packed !== 'number' || !Number.isInteger(packed)) return null
  return hex([(packed >> 16) & 255, (packed >> 8) & 255, packed & 255])
}

const labelsOf = (value: unknown): FileLabel[] => {
  if (typeof value === 'string') return value.trim() ? [{ name: value.trim(), color: null }] : []
  const classification = record(value)
  const { name, names } = classification
  const color = colorOf(classification)
  const all = textsOf(Array.isArray(names) ? names : [name])
  return all.map((each) => ({ name: each, color: all.length === 1 ? color : null }))
}

/**
 * Z plane and time point; null: on all of them. An own export says so beside the plane, which QuPath does not know. QuPath writes no plane for the
 * first one; other programs, which write no type of the object either, know no planes.
 */
const planesOf = (
  planes: unknown,
  plane: unknown,
  { objectType, object_type = objectType }: Record<string, unknown>,
): { z: number | null; t: number | null } => {
  const isOfQuPath = typeof object_type === 'string'
  const stated = record(planes ?? plane ?? (isOfQuPath ? { z: 0, t: 0 } : {}))
  return { z: indexOf(stated.z), t: indexOf(stated.t) }
}

const uuid = z.uuid()

/**
 * The objects of a feature, in the forms in which QuPath 0.2 to 0.6 writes them.
 * @param no - of the feature in its file, from 1
 */
export const readFeature = (value: unknown, no: number): FileEntry => {
  const feature = record(value)
  const properties = record(feature.properties)
  const name = z.safeParse(text, properties.name).data?.trim() || undefined
  const place = `Feature ${no}${name ? ` (“${toPlainText(name.slice(0, 60))}”)` : ''}`
  try {
    if (value === undefined) throw new Refused('It cannot be read, or is larger than 64 MB.')
    if (feature.type !== 'Feature') throw new Refused('It is no GeoJSON feature.')
    const geometries = geometriesOf(feature.geometry)
    const { plane, isEllipse } = record(feature.geometry)
    const { classification, scene, planes, ...others } = properties
    const nucleus = feature.nucleusGeometry
    const kept = storable({
      feature: others,
      ...(nucleus ? { nucleus } : {}),
      ...(isEllipse === true && { isEllipse }),
    })
    const id = geometries.length === 1 ? (z.safeParse(uuid, feature.id).data ?? null) : null
    return {
      objects: geometries.map((geometry) => ({
        place,
        id,
        geometry,
        labels: labelsOf(classification),
        scene: z.safeParse(number, scene).data ?? 0,
        ...planesOf(planes, plane, others),
        properties: kept ?? {},
        isWithoutProperties: kept === undefined,
      })),
    }
  } catch (error) {
    if (error instanceof Refused) return { refused: { place, reason: toPlainText(error.message) } }
    throw error
  }
}
