import type { Annotation, Region } from '@lamella/shared/contract'
import { geometryOfWkt } from '@lamella/shared/geometry'
import { layerBytes } from '@lamella/shared/testing/annotation-layer.ts'
import { geometryOfObject, readLayer } from './layer-records.ts'

const image = '019aa000-0000-7000-8000-000000000001'
const idOf = (last: number) => `019aa000-0000-7000-8000-${String(last).padStart(12, '0')}`
const fields = {
  ...{ imageName: 'Prüfung.tif', projectId: idOf(2), no: 70_000, scene: 1, z: null, revision: 3 },
  ...{
    owner: idOf(3),
    ownerName: 'Mia Lang',
    created: '2026-11-01T10:00:00.123Z',
    modified: '1969-12-31T23:59:59.999Z',
  },
}
const annotation = (id: number, changes: Partial<Annotation> = {}): Annotation => ({
  ...fields,
  id: idOf(id),
  type: 'Annotation',
  imageId: image,
  labelAssignments: [{ labelId: idOf(90) }, { labelId: idOf(91) }],
  geometryType: 'Polygon',
  geometry: 'POLYGON ((0.5 0,40 0,40 30.125,0.5 0),(10 5,12 5,12 6,10 5))',
  isTimeSeries: true,
  timeSeriesStep: 7,
  previewUrl: null,
  ...changes,
})
const region: Region = {
  ...fields,
  id: idOf(50),
  type: 'RegionOfInterest',
  image,
  name: 'Rand μ',
  z: 2,
  geometryType: 'MultiPolygon',
  geometry: 'MULTIPOLYGON (((0 0,4 0,4 3,0 0)),((9 9,12 9,12 12,9 9)))',
  exhaustiveFor: [idOf(92)],
  dimensionCoordinates: [{ id: 't', sampleIndex: 4 }],
}

test('objects are read as the lists tell them, copies too', () => {
  const objects = [annotation(10), annotation(11, { labelAssignments: [], timeSeriesStep: null }), region]
  const layer = readLayer(layerBytes(objects, { revision: 12 }), image, undefined)
  expect(layer.revision).toBe(12)
  expect(layer.objects).toEqual(objects)
  expect(layer.objects.map((object) => ({ ...object }))).toEqual(objects)
  expect(layer.objects.map(geometryOfObject)).toEqual(objects.map(({ geometry }) => geometryOfWkt(geometry)))
})

test('changes are added to what was read before: what is not among them is the same object', () => {
  const before = readLayer(
    layerBytes([annotation(10), annotation(11), annotation(12)], { revision: 5 }),
    image,
    undefined,
  )
  const change = [annotation(11, { revision: 4, geometry: 'POINT (1 2)', geometryType: 'Point' }), annotation(13)]
  const after = readLayer(
    layerBytes(change, { revision: 7, isChange: true, deleted: [idOf(12), idOf(99)] }),
    image,
    before,
  )
  expect(after.objects.map(({ id, revision, geometry }) => [id, revision, geometry.slice(0, 5)])).toEqual([
    [idOf(10), 3, 'POLYG'],
    [idOf(11), 4, 'POINT'],
    [idOf(13), 3, 'POLYG'],
  ])
  expect(after.objects[0]).toBe(before.objects[0])
  // What was saved here meanwhile is newer.
  const late = readLayer(layerBytes([annotation(11, { revision: 3 })], { revision: 8, isChange: true }), image, after)
  expect(late.objects[1]).toBe(after.objects[1])
})

test('all that is there replaces what was read before', () => {
  const before = readLayer(layerBytes([annotation(10)]), image, undefined)
  expect(readLayer(layerBytes([annotation(11)]), image, before).objects.map(({ id }) => id)).toEqual([idOf(11)])
})

test.each([1, 20, 200])('bytes without the last %d are refused', (missing) => {
  expect(() => readLayer(layerBytes([annotation(10)]).subarray(0, -missing), image, undefined)).toThrow()
})
