import Feature from 'ol/Feature.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import { sampleView } from '../../testing/sample-image.ts'
import type { MapContext } from '../canvas/map-context.ts'
import type { ShownPlane } from '../tiles/tile-store.ts'
import { ObjectLayer } from './object-layer.ts'
import type { ViewerObject } from './viewer-object.ts'

const square = (id: string, left: number, size: number, place: Partial<ViewerObject> = {}): ViewerObject => ({
  id,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [left, left],
        [left + size, left],
        [left + size, left + size],
        [left, left + size],
        [left, left],
      ],
    ],
  },
  color: '#E69F00',
  name: null,
  scene: 0,
  z: null,
  t: null,
  ...place,
})
const point: ViewerObject = { ...square('point', 0, 1), geometry: { type: 'Point', coordinates: [300, 300] } }
const objects = [
  square('large', 0, 100),
  square('small', 40, 20),
  square('plane', 500, 10, { z: 2 }),
  square('moment', 600, 10, { t: 1 }),
  square('scene', 700, 10, { scene: 1 }),
  point,
]

const mounted = () => {
  const map = new OlMap({})
  const centred: number[][] = []
  const asked: object[] = []
  const listeners = new Set<() => void>()
  const context = {
    map,
    view: sampleView(),
    scene: 0,
    shown: { t: 0, plane: 0 } as ShownPlane,
    onShown: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    shows: (x: number, y: number) => x < 150 && y < 150,
    centerOn: (x: number, y: number) => centred.push([x, y]),
    askFor: (plane: object) => asked.push(plane),
    visiblePicture: () => null,
  } satisfies MapContext
  const layer = new ObjectLayer('objects')
  layer.setObjects(objects)
  const unmount = layer.mount(context)
  return { map, layer, context, centred, asked, listeners, unmount }
}

const at = (layer: ObjectLayer, x: number, y = x, resolution = 1) => layer.idAt([x, -y], resolution)
const features = (map: OlMap): Map<string, Feature> => {
  const [layer] = map.getLayers().getArray()
  if (!(layer instanceof VectorLayer)) throw new Error('The layer is not on the map')
  const all: unknown[] = layer.getSource()?.getFeatures() ?? []
  return new Map(all.flatMap((one) => (one instanceof Feature ? [[String(one.getId()), one]] : [])))
}

test('the smallest object at a place is hit, or one that is near', () => {
  const { layer } = mounted()
  expect([at(layer, 10), at(layer, 50), at(layer, 200)]).toEqual(['large', 'small', null])
  expect([at(layer, 302), at(layer, 306), at(layer, 306, 306, 3)]).toEqual(['point', null, 'point'])
  layer.setVisible(false)
  expect(at(layer, 10)).toBeNull()
})

test('only objects of the shown scene, plane and time point are there; the maximum has those of all planes', () => {
  const { layer, context } = mounted()
  const there = () => ['plane', 'moment', 'scene'].filter((id, index) => at(layer, 505 + 100 * index) === id)
  expect(there()).toEqual([])
  context.shown = { t: 0, plane: 2 }
  expect(there()).toEqual(['plane'])
  context.shown = { t: 1, plane: 'max' }
  expect(there()).toEqual(['plane', 'moment'])
  context.scene = 1
  expect(there()).toEqual(['scene'])
})

test('other objects are drawn by their difference', () => {
  const { map, layer } = mounted()
  const before = features(map)
  const moved = square('small', 60, 20)
  layer.setObjects([...objects.slice(0, 1), moved, ...objects.slice(3), square('new', 800, 10)])
  const now = features(map)
  expect([...now.keys()].toSorted()).toEqual(['large', 'moment', 'new', 'point', 'scene', 'small'])
  expect([now.get('large') === before.get('large'), now.get('small') === before.get('small')]).toEqual([true, false])
  expect([at(layer, 45), at(layer, 70)]).toEqual(['large', 'small'])
})

test('an object that cannot be seen is moved to the middle', () => {
  const { layer, centred } = mounted()
  layer.reveal('small')
  layer.reveal('moment')
  layer.reveal('nothing')
  expect(centred).toEqual([[605, 605]])
})

test('an object on another plane has it shown', () => {
  const { layer, asked, context } = mounted()
  for (const id of ['large', 'plane', 'moment']) layer.reveal(id)
  expect(asked).toEqual([{ plane: 2 }, { t: 1 }])
  // On the maximum of all planes it is seen already.
  context.shown = { t: 1, plane: 'max' }
  for (const id of ['plane', 'moment']) layer.reveal(id)
  expect(asked).toHaveLength(2)
})

test('what was wanted before there was a map is shown when there is one', () => {
  const { layer, context, centred, unmount } = mounted()
  unmount()
  layer.reveal('moment')
  layer.mount(context)
  expect(centred).toEqual([[605, 605]])
})

test('what was mounted is gone afterwards', () => {
  const { map, listeners, unmount } = mounted()
  expect(listeners.size).toBe(1)
  unmount()
  expect([map.getLayers().getLength(), listeners.size]).toEqual([0, 0])
})

test('places snap to a corner that is near, else to a line, of what is shown', () => {
  const { layer, context } = mounted()
  const snapped = (x: number, y: number, except: string | null = null) =>
    layer.snapped([x, -y], except).map((value) => Math.abs(value))
  expect(snapped(97, 3)).toEqual([97, 3])
  layer.setSnaps(true)
  expect([snapped(97, 3), snapped(20, 5), snapped(303, 304)]).toEqual([
    [100, 0],
    [20, 0],
    [300, 300],
  ])
  // Farther than 8 pixels of the screen, on another plane, and of the object itself.
  expect([snapped(20, 9), snapped(501, 501), snapped(97, 3, 'large')]).toEqual([
    [20, 9],
    [501, 501],
    [97, 3],
  ])
  context.shown = { t: 0, plane: 2 }
  expect(snapped(501, 501)).toEqual([500, 500])
})
