import { type Annotation, type AnnotationLayerHead, annotationLayerHead, type Region } from '@lamella/shared/contract'
import { type Geometry, geometryOfShape, geometryOfWkt, wktOf } from '@lamella/shared/geometry'
import * as z from 'zod/mini'

/** What is stored of an image: what people have drawn on it, and its regions. */
export type ImageObject = Annotation | Region

/** Geometries as bytes, of objects whose text was not asked for yet. */
const shapes = new WeakMap<ImageObject, Uint8Array>()

/** The geometry of an object, without its text being made of it. */
export const geometryOfObject = (object: ImageObject): Geometry => {
  const shape = shapes.get(object)
  return shape ? geometryOfShape(shape) : geometryOfWkt(object.geometry)
}

const typeOf = (shape: Uint8Array): Geometry['type'] =>
  (['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const)[(shape[0] ?? 0) & 3] ?? 'Point'

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Kinds of records that are told apart. */
const kinds = { region: 1, deleted: 2 } as const

/** Reads the bytes of a layer one after the other. */
class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  take(length: number): Uint8Array {
    const from = this.#at
    this.#at += length
    if (this.#at > this.#bytes.length) throw new RangeError('The bytes of a layer end too early')
    return this.#bytes.subarray(from, this.#at)
  }

  short(): number {
    this.#at += 2
    return this.#view.getInt16(this.#at - 2)
  }

  whole(): number {
    this.#at += 4
    return this.#view.getInt32(this.#at - 4)
  }

  moment(): string {
    this.#at += 8
    return new Date(Number(this.#view.getBigInt64(this.#at - 8))).toISOString()
  }

  id(): string {
    let text = ''
    for (const [place, byte] of this.take(16).entries()) {
      text += place === 4 || place === 6 || place === 8 || place === 10 ? `-${hex[byte]}` : hex[byte]
    }
    return text
  }

  text(): string {
    const length = this.short()
    return length === 0 ? '' : new TextDecoder().decode(this.take(length))
  }
}

/** Index of a plane; null: all of them. */
const indexOf = (stored: number): number | null => (stored < 0 ? null : stored)

const readObject = (reader: Reader, isRegion: boolean, image: string, head: AnnotationLayerHead): ImageObject => {
  const id = reader.id()
  const [no, revision, scene] = [reader.whole(), reader.whole(), reader.short()]
  const [z, t] = [indexOf(reader.short()), indexOf(reader.short())]
  const [created, modified, owner] = [reader.moment(), reader.moment(), reader.id()]
  const labels = Array.from({ length: reader.short() }, () => reader.id())
  const name = reader.text()
  const shape = reader.take(reader.whole())
  let text: string | null = null
  const textOf = (): string => {
    text ??= wktOf(geometryOfShape(shape))
    return text
  }
  const { imageName, projectId, isTimeSeries, owners } = head
  const fields = {
    ...{ id, imageName, projectId, no, geometryType: typeOf(shape), scene, z },
    ...{ owner, ownerName: owners[owner] ?? '', created, modified, revision },
  }
  const object: ImageObject = isRegion
    ? {
        ...fields,
        type: 'RegionOfInterest',
        image,
        name,
        exhaustiveFor: labels,
        dimensionCoordinates: t === null ? [] : [{ id: 't', sampleIndex: t }],
        // Texts of a hundred thousand objects would take seconds, and few are asked for.
        get geometry() {
          return textOf()
        },
      }
    : {
        ...fields,
        type: 'Annotation',
        imageId: image,
        labelAssignments: labels.map((labelId) => ({ labelId })),
        isTimeSeries,
        timeSeriesStep: t,
        previewUrl: null,
        get geometry() {
          return textOf()
        },
      }
  shapes.set(object, shape)
  return object
}

/** All annotations and regions of an image. */
export interface ImageLayer {
  objects: readonly ImageObject[]
  /** From which on changes can be asked for; null: the server cannot tell them. */
  revision: number | null
  /** Whose revision it is; null: it is not known. */
  installation: string | null
}

/**
 * Reads the answer of `getAnnotationLayer`.
 * @param before - to which changes are added; objects that are newer there stay
 * @throws RangeError, SyntaxError or ZodError: it is damaged
 */
export const readLayer = (bytes: Uint8Array, image: string, before: ImageLayer | undefined): ImageLayer => {
  const reader = new Reader(bytes)
  const head = z.parse(annotationLayerHead, JSON.parse(new TextDecoder().decode(reader.take(reader.whole()))))
  const objects = new Map(head.isChange ? before?.objects.map((object) => [object.id, object]) : [])
  while (!reader.isAtEnd) {
    const kind = reader.short()
    if (kind === kinds.deleted) {
      objects.delete(reader.id())
      continue
    }
    const object = readObject(reader, kind === kinds.region, image, head)
    if ((objects.get(object.id)?.revision ?? 0) <= object.revision) objects.set(object.id, object)
  }
  const { revision, installation } = head
  return { objects: [...objects.values()], revision, installation }
}
