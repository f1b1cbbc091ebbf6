import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { MaskValues } from '@lamella/shared/contract'
import { wktOf } from '@lamella/shared/geometry'
import { areasOf } from './mask-areas.ts'
import { type Mask, openMask } from './open-mask.ts'
import { type MaskedScene, placeMask } from './place-mask.ts'

/** The input of the process that reads a mask, one line of JSON. */
export interface MaskTask {
  /** Path of the mask. */
  source: string
  format: 'png' | 'tiff'
  values: MaskValues
  /** Of the image that it is of. */
  scenes: readonly MaskedScene[]
  /** Folder for copies of the file. */
  folder: string
  /** Path of the file that is written: JSON with the list `objects` of `MaskObject`. */
  target: string
}

/** An object of a mask, as it is written. */
export interface MaskObject {
  /** Its value in the mask: a number, or `#rrggbb`. */
  value: string
  /** `#rrggbb`; null: the mask has no colour for it. */
  color: string | null
  wkt: string
  scene: number
  /** Null: on all planes; at all time points. */
  z: number | null
  t: number | null
}

const hex = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`

/** A value as people know it. Grey that is stored as a colour has a number too. */
const nameOf = (value: number, { isColour, palette }: Mask): Pick<MaskObject, 'value' | 'color'> => {
  if (!isColour) return { value: String(value), color: palette?.[value] === undefined ? null : hex(palette[value]) }
  const grey = value & 255
  return value === grey * 0x10101 ? { value: String(grey), color: null } : { value: hex(value), color: hex(value) }
}

async function* objectsOf(mask: Mask, { scenes, values }: MaskTask): AsyncGenerator<MaskObject> {
  const { scene, planes } = placeMask(mask, scenes)
  for (const { at, z, t } of planes) {
    for await (const { value, geometry } of areasOf(mask.rows(at), mask.width, values)) {
      yield { ...nameOf(value, mask), wkt: wktOf(geometry), scene, z, t }
    }
  }
}

async function* asJson(objects: AsyncIterable<MaskObject>): AsyncGenerator<string> {
  yield '{"objects":['
  let separator = '\n'
  for await (const object of objects) {
    yield separator + JSON.stringify(object)
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** Reads a mask, and writes its objects. @throws ImagingError and errors of the decoders (see `toImagingError`) */
export const writeMaskObjects = async (task: MaskTask): Promise<void> => {
  const mask = await openMask(task.source, task.format, task.folder)
  try {
    await pipeline(asJson(objectsOf(mask, task)), createWriteStream(task.target))
  } finally {
    await mask.close()
  }
}
