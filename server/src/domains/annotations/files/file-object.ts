import type { Geometry } from '@lamella/shared/geometry'
import type { ImportedProperties } from '../../../platform/db/schema/index.ts'

/** A class of an object in a file. */
export interface FileLabel {
  name: string
  /** `#rrggbb`; null: the file has none. */
  color: string | null
}

/** An object of a file, not yet placed on an image. */
export interface FileObject {
  /** Where it is in the file, for people. */
  place: string
  /** A UUID that the file gives it; null: none. */
  id: string | null
  geometry: Geometry
  labels: FileLabel[]
  scene: number
  /** Null: on all planes; at all time points. */
  z: number | null
  t: number | null
  properties: ImportedProperties
  /** Whether its properties are too large to be kept. */
  isWithoutProperties: boolean
}

/** What became of an element of a file. */
export type FileEntry = { objects: FileObject[] } | { refused: { place: string; reason: string } }
