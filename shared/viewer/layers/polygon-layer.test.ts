import Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import Style from 'ol/style/Style.js'
import { sampleView } from '../../testing/sample-image.ts'
import type { MapContext } from '../canvas/map-context.ts'
import { PolygonLayer, type PolygonShape } from './polygon-layer.ts'

const square = (id: number, left: number, top: number, size: number, group = 'cell'): PolygonShape => ({
  id,
  group,
  outline: [
    [left, top],
    [left + size, top],
    [left + size, top + size],
    [left, top + size],
    [left, top],
  ],
})

const colors = { cell: '#FF0000', debris: '#00FF00' }
const shapes = [square(1, 0, 0, 100), square(2, 40, 40, 20, 'debris'), square(3, 200, 200, 50)]
const layerOf = (drawn: readonly PolygonShape[] = shapes) => {
  const layer = new PolygonLayer('objects')
  layer.setShapes(drawn)
  layer.setLook({ colors })
  return layer
}

const mounted = (layer: PolygonLayer) => {
  const map = new OlMap({})
  const centred: number[][] = []
  const context: MapContext = {
    map,
    view: sampleView(),
    visiblePicture: () => null,
    scene: 0,
    shown: { t: 0 },
    onShown: () => () => undefined,
    askFor: () => undefined,
    shows: (x, y) => x < 150 && y < 150,
    centerOn: (x, y) => centred.push([x, y]),
  }
  return { map, centred, unmount: layer.mount(context) }
}

/** Styles of a shape, in drawing order. */
const stylesOf = (map: OlMap, id: number): Style[] => {
  const [layer] = map.getLayers().getArray()
  if (!(layer instanceof VectorLayer)) throw new Error('The layer is not on the map')
  const feature = layer.getSource()?.getFeatureById(id)
  if (!(feature instanceof Feature)) throw new Error(`There is no shape ${id}`)
  return [layer.getStyleFunction()?.(feature, 1)].flat().filter((style) => style instanceof Style)
}

/** Colours of stroke and fill in the styles of a shape, in drawing order. */
const lookOf = (map: OlMap, id: number): string[] =>
  stylesOf(map, id).flatMap((style) =>
    [style.getStroke()?.getColor(), style.getFill()?.getColor()].filter((color) => color !== undefined).map(String),
  )

test('shapes are drawn in the colours of their groups', () => {
  const { map } = mounted(layerOf())
  expect(lookOf(map, 1)).toEqual(['#FF0000', '#FF00001A'])
  expect(lookOf(map, 2)).toEqual(['#00FF00', '#00FF001A'])
})

test('a shape may have a label at a place, which stays when it is selected', () => {
  const layer = layerOf([{ ...square(1, 0, 0, 100), label: { text: 'Hot spot', at: [100, 20], align: 'right' } }])
  const { map } = mounted(layer)
  const labels = () =>
    stylesOf(map, 1).flatMap((style) => {
      const [text, place] = [style.getText(), style.getGeometry()]
      return text && place instanceof Point ? [[text.getText(), text.getTextAlign(), place.getCoordinates()]] : []
    })
  expect(labels()).toEqual([['Hot spot', 'right', [100, -20]]])
  expect(lookOf(map, 1)).toEqual(['#FF0000', '#FF00001A'])
  layer.select(1)
  expect(labels()).toEqual([['Hot spot', 'right', [100, -20]]])
  layer.setShapes([square(1, 0, 0, 100)])
  expect(labels()).toEqual([])
})

test('filled, they have a stronger fill', () => {
  const layer = layerOf()
  const { map } = mounted(layer)
  layer.setLook({ colors, filled: true })
  expect(lookOf(map, 1)).toEqual(['#FF0000', '#FF00008C'])
  layer.setLook({ colors })
  expect(lookOf(map, 1)).toEqual(['#FF0000', '#FF00001A'])
})

test('the selected one is white with a black halo, one at a time', () => {
  const layer = layerOf()
  const { map } = mounted(layer)
  layer.select(1)
  expect(lookOf(map, 1)).toEqual(['#000000', '#FFFFFF'])
  layer.select(2)
  expect(lookOf(map, 1)).toEqual(['#FF0000', '#FF00001A'])
  expect(lookOf(map, 2)).toEqual(['#000000', '#FFFFFF'])
  layer.select(null)
  expect(lookOf(map, 2)).toEqual(['#00FF00', '#00FF001A'])
})

test('state set before mounting holds on that map, and on the next one', () => {
  const layer = layerOf()
  layer.select(3)
  layer.setVisible(false)
  const first = mounted(layer)
  expect(lookOf(first.map, 3)).toEqual(['#000000', '#FFFFFF'])
  first.unmount()
  expect(first.map.getLayers().getLength()).toBe(0)
  const second = mounted(layer)
  expect(lookOf(second.map, 3)).toEqual(['#000000', '#FFFFFF'])
  expect(second.map.getLayers().item(0).getVisible()).toBe(false)
})

test('shapes are replaced, and the selected one is highlighted among the new ones', () => {
  const layer = layerOf()
  const { map } = mounted(layer)
  layer.select(3)
  layer.setShapes([square(3, 10, 10, 5), square(4, 300, 300, 5)])
  expect(lookOf(map, 3)).toEqual(['#000000', '#FFFFFF'])
  expect(layer.idAt([12, -12], 1)).toBe(3)
  expect(layer.idAt([50, -50], 1)).toBeNull()
  expect(layer.idAt([302, -302], 1)).toBe(4)
})

test.each([
  ['inside one shape', [10, -10], 1, 1],
  ['inside two, the smaller', [50, -50], 1, 2],
  ['beside one, within 3 px of the screen', [102.5, -50], 1, 1],
  ['beside one, farther than that', [103.5, -50], 1, null],
  ['farther, but within 3 px of a screen that shows four pixels of the image in one', [110, -50], 4, 1],
  ['between two, the nearer', [155, -195], 40, 3],
  ['beyond a corner, although both sides are near', [102.5, 2.5], 1, null],
  ['far from all', [500, -500], 1, null],
])('a position %s', (_, place, resolution, id) => {
  expect(layerOf().idAt(place, resolution)).toBe(id)
})

test('a hidden shape is not hit', () => {
  const layer = layerOf()
  layer.setVisible(false)
  expect(layer.idAt([10, -10], 1)).toBeNull()
})

test('shows() is whether a shape is visible, and centerOn() moves it to the centre', () => {
  const layer = layerOf()
  const { centred } = mounted(layer)
  expect(layer.shows(1)).toBe(true)
  expect(layer.shows(3)).toBe(false)
  layer.centerOn(3)
  expect(centred).toEqual([[225, 225]])
})

test('without a map, or without the shape, there is nothing to move', () => {
  const layer = layerOf()
  expect(layer.shows(3)).toBe(true)
  layer.centerOn(3)
  const { centred, unmount } = mounted(layer)
  layer.centerOn(99)
  unmount()
  layer.centerOn(3)
  expect(centred).toEqual([])
})

test('the interior point of a bent shape is inside it', () => {
  // A horseshoe, open to the right: the mean of its outline is in the gap.
  const outline: PolygonShape['outline'] = [
    [0, 0],
    [100, 0],
    [100, 10],
    [10, 10],
    [10, 90],
    [100, 90],
    [100, 100],
    [0, 100],
    [0, 0],
  ]
  const layer = layerOf([{ id: 1, group: 'cell', outline }])
  const { centred } = mounted(layer)
  layer.centerOn(1)
  const [[x = 0, y = 0] = []] = centred
  expect(layer.idAt([x, -y], 0)).toBe(1)
})
