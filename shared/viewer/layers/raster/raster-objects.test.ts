import { areaOf, boxOf, type Geometry, type Position } from '@lamella/shared/geometry'
import fc from 'fast-check'
import { type ColumnObject, columnsOf } from './object-columns.ts'
import { RasterObjects } from './raster-objects.ts'

const everything = { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 }
const first = { scene: 0, t: 0, z: 0 }

interface Slotted extends ColumnObject {
  slot: number
}
const object = (slot: number, geometry: Geometry, place: Partial<ColumnObject> = {}): Slotted => ({
  ...{ slot, geometry, color: '#E69F00', scene: 0, z: null, t: null },
  ...place,
})
const square = (left: number, top: number, size: number): Position[] => [
  [left, top],
  [left + size, top],
  [left + size, top + size],
  [left, top + size],
  [left, top],
]
const stored = (objects: readonly Slotted[]): RasterObjects => {
  const raster = new RasterObjects()
  raster.put(columnsOf(objects, ({ slot }) => slot))
  return raster
}
const slotsIn = (raster: RasterObjects, plane: Parameters<RasterObjects['within']>[1] = first, box = everything) =>
  raster.within(box, plane).map(({ of, at }) => of.slots[at])

/** A square with a hole, each turning either way, beside another square. */
const holed = fc
  .tuple(fc.nat(100_000), fc.nat(100_000), fc.integer({ min: 3, max: 500 }), fc.boolean(), fc.boolean())
  .map(([left, top, size, turnsOutline, turnsHole]): Geometry => {
    const turned = (ring: Position[], isTurned: boolean) => (isTurned ? ring.toReversed() : ring)
    const outline = turned(square(left, top, size), turnsOutline)
    const hole = turned(square(left + 1, top + 1, size - 2), turnsHole)
    return { type: 'MultiPolygon', coordinates: [[outline, hole], [square(left + size + 5, top, 4)]] }
  })

test('objects have the same areas and boxes as columns, whichever way their rings turn', () => {
  fc.assert(
    fc.property(fc.array(holed, { minLength: 1, maxLength: 20 }), (geometries) => {
      const raster = stored(geometries.map((geometry, slot) => object(slot, geometry)))
      for (const { minX, minY, maxX, maxY, area, at } of raster.within(everything, first)) {
        const geometry = geometries[at] as Geometry
        expect([minX, minY, maxX, maxY]).toEqual(boxOf(geometry))
        expect(area).toBeCloseTo(areaOf(geometry), 3)
      }
    }),
  )
})

test('lines and points have their boxes, and no area', () => {
  const line: Geometry = {
    type: 'LineString',
    coordinates: [
      [3, 4],
      [1, 9],
    ],
  }
  const raster = stored([object(0, line), object(1, { type: 'Point', coordinates: [7, 8] })])
  const found = raster.within(everything, first).toSorted((one, other) => one.at - other.at)
  expect(found.map(({ minX, minY, maxX, maxY }) => [minX, minY, maxX, maxY])).toEqual([
    [1, 4, 3, 9],
    [7, 8, 7, 8],
  ])
})

test('only what is on the plane is found, on all planes in the maximum', () => {
  const area: Geometry = { type: 'Polygon', coordinates: [square(0, 0, 10)] }
  const raster = stored([
    object(0, area),
    object(1, area, { z: 2 }),
    object(2, area, { t: 1 }),
    object(3, area, { scene: 1 }),
  ])
  const at = (scene: number, t: number, z: number | null) => slotsIn(raster, { scene, t, z }).toSorted()
  expect([at(0, 0, 0), at(0, 0, 2), at(0, 1, null), at(1, 0, 0)]).toEqual([[0], [0, 1], [0, 1, 2], [3]])
})

test('objects are replaced, coloured, highlighted and removed by their numbers', () => {
  const area = (left: number): Geometry => ({ type: 'Polygon', coordinates: [square(left, 0, 10)] })
  const raster = stored([object(0, area(0)), object(1, area(100))])
  raster.select([1])
  raster.put(columnsOf([object(1, area(200))], ({ slot }) => slot))
  const box = (left: number) => ({ minX: left, minY: 0, maxX: left + 10, maxY: 10 })
  expect([slotsIn(raster, first, box(100)), slotsIn(raster, first, box(200))]).toEqual([[], [1]])
  raster.color(Uint32Array.of(1), Uint32Array.of(0x00_00_ff))
  const [found] = raster.within(box(200), first)
  expect([found?.color, found?.isSelected]).toEqual([0x00_00_ff, true])
  raster.remove([1, 7])
  expect(slotsIn(raster)).toEqual([0])
})
