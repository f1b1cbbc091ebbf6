import type { ImageMap } from '../canvas/image-map.ts'
import { plainTone } from '../tiles/tone.ts'
import { drawView } from './view-picture.ts'

/**
 * A map with a tile that failed before.
 * @param failures - how many more times it fails when it is loaded again
 */
const mapWith = (failures: number) => {
  let left = failures
  let isMissing = true
  let finish: (() => void) | null = null
  const retry = jest.fn(() => {
    isMissing = left > 0
    left -= 1
  })
  const map = {
    getView: () => ({ calculateExtent: () => [0, -1, 1, 0], getResolution: () => 1 }),
    getSize: () => [1, 1],
    getViewport: () => document.createElement('div'),
    once: (_: string, listener: () => void) => {
      finish = listener
    },
    un: () => undefined,
    renderSync: () => finish?.(),
    mirrored: false,
  }
  return { retry, map: { map, tiles: { hasFailed: () => isMissing, retry } } as unknown as ImageMap }
}
const options = { tone: plainTone, pixelSize: null, barLength: 100 }

/** In place of the drawing that jsdom lacks. */
const context = new Proxy({}, { get: () => () => undefined, set: () => true })
beforeAll(() => {
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => context })
  Object.assign(globalThis, { DOMMatrix: class {} })
})

test('a tile that had failed is loaded again before a picture is made', async () => {
  const { map, retry } = mapWith(0)
  await expect(drawView(map, options)).resolves.toMatchObject({ pixelSize: null })
  expect(retry).toHaveBeenCalledTimes(1)
})

test('a picture that misses a tile is not made', async () => {
  const { map } = mapWith(1)
  await expect(drawView(map, options)).rejects.toThrow('Some parts of the view could not be loaded.')
})
