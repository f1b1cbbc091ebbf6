import { configureHttp } from '@lamella/shared/api'
import { getTile, type Image, type ImageView } from '@lamella/shared/contract'
import { act, render, screen } from '@testing-library/react'
import BaseEvent from 'ol/events/Event.js'
import { ContractServer } from '../../testing/contract-server.ts'
import { sampleChannel, sampleImage, sampleView } from '../../testing/sample-image.ts'
import type { ViewerLayer } from '../layers/viewer-layer.ts'
import { initialChannels } from '../tiles/channel-settings.ts'
import type { ViewerTool } from '../tools/viewer-tool.ts'
import type { ViewPlace } from '../view-state/view-state.ts'
import { ImageMap } from './image-map.ts'
import { MapCanvas } from './map-canvas.tsx'
import type { MapContext } from './map-context.ts'
import { type ImageMapProps, useImageMap } from './use-image-map.ts'

const viewOf = (size: number): ImageView => sampleView({ width: size, height: size })
const view = viewOf(1000)

interface PictureProps extends Partial<ImageMapProps> {
  pixelSize?: Image['pixelSize']
}

const Picture = ({ pixelSize = { x: 0.5, y: 0.5 }, ...props }: PictureProps) => {
  const map = useImageMap({ imageId: 'image', view, ...props })
  return <MapCanvas image={{ name: 'field.tif', pixelSize }} map={map} barLength={100} />
}

const canvas = () => screen.getByRole('application', { name: 'Picture of field.tif' })
const mapsIn = (element: HTMLElement) => element.querySelectorAll('.ol-viewport')

let happened: string[]
beforeEach(() => {
  happened = []
})

const layerOf = (id: string): ViewerLayer => ({
  id,
  mount: ({ view: { width } }) => {
    happened.push(`${id} on ${width}`)
    return () => happened.push(`${id} off ${width}`)
  },
})

/** A layer that passes the map to the test. */
const spy = (): ViewerLayer & { context: MapContext | null } => ({
  id: 'spy',
  context: null,
  mount(context) {
    this.context = context
    return () => undefined
  },
})

const toolOf = (id: string): ViewerTool => ({
  id,
  label: id,
  icon: () => null,
  shortcut: 'x',
  activate: ({ view: { width } }) => happened.push(`${id} on ${width}`),
  deactivate: ({ view: { width } }) => happened.push(`${id} off ${width}`),
})

test('the map is in its element, is focusable, and is removed with the element', () => {
  const { unmount } = render(<Picture />)
  const element = canvas()
  expect(mapsIn(element)).toHaveLength(1)
  element.focus()
  expect(element).toHaveFocus()
  unmount()
  expect(mapsIn(element)).toHaveLength(0)
})

test('the map is replaced for another picture, and not for another listener', () => {
  const { rerender } = render(<Picture />)
  const [first] = mapsIn(canvas())
  rerender(<Picture onPointer={() => undefined} />)
  expect([...mapsIn(canvas())]).toEqual([first])
  rerender(<Picture view={viewOf(2000)} />)
  expect(mapsIn(canvas())).toHaveLength(1)
  expect(mapsIn(canvas())[0]).not.toBe(first)
})

test('the scale bar is that of the whole picture at first', async () => {
  // An element without size is shown the picture from farthest: its 1000 px of 0.5 µm on 125 px.
  render(<Picture />)
  expect(await screen.findByText('200 µm')).toHaveStyle({ width: '50px' })
})

test('there is no scale bar where the size of a pixel is not known', () => {
  const { container } = render(<Picture pixelSize={null} />)
  expect(container).toHaveTextContent('')
  expect(canvas()).toBeInTheDocument()
})

test('layers are mounted in their order, and unmounted when they leave the list or the map is disposed of', () => {
  const [cells, rois] = [layerOf('cells'), layerOf('rois')]
  const { rerender, unmount } = render(<Picture layers={[cells, rois]} />)
  expect(happened.splice(0)).toEqual(['cells on 1000', 'rois on 1000'])
  rerender(<Picture layers={[cells]} />)
  expect(happened.splice(0)).toEqual(['rois off 1000'])
  unmount()
  expect(happened).toEqual(['cells off 1000'])
})

test('a layer stays mounted when it is also in the next list', () => {
  const cells = layerOf('cells')
  const { rerender } = render(<Picture layers={[cells]} />)
  happened = []
  rerender(<Picture layers={[cells]} />)
  rerender(<Picture layers={[cells, layerOf('rois')]} />)
  expect(happened).toEqual(['rois on 1000'])
})

test('layers in another order are drawn in that order', () => {
  const [cells, rois] = [layerOf('cells'), layerOf('rois')]
  const { rerender } = render(<Picture layers={[cells, rois]} />)
  happened = []
  rerender(<Picture layers={[rois, cells]} />)
  expect(happened).toEqual(['cells off 1000', 'rois off 1000', 'rois on 1000', 'cells on 1000'])
})

