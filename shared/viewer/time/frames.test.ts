import { configureHttp } from '@lamella/shared/api'
import { getTile, type ImageView } from '@lamella/shared/contract'
import { ContractServer } from '../../testing/contract-server.ts'
import { sampleChannel, sampleChannelsView, sampleImage, sampleView } from '../../testing/sample-image.ts'
import { ImageMap } from '../canvas/image-map.ts'
import { initialChannels } from '../tiles/channel-settings.ts'
import { framesOf } from './frames.ts'

let asked: string[]
let server: ContractServer
const before = globalThis.createImageBitmap
beforeEach(() => {
  asked = []
  configureHttp({ baseUrl: 'http://portal.test' })
  Object.assign(globalThis, { createImageBitmap: async (image: Blob) => ({ image }) })
  server = ContractServer.start().on(getTile, ({ query }) => {
    asked.push(`${query.z}/${query.x}/${query.y} c${query.c ?? '-'} t${query['dim[t]']}`)
    return new Response(new Uint16Array(4))
  })
})
afterEach(() => {
  server.close()
  Object.assign(globalThis, { createImageBitmap: before })
})

/** A map that shows the upper left 100 × 100 pixels of an image of 4 × 4 tiles of 64 px. */
const mapOf = (changes: Partial<ImageView>, view = sampleChannelsView()) => {
  const size = { width: 256, height: 256 }
  const shown = { ...view, ...size, tileSize: 64, levels: [size], timePoints: 9, ...changes }
  const listeners = { onMove: () => undefined, onPointer: () => undefined }
  const target = document.createElement('div')
  const map = new ImageMap({ target, imageId: sampleImage().id, view: shown, listeners })
  map.map.setSize([100, 100])
  map.map.getView().setResolution(1)
  map.centerOn(50, 50)
  return map
}
const { signal } = new AbortController()
const visible = ['0/0/0', '0/0/1', '0/1/0', '0/1/1']

test('a time point is fetched in the visible tiles and channels, once', async () => {
  const channels = [sampleChannel(), sampleChannel({ index: 1 })]
  const map = mapOf({ channels })
  const frames = framesOf(
    map,
    initialChannels(map.view).map((channel) => ({ ...channel, visible: channel.index === 1 })),
    (t) => ({ t }),
  )
  expect(frames.has(7)).toBe(false)
  await frames.fetch(7, signal)
  await frames.fetch(7, signal)
  expect(asked.sort()).toEqual(visible.map((place) => `${place} c1 t7`))
  expect([6, 7].map((time) => frames.has(time))).toEqual([false, true])
  map.dispose()
})

test('of an RGB image the pictures are fetched', async () => {
  const map = mapOf({}, sampleView({ channels: [sampleChannel({ color: null })] }))
  const frames = framesOf(map, initialChannels(map.view), (t) => ({ t }))
  await frames.fetch(2, signal)
  expect(asked.sort()).toEqual(visible.map((place) => `${place} c- t2`))
  expect(frames.has(2)).toBe(true)
  map.dispose()
})
