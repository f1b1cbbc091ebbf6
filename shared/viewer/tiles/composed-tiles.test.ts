import { configureHttp } from '@lamella/shared/api'
import { getTile, type ImageView } from '@lamella/shared/contract'
import { ContractServer } from '../../testing/contract-server.ts'
import { sampleChannel, sampleChannelsView, sampleImage, sampleView } from '../../testing/sample-image.ts'
import { type ChannelSetting, initialChannels } from './channel-settings.ts'
import { ComposedTiles } from './composed-tiles.ts'
import { TileStore } from './tile-store.ts'

/** In place of the drawing that jsdom lacks: the pixels of a tile stay readable, and a JPEG stays a blob. */
class Pixels {
  readonly data: Uint8ClampedArray
  constructor(data: Uint8ClampedArray) {
    this.data = data
  }
}
const drawn = new WeakMap<HTMLCanvasElement, number[]>()
function contextOf(this: HTMLCanvasElement) {
  const putImageData = (pixels: Pixels, left: number, top: number): void => {
    const all = drawn.get(this) ?? []
    all.splice(4 * (top * this.width + left), pixels.data.length, ...pixels.data)
    drawn.set(this, all)
  }
  return { putImageData }
}
const before = { ImageData: globalThis.ImageData, createImageBitmap: globalThis.createImageBitmap }
beforeAll(() => {
  configureHttp({ baseUrl: 'http://portal.test' })
  Object.assign(HTMLCanvasElement.prototype, { getContext: contextOf })
  Object.assign(globalThis, { ImageData: Pixels, createImageBitmap: async (image: unknown) => image })
})
afterAll(() => Object.assign(globalThis, before))

/** The value of every sample, by channel. */
let levels: number[]
let asked: (number | undefined)[]
let server: ContractServer
beforeEach(() => {
  levels = [500, 900]
  asked = []
  server = ContractServer.start().on(getTile, ({ query }) => {
    asked.push(query.c)
    return new Response(Uint16Array.of(levels[query.c ?? 0] ?? 0))
  })
})
afterEach(() => server.close())

const onePixel = { width: 1, height: 1, tileSize: 1, levels: [{ width: 1, height: 1 }] }
const view = sampleChannelsView({
  ...onePixel,
  channels: [
    sampleChannel({ auto: { min: 0, max: 1000 } }),
    sampleChannel({ index: 1, color: '#00FF00', auto: { min: 800, max: 1000 } }),
  ],
})

/** Loads a tile, the first unless stated, as OpenLayers does. */
const load = async (
  tiles: ComposedTiles,
  [z, x, y]: readonly [number, number, number] = [0, 0, 0],
): Promise<unknown> => {
  const tile = tiles.getTile(z, x, y, 1, tiles.getProjection() ?? undefined)
  const loaded = new Promise<void>((resolve) => {
    tile?.addEventListener('change', () => tile.getState() >= 2 && resolve())
  })
  tile?.load()
  await loaded
  return tile && 'getData' in tile && typeof tile.getData === 'function' ? tile.getData() : undefined
}

const tilesOf = (shown: ImageView, channels: readonly ChannelSetting[] = initialChannels(shown)) =>
  new ComposedTiles(shown, new TileStore(sampleImage().id, shown), channels)

const pixelsOf = (tile: unknown): number[] => (tile instanceof HTMLCanvasElement && drawn.get(tile)) || []
const colorOf = async (tiles: ComposedTiles): Promise<number[]> => pixelsOf(await load(tiles))
const everywhere = [0, -1, 1, 0]

test('a tile is the sum of its channels, each in its colour and range', async () => {
  expect(await colorOf(tilesOf(view))).toEqual([0, 128, 128, 255])
})

test('an invisible channel is not fetched', async () => {
  const [blue, green] = initialChannels(view)
  if (!blue || !green) throw new Error('The view has two channels')
  expect(await colorOf(tilesOf(view, [{ ...blue, visible: false }, green]))).toEqual([0, 128, 0, 255])
  expect(asked).toEqual([1])
})

const brighter = initialChannels(view).map((channel) => ({ ...channel, min: 0, max: 500 }))

test('another range is drawn into the same tile with the next frame, without a request', async () => {
  const tiles = tilesOf(view)
  const tile = await load(tiles)
  const key = tiles.getKey()
  tiles.show(brighter, { t: 0 })
  expect(pixelsOf(tile)).toEqual([0, 128, 128, 255])
  tiles.redraw(everywhere, 1)
  expect(pixelsOf(tile)).toEqual([0, 255, 255, 255])
  expect(tiles.getKey()).toBe(key)
  expect(asked).toHaveLength(2)
})

