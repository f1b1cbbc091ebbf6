import { ApiFailure, configureHttp } from '@lamella/shared/api'
import { getTile } from '@lamella/shared/contract'
import { ContractServer, Refusal } from '../../testing/contract-server.ts'
import { sampleChannel, sampleChannelsView, sampleImage, sampleView } from '../../testing/sample-image.ts'
import { TileStore } from './tile-store.ts'

const { id } = sampleImage()
const place = { z: 0, x: 2, y: 1, c: 1, t: 3 }
const channels = [sampleChannel(), sampleChannel({ index: 1 })]

beforeAll(() => configureHttp({ baseUrl: 'http://portal.test' }))

let server: ContractServer
let asked: string[]
beforeEach(() => {
  asked = []
  server = ContractServer.start().on(getTile, ({ query }) => {
    const { scene, 'dim[z]': plane } = query
    const more = `${plane === undefined ? '' : ` z${plane}`}${scene === undefined ? '' : ` scene ${scene}`}`
    asked.push(`${query.z}/${query.x}/${query.y}/${query.c ?? '-'}/${query['dim[t]'] ?? '-'}${more}`)
    return new Response(Uint16Array.of(Number(query.x), 500))
  })
})
afterEach(() => server.close())

test.each([
  ['of several channels and time points by both', sampleChannelsView({ channels, timePoints: 9 }), '0/2/1/1/3'],
  ['of one channel by its place alone', sampleChannelsView({ channels: [sampleChannel()] }), '0/2/1/-/-'],
])('D3-7-44 a tile %s', async (_, view, address) => {
  const samples = await new TileStore(id, view).samples(place)
  expect([...samples]).toEqual([2, 500])
  expect(asked).toEqual([address])
})

test.each([
  ['a Z plane', 4, ' z4'],
  ['the first Z plane', 0, ' z0'],
  ['the maximum of all', 'max', ' zmax'],
  ['no plane in particular, the middle one', undefined, ''],
] as const)('a tile of a stack is asked for by %s, its channel and its time point', async (_, plane, words) => {
  const stack = sampleChannelsView({ channels, timePoints: 9, zCount: 5, hasMaximum: true })
  await new TileStore(id, stack, 2).samples({ ...place, plane })
  await new TileStore(id, sampleChannelsView({ channels, timePoints: 9 })).samples({ ...place, plane })
  expect(asked).toEqual([`0/2/1/1/3${words} scene 2`, '0/2/1/1/3'])
})

test('a tile is fetched once, and its samples can be read for the values under the pointer', async () => {
  const store = new TileStore(id, sampleChannelsView())
  expect(store.peek(place)).toBeUndefined()
  const samples = await store.samples(place)
  expect(await store.samples(place)).toBe(samples)
  expect(store.peek(place)).toBe(samples)
  expect(asked).toHaveLength(1)
})

test('tiles that differ by a channel, a time point or a plane of the image are kept apart; what the image has only one of does not count', async () => {
  const stack = new TileStore(id, sampleChannelsView({ channels, timePoints: 9, zCount: 5 }))
  await stack.samples({ ...place, plane: 0 })
  for (const other of [{ c: 0 }, { t: 4 }, { plane: 1 }, { plane: undefined }, { x: 1 }, { y: 2 }, { z: 1 }]) {
    expect(stack.has({ ...place, plane: 0, ...other })).toBe(false)
  }
  const single = new TileStore(id, sampleChannelsView({ channels: [sampleChannel()], timePoints: 1 }))
  await single.samples(place)
  expect(single.has({ ...place, c: 0, t: 0, plane: 0 })).toBe(true)
})

test.each([
  ['image/jpeg', true],
  ['image/webp', false],
  ['image/png', false],
])('a picture of the type %s is coded with loss: %s', async (type, isLossy) => {
  const before = globalThis.createImageBitmap
  Object.assign(globalThis, { createImageBitmap: async (image: Blob) => ({ image }) })
  try {
    server.on(getTile, () => new Response('picture', { headers: { 'content-type': type } }))
    const store = new TileStore(id, sampleView())
    expect(store.isLossy(await store.picture(place))).toBe(isLossy)
  } finally {
    Object.assign(globalThis, { createImageBitmap: before })
  }
})

test('a picture is fetched once, and can be read for the values under the pointer', async () => {
  const before = globalThis.createImageBitmap
  Object.assign(globalThis, { createImageBitmap: async (image: Blob) => ({ image }) })
  try {
    const store = new TileStore(id, sampleView())
    expect(store.peekPicture(place)).toBeUndefined()
    const picture = await store.picture(place)
    expect(await store.picture(place)).toBe(picture)
    expect(store.peekPicture(place)).toBe(picture)
    expect(asked).toHaveLength(1)
  } finally {
    Object.assign(globalThis, { createImageBitmap: before })
  }
})

test('the least recently used tile is evicted when there are too many bytes', async () => {
  const bytes = 4
  const store = new TileStore(id, sampleChannelsView(), 0, 2 * bytes)
  const at = (x: number) => ({ ...place, x })
  await store.samples(at(0))
  await store.samples(at(1))
  store.peek(at(0))
  await store.samples(at(2))
  expect([0, 1, 2].map((x) => store.peek(at(x)) !== undefined)).toEqual([true, false, true])
})

test('a tile that could not be loaded is requested again', async () => {
  const store = new TileStore(id, sampleChannelsView())
  server.on(getTile, () => new Refusal('ERR_0404'))
  await expect(store.samples(place)).rejects.toBeInstanceOf(ApiFailure)
  server.on(getTile, () => new Response(Uint16Array.of(1)))
  expect([...(await store.samples(place))]).toEqual([1])
})
