import fc from 'fast-check'
import { ObjectFile } from './object-file.ts'
import type { ObjectHeader } from './object-layout.ts'
import { buildObjectTable, type NewObject } from './object-table.ts'
import { objectsAt, objectsInBox, orderedRows, type PageOrder, readBoxIndex } from './query-objects.ts'
import { inMemory, objectsIn } from './testing.ts'

const names = { classes: ['0', '1+'], columns: ['area', 'x'] }
const tableOf = (objects: readonly NewObject[]) => {
  const points = objects.reduce((sum, { polygon }) => sum + polygon.length, 0)
  return buildObjectTable(objects, names.columns, { objects: objects.length, points })
}
const square = (x: number, y: number, size: number): NewObject['polygon'] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y],
]
/** Squares on a grid of 100 columns, 10 pixels apart. */
const grid = (count: number) =>
  Array.from({ length: count }, (_, i): NewObject => {
    const [x, y] = [10 * (i % 100), 10 * Math.floor(i / 100)]
    return { class: i % 2, values: { area: (i * 7919) % 1000, x }, polygon: square(x, y, 4) }
  })
const open = (objects: readonly NewObject[]) => ObjectFile.open(inMemory(tableOf(objects), names))

const number = fc.double({ noDefaultInfinity: true, noNaN: true })
const anObject: fc.Arbitrary<NewObject> = fc.record({
  class: fc.nat(1),
  values: fc.record({ area: fc.option(number), x: fc.option(number) }),
  polygon: fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 6 }),
})

test('what is written is read again, to the last bit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anObject, { maxLength: 12 }), fc.nat(12), fc.nat(12), async (objects, from, to) => {
      const table = tableOf(objects)
      const file = await ObjectFile.open(inMemory(table, names))
      const expected = objects.map(({ class: code, values, polygon }, i) => ({
        no: i + 1,
        class: names.classes[code],
        polygon,
        values,
      }))
      expect(objectsIn(table, names.classes)).toEqual(expected)
      expect(await file.rows(from, to)).toEqual(expected.slice(from, to))
    }),
  )
})

test('coordinates are 32-bit floats where all of them are exactly representable', () => {
  expect(tableOf([{ class: 0, values: {}, polygon: square(100_000.5, 3, 8) }]).coordinates).toBeInstanceOf(Float32Array)
  expect(tableOf([{ class: 0, values: {}, polygon: square(0.1, 3, 8) }]).coordinates).toBeInstanceOf(Float64Array)
})

test('a file of another layout, or a truncated one, is refused', async () => {
  const { bytes } = inMemory(tableOf(grid(3)), names)
  const reading = (content: Buffer) => ({
    size: content.length,
    read: async (at: number, length: number) => content.subarray(at, at + length),
  })
  const newer = Buffer.from(bytes)
  newer.writeUInt32LE(2, 8)
  await expect(ObjectFile.open(reading(newer))).rejects.toThrow('layout 2')
  await expect(ObjectFile.open(reading(Buffer.from('{"not":"objects"}')))).rejects.toThrow('no file of objects')
  await expect(ObjectFile.open(reading(bytes.subarray(0, bytes.length - 200)))).rejects.toThrow('end within')
})