test('the layers and the tool of a new image are mounted on its map only', () => {
  const { rerender, unmount } = render(<Picture layers={[layerOf('old')]} tool={toolOf('old tool')} />)
  happened = []
  rerender(<Picture view={viewOf(2000)} layers={[layerOf('new')]} tool={toolOf('new tool')} />)
  expect(happened.splice(0).sort()).toEqual(['new on 2000', 'new tool on 2000', 'old off 1000', 'old tool off 1000'])
  unmount()
  expect(happened.sort()).toEqual(['new off 2000', 'new tool off 2000'])
})

test('one tool is active at a time, and none after the map is disposed of', () => {
  const [select, draw] = [toolOf('select'), toolOf('draw')]
  const { rerender, unmount } = render(<Picture tool={select} />)
  rerender(<Picture tool={select} />)
  expect(happened.splice(0)).toEqual(['select on 1000'])
  rerender(<Picture tool={draw} />)
  expect(happened.splice(0)).toEqual(['select off 1000', 'draw on 1000'])
  rerender(<Picture tool={null} />)
  unmount()
  expect(happened).toEqual(['draw off 1000'])
})

test.each([
  ['inside, as the pixel it is in', [10.7, -20.2], { x: 10, y: 20 }],
  ['on the last pixel', [999.9, -999.9], { x: 999, y: 999 }],
  ['left of the picture', [-0.1, -20], null],
  ['above the picture', [10, 0.1], null],
  ['right of the picture', [1000, -20], null],
  ['below the picture', [10, -1000], null],
])('the position of the pointer %s', (_, coordinate, place) => {
  const layer = spy()
  const onPointer = jest.fn()
  render(<Picture layers={[layer]} onPointer={onPointer} />)
  act(() => {
    layer.context?.map.dispatchEvent(Object.assign(new BaseEvent('pointermove'), { coordinate }))
  })
  expect(onPointer.mock.calls).toEqual([[place]])
})

test('a layer can read the visible extent and move the map', () => {
  const layer = spy()
  render(<Picture layers={[layer]} />)
  const { context } = layer
  context?.map.setSize([100, 100])
  context?.map.getView().setResolution(1)
  context?.centerOn(200, 300)
  expect(context?.shows(200, 300)).toBe(true)
  expect(context?.shows(249, 349)).toBe(true)
  expect(context?.shows(251, 300)).toBe(false)
  expect(context?.shows(200, 249)).toBe(false)
})

describe('the place', () => {
  const mapOf = (place: ViewPlace | null = null) => {
    const target = document.createElement('div')
    const listeners = { onMove: () => undefined, onPointer: () => undefined }
    const map = new ImageMap({ target, imageId: 'image', view, listeners, place })
    map.map.setSize([100, 100])
    return map
  }

  test('is none while the whole image is shown, and after it was fitted again', () => {
    const map = mapOf()
    expect(map.place).toBeNull()
    map.centerOn(10, 20)
    expect(map.place).toMatchObject({ x: 10, y: 20 })
    map.fit()
    expect(map.place).toBeNull()
    map.dispose()
  })

  test('is not beyond the largest zoom', () => {
    const map = mapOf({ x: 300, y: 200, zoom: 100 })
    expect(map.place?.zoom).toBe(16)
    map.dispose()
  })

  test('that is given is shown first', () => {
    const place = { x: 300, y: 200, zoom: 4 }
    const map = mapOf(place)
    expect(map.place).toEqual(place)
    map.dispose()
  })
})

test.each([
  [1, true],
  [0.6, true],
  [0.5, false],
  [1 / 16, false],
])('at %s pixels of the image per CSS pixel they are smoothed: %s', (resolution, smoothed) => {
  const layer = spy()
  render(<Picture layers={[layer]} />)
  const context = { imageSmoothingEnabled: !smoothed }
  const frameState = { viewState: { resolution } }
  layer.context?.map
    .getLayers()
    .item(0)
    .dispatchEvent(Object.assign(new BaseEvent('prerender'), { context, frameState }))
  expect(context.imageSmoothingEnabled).toBe(smoothed)
})

test('the values of a lossless RGB image are those of the file under the pointer, however it is displayed', async () => {
  const samples = Uint8Array.from({ length: 2 * 2 * 3 }, (_, at) => at)
  const server = ContractServer.start().on(getTile, () => new Response(samples))
  configureHttp({ baseUrl: 'http://portal.test' })
  try {
    const channels = [sampleChannel({ name: 'RGB', color: null })]
    const size = { width: 2, height: 2 }
    const colors = sampleView({ encoding: 'raw', channels, tileSize: 2, ...size, levels: [size] })
    const target = document.createElement('div')
    const listeners = { onMove: () => undefined, onPointer: () => undefined }
    const map = new ImageMap({ target, imageId: sampleImage().id, view: colors, listeners })
    map.map.setSize([100, 100])
    expect(map.valuesAt({ x: 1, y: 1 }, { t: 0 }).values).toEqual([])
    await map.store.samples({ z: 0, x: 0, y: 0, c: 0, t: 0 })
    map.show(
      initialChannels(colors).map((channel) => ({ ...channel, min: 100, gamma: 3, invert: true })),
      { t: 0 },
    )
    map.showTone({ brightness: 50, contrast: 50 })
    expect(map.valuesAt({ x: 1, y: 1 }, { t: 0 })).toEqual({ values: [9, 10, 11], isExact: true })
    map.dispose()
  } finally {
    server.close()
  }
})
