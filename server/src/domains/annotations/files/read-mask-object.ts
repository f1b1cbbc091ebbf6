import { GeometryError, geometryOfWkt } from '@lamella/shared/geometry'
import * as z from 'zod/mini'
import type { FileEntry } from './file-object.ts'

const index = z.nullable(z.int().check(z.nonnegative()))

/** An object of a label mask, as the process writes it that has read the mask. */
const maskObject = z.object({
  value: z.string(),
  color: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  wkt: z.string(),
  scene: z.int().check(z.nonnegative()),
  z: index,
  t: index,
})

/** The object of an element of the list `objects`. In a mask of classes its value is its label. */
export const readMaskObject = (element: unknown, areClasses: boolean): FileEntry => {
  const { value, color, wkt, scene, z: plane, t } = maskObject.parse(element)
  const place = t === null ? `Value ${value}` : `Value ${value} at time point ${t + 1}`
  try {
    return {
      objects: [
        {
          place,
          id: null,
          geometry: geometryOfWkt(wkt),
          labels: areClasses ? [{ name: value.startsWith('#') ? value : `Class ${value}`, color }] : [],
          scene,
          z: plane,
          t,
          // By their names objects of several time points are known to be the same.
          properties: { feature: { objectType: 'annotation', ...(!areClasses && { name: value }) } },
          isWithoutProperties: false,
        },
      ],
    }
  } catch (error) {
    if (error instanceof GeometryError) return { refused: { place, reason: error.detail } }
    throw error
  }
}