describe('A file that declares more than it has', () => {
  /** Opens a valid file with another header; reads of more than the whole file fail. */
  const openWith = (change: (header: ObjectHeader) => void, declaredLength?: number) => {
    const { bytes } = inMemory(tableOf(grid(3)), names)
    const length = bytes.readUInt32LE(12)
    const header = JSON.parse(bytes.toString('utf8', 16, 16 + length))
    change(header)
    const text = JSON.stringify(header).padEnd(length)
    const content = Buffer.concat([bytes.subarray(0, 16), Buffer.from(text), bytes.subarray(16 + length)])
    content.writeUInt32LE(declaredLength ?? text.length, 12)
    const read = jest.fn(async (at: number, size: number) => content.subarray(at, at + size))
    return { read, file: ObjectFile.open({ size: content.length, read }) }
  }

  test('in the length of its header is refused before that is read', async () => {
    const { file, read } = openWith(() => undefined, 0xffff_fff8)
    await expect(file).rejects.toThrow('4294967288 bytes')
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('in a section is refused', async () => {
    const { file } = openWith(({ sections }) => {
      sections.class = [0, 2 ** 40]
    })
    await expect(file).rejects.toThrow('end within "class"')
  })

  test('in the number of objects is refused', async () => {
    const { file } = openWith((header) => {
      header.count = 2 ** 31
    })
    await expect(file).rejects.toThrow('not 2147483648')
  })

  test('in the points of an outline is not read past them', async () => {
    const opened = await openWith(() => undefined).file
    const beyond = Uint32Array.from([0, 0xffff_ffff])
    await expect(opened.outlines([0], beyond, Uint16Array.of(0))).rejects.toThrow('"coordinates" has no bytes')
  })
})

test('rows come in any order, undefined values last, equal ones by their numbers', async () => {
  const areas = [5, null, 1, 5, null, 3]
  const file = await open(areas.map((area, i) => ({ class: i % 2, values: { area, x: 0 }, polygon: square(0, 0, 1) })))
  const order = { key: 'area', descending: false, className: null }
  const numbers = async (changes: Partial<PageOrder>, codes?: Uint16Array) => {
    const rows = await orderedRows(file, { ...order, ...changes }, codes)
    return rows && (await objectsAt(file, [...rows])).map(({ no }) => no)
  }
  expect(await numbers({})).toEqual([3, 6, 1, 4, 2, 5])
  expect(await numbers({ descending: true })).toEqual([1, 4, 6, 3, 2, 5])
  expect(await numbers({ key: 'no', descending: true })).toEqual([6, 5, 4, 3, 2, 1])
  expect(await numbers({ key: 'class' })).toEqual([1, 3, 5, 2, 4, 6])
  expect(await numbers({ className: '1+' })).toEqual([6, 4, 2])
  expect(await numbers({ className: 'unknown' })).toEqual([])
  expect(await numbers({ key: 'colour' })).toBeNull()
  // The classes of other cuts count for the filter as well, whatever the objects are sorted by.
  const codes = Uint16Array.of(1, 1, 0, 0, 0, 1)
  expect(await numbers({ className: '1+' }, codes)).toEqual([6, 1, 2])
  expect(await numbers({ key: 'no', className: '0' }, codes)).toEqual([3, 4, 5])
  expect(await numbers({ key: 'class', className: '1+' }, codes)).toEqual([1, 2, 6])
})

describe('objects in a box', () => {
  const objects = grid(20_000)
  const inside = (box: readonly [number, number, number, number]) =>
    objects.flatMap(({ polygon: [corner = [0, 0]] }, i) => {
      const [x, y] = corner
      return x <= box[2] && x + 4 >= box[0] && y <= box[3] && y + 4 >= box[1] ? [i + 1] : []
    })

  test('are those whose bounding box intersects it', async () => {
    const file = await open(objects)
    const index = await readBoxIndex(file)
    const side = fc.integer({ min: -20, max: 1100 })
    await fc.assert(
      fc.asyncProperty(side, side, fc.nat(80), fc.nat(80), async (left, top, width, height) => {
        const box = [left, top, left + width, top + height] as const
        const { total, oneOf, objects: found } = await objectsInBox(file, index, box, 5000)
        expect(found.map(({ no }) => no)).toEqual(inside(box))
        expect([total, oneOf]).toEqual([found.length, 1])
      }),
    )
  })

  test('are thinned above the limit, which `oneOf` states', async () => {
    const file = await open(objects)
    const index = await readBoxIndex(file)
    const all = await objectsInBox(file, index, [0, 0, 1000, 2000], 1000)
    expect([all.total, all.oneOf]).toEqual([20_000, 32])
    expect(all.objects).toHaveLength(625)
    // A smaller box never loses an object that was shown in the larger one.
    const part = await objectsInBox(file, index, [0, 0, 1000, 400], 1000)
    expect(part.oneOf).toBeLessThan(all.oneOf)
    const shown = new Set(part.objects.map(({ no }) => no))
    for (const { no } of all.objects) if (no <= 4000) expect(shown).toContain(no)
    expect(part.objects.find(({ no }) => no === 1)).toEqual({ no: 1, class: '0', polygon: square(0, 0, 4) })
  })

  test('are none in a result without objects', async () => {
    const file = await open([])
    expect(await objectsInBox(file, await readBoxIndex(file), [0, 0, 10, 10], 5)).toEqual({
      total: 0,
      oneOf: 1,
      objects: [],
    })
  })
})
