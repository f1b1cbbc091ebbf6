import Flatbush from 'flatbush'
import { alignTo8, layoutVersion, magic, type ObjectHeader, prefixBytes } from './object-layout.ts'
import { boundingBoxOf, type ObjectTable } from './object-table.ts'

const bytesOf = (view: ArrayBufferView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)

/** Bounding boxes of all outlines as a packed R-tree; null without objects. */
function indexOf({ count, rings, coordinates }: ObjectTable): Uint8Array | null {
  if (count === 0) return null
  const numbers = coordinates instanceof Float32Array ? Float32Array : Float64Array
  const index = new Flatbush(count, 16, numbers)
  for (let i = 0; i < count; i++) index.add(...boundingBoxOf(coordinates, rings[i] ?? 0, rings[i + 1] ?? 0))
  index.finish()
  return new Uint8Array(index.data as ArrayBuffer)
}

/**
 * Encodes an `objects.lmo` (object-layout.ts) as parts to be written one after the other.
 *
 * @param names of the classes, by code, and keys of the columns, in the order of the result
 * @throws Error when the table lacks a column
 */
export function* encodeObjectFile(
  table: ObjectTable,
  names: { classes: readonly string[]; columns: readonly string[] },
): Generator<Uint8Array> {
  const index = indexOf(table)
  const parts = new Map<string, Uint8Array>([
    ['class', bytesOf(table.classes)],
    ...names.columns.map((key): [string, Uint8Array] => {
      const column = table.values[key]
      if (!column) throw new Error(`The objects have no column ${key}`)
      return [`value/${key}`, bytesOf(column)]
    }),
    ['rings', bytesOf(table.rings)],
    ['coordinates', bytesOf(table.coordinates)],
    ...(index ? [['index', index] as const] : []),
  ])
  let end = 0
  const sections: ObjectHeader['sections'] = {}
  for (const [name, { length }] of parts) {
    sections[name] = [end, length]
    end = alignTo8(end + length)
  }
  const header: ObjectHeader = {
    count: table.count,
    classes: [...names.classes],
    columns: [...names.columns],
    coordinates: table.coordinates instanceof Float32Array ? 'float32' : 'float64',
    sections,
  }
  const text = Buffer.from(JSON.stringify(header), 'utf8')
  const prefix = Buffer.alloc(prefixBytes + alignTo8(text.length), ' ')
  prefix.write(magic, 0, 'latin1')
  prefix.writeUInt32LE(layoutVersion, 8)
  prefix.writeUInt32LE(alignTo8(text.length), 12)
  text.copy(prefix, prefixBytes)
  yield prefix
  for (const part of parts.values()) {
    yield part
    yield Buffer.alloc(alignTo8(part.length) - part.length)
  }
}
