import { configureHttp } from '@lamella/shared/api'
import { getTile } from '@lamella/shared/contract'
import { waitFor } from '@testing-library/react'
import { ContractServer } from '../../testing/contract-server.ts'
import { sampleChannel, sampleChannelsView, sampleImage } from '../../testing/sample-image.ts'
import { ImageMap } from '../canvas/image-map.ts'
import { initialChannels } from './channel-settings.ts'
import { fetchAround } from './tiles-ahead.ts'

let asked: string[]
let server: ContractServer
beforeEach(() => {
  asked = []
  configureHttp({ baseUrl: 'http://portal.test' })
  server = ContractServer.start().on(getTile, ({ query }) => {
    asked.push(`${query.x}/${query.y} c${query.c}`)
    return new Response(new Uint16Array(4))
  })
})
afterEach(() => server.close())

/** A map of 8 × 8 tiles of 64 px, of which it shows one in the third row and column, in the second of two channels. */
const mapOf = () => {
  const size = { width: 512, height: 512 }
  const channels = [sampleChannel(), sampleChannel({ index: 1 })]
  const view = sampleChannelsView({ ...size, tileSize: 64, levels: [size], channels })
  const listeners = { onMove: () => undefined, onPointer: () => undefined }
  const map = new ImageMap({ target: document.createElement('div'), imageId: sampleImage().id, view, listeners })
  // jsdom cannot draw.
  map.map.getLayers().clear()
  map.map.setSize([60, 60])
  map.map.getView().setResolution(1)
  map.centerOn(160, 160)
  const shown = initialChannels(view).map((channel) => ({ ...channel, visible: channel.index === 1 }))
  map.show(shown, { t: 0 })
  return { map, shown }
}
const { signal } = new AbortController()

test('the tiles round the visible ones are fetched in the visible channels, the nearest first, once', async () => {
  const { map } = mapOf()
  await fetchAround(map, signal)
  expect(asked).toHaveLength(24)
  expect(new Set(asked.slice(0, 4))).toEqual(new Set(['1/2 c1', '3/2 c1', '2/1 c1', '2/3 c1']))
  expect(asked).not.toContain('2/2 c1')
  await fetchAround(map, signal)
  expect(asked).toHaveLength(24)
  // One tile further, most of what is round about is there.
  map.centerOn(224, 160)
  await fetchAround(map, signal)
  expect(asked.slice(24).sort()).toEqual(['2/2 c1', '5/0 c1', '5/1 c1', '5/2 c1', '5/3 c1', '5/4 c1'])
  map.dispose()
})

test('a range that is moved asks the server for nothing', async () => {
  const { map, shown } = mapOf()
  await map.tiles.fetch({ z: 0, x: 2, y: 2 }, signal)
  await fetchAround(map, signal)
  const before = asked.length
  for (let max = 1000; max > 100; max -= 50) {
    map.show(
      shown.map((channel) => ({ ...channel, max })),
      { t: 0 },
    )
    await fetchAround(map, signal)
  }
  expect(asked).toHaveLength(before)
  map.dispose()
})

test('they are fetched when the picture is drawn, and no longer when it is moved or left', async () => {
  const { map } = mapOf()
  map.map.dispatchEvent('rendercomplete')
  await waitFor(() => expect(asked).toHaveLength(24))
  map.centerOn(400, 400)
  let answers = 0
  server.on(getTile, async () => {
    answers += 1
    if (answers === 3) map.map.dispatchEvent('movestart')
    return new Response(new Uint16Array(4))
  })
  map.map.dispatchEvent('rendercomplete')
  await waitFor(() => expect(answers).toBeGreaterThanOrEqual(3))
  map.dispose()
  map.map.dispatchEvent('rendercomplete')
  expect(answers).toBeLessThan(8)
})