test('a tile that is not visible is drawn anew when it becomes so', async () => {
  const tiles = tilesOf(view)
  const tile = await load(tiles)
  tiles.show(brighter, { t: 0 })
  tiles.redraw([5, -6, 6, -5], 1)
  expect(pixelsOf(tile)).toEqual([0, 128, 128, 255])
  tiles.redraw(everywhere, 1)
  expect(pixelsOf(tile)).toEqual([0, 255, 255, 255])
})

test('of a tile that is visible in part only those rows are drawn anew, and all others when one of them becomes visible', async () => {
  const [width, height] = [2, 8]
  const one = { width, height: 8 }
  server.on(getTile, ({ query }) => new Response(new Uint16Array(64).fill(levels[query.c ?? 0] ?? 0)))
  const tiles = tilesOf({ ...view, width, height, tileSize: 8, levels: [one] })
  const tile = await load(tiles)
  const green = () => Array.from({ length: height }, (_, row) => pixelsOf(tile)[4 * 8 * row + 1])
  expect(green()).toEqual(Array(height).fill(128))
  tiles.show(brighter, { t: 0 })
  // Rows 3 and 4, and one at each side.
  tiles.redraw([0, -5, 2, -3], 1)
  expect(green()).toEqual([128, 128, 255, 255, 255, 255, 128, 128])
  tiles.redraw([0, -7, 2, -5], 1)
  expect(green()).toEqual(Array(height).fill(255))
})

test('tiles of another level are drawn anew only where those of the shown one are missing', async () => {
  const levels = [
    { width: 1, height: 1 },
    { width: 2, height: 1 },
  ]
  const tiles = tilesOf({ ...view, width: 2, levels })
  const overview = await load(tiles)
  const left = await load(tiles, [1, 0, 0])
  const [both, onlyLeft] = [
    [0, -1, 2, 0],
    [0, -1, 1, 0],
  ]
  tiles.show(brighter, { t: 0 })
  tiles.redraw(onlyLeft, 1)
  expect([pixelsOf(left), pixelsOf(overview)]).toEqual([
    [0, 255, 255, 255],
    [0, 128, 128, 255],
  ])
  tiles.redraw(both, 1)
  expect(pixelsOf(overview)).toEqual([0, 255, 255, 255])
})

test('what is shown already is no change', () => {
  const channels = initialChannels(view)
  const tiles = tilesOf(view, channels)
  expect(tiles.show(channels, { t: 0 })).toBe(false)
  expect(tiles.show([...channels], { t: 0 })).toBe(true)
  expect(tiles.show(channels, { t: 1 })).toBe(true)
})

test.each([
  ['another time point', initialChannels(view), 1],
  ['other channels', brighter.map((channel) => ({ ...channel, visible: channel.index === 1 })), 0],
] as const)('for %s tiles are loaded', async (_, channels, time) => {
  const tiles = tilesOf(view)
  await load(tiles)
  const key = tiles.getKey()
  tiles.show(channels, { t: time })
  expect(tiles.getKey()).not.toBe(key)
})

test('a tile whose samples are no longer in the cache is loaded again', async () => {
  const store = new TileStore(sampleImage().id, view, 0, 4)
  const tiles = new ComposedTiles(view, store, initialChannels(view))
  await load(tiles)
  const key = tiles.getKey()
  await store.samples({ z: 0, x: 1, y: 0, c: 0, t: 0 })
  tiles.show(brighter, { t: 0 })
  tiles.redraw(everywhere, 1)
  expect(tiles.getKey()).not.toBe(key)
})

test('lossless RGB is shown over one range', async () => {
  const rgb = sampleChannelsView({
    ...onePixel,
    samplesPerPixel: 3,
    channels: [sampleChannel({ auto: { min: 0, max: 1000 } })],
  })
  server.on(getTile, () => new Response(Uint16Array.of(0, 500, 1000)))
  expect(await colorOf(tilesOf(rgb))).toEqual([0, 128, 255, 255])
})

test('JPEG is shown as it is', async () => {
  server.on(getTile, () => new Response('jpeg'))
  const picture = await load(tilesOf(sampleView(onePixel)))
  expect(picture).toBeInstanceOf(Blob)
  expect(picture instanceof Blob && (await picture.text())).toBe('jpeg')
})

test('a tile that failed is known where it lies, until it is loaded again', async () => {
  const tiles = tilesOf(view)
  server.on(getTile, () => new Response(null, { status: 503 }))
  await load(tiles)
  expect(tiles.hasFailed(everywhere)).toBe(true)
  expect(tiles.hasFailed([2, -1, 3, 0])).toBe(false)
  server.on(getTile, ({ query }) => new Response(Uint16Array.of(levels[query.c ?? 0] ?? 0)))
  tiles.retry()
  expect(await colorOf(tiles)).toEqual([0, 128, 128, 255])
  expect(tiles.hasFailed(everywhere)).toBe(false)
})
