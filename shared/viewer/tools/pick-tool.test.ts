import BaseEvent from 'ol/events/Event.js'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import { sampleView } from '../../testing/sample-image.ts'
import type { MapContext } from '../canvas/map-context.ts'
import { PolygonLayer } from '../layers/polygon-layer.ts'
import { pickTool } from './pick-tool.ts'

const layer = new PolygonLayer('objects')
layer.setShapes([
  {
    id: 7,
    group: 'cell',
    outline: [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ],
  },
])
const map = new OlMap({ view: new View({ center: [0, 0], resolution: 2, constrainResolution: false }) })
const context: MapContext = {
  map,
  view: sampleView(),
  visiblePicture: () => null,
  scene: 0,
  shown: { t: 0 },
  onShown: () => () => undefined,
  askFor: () => undefined,
  shows: () => true,
  centerOn: () => undefined,
}

const click = (coordinate: number[], keys: { shiftKey?: boolean; metaKey?: boolean } = {}) => {
  const originalEvent = { shiftKey: false, ctrlKey: false, metaKey: false, ...keys }
  map.dispatchEvent(Object.assign(new BaseEvent('singleclick'), { coordinate, originalEvent }))
}

test('a click picks the shape, a click beside it picks none, and only while the tool is active', () => {
  const onPick = jest.fn()
  const tool = pickTool(layer, onPick)
  click([5, -5])
  tool.activate(context)
  click([5, -5])
  // Six pixels of the image are three CSS pixels.
  click([15.5, -5])
  click([16.5, -5])
  click([5, -5], { shiftKey: true })
  click([5, -5], { metaKey: true })
  tool.deactivate(context)
  click([5, -5])
  expect(onPick.mock.calls).toEqual([
    [7, false],
    [7, false],
    [null, false],
    [7, true],
    [7, true],
  ])
})
