import fc from 'fast-check'
import { colorOf, composeChannels, composeRgb } from './compose.ts'

const white = [1, 1, 1] as const

test('a channel is stretched over its range and coloured', () => {
  const samples = Uint16Array.of(0, 100, 150, 200, 65535)
  const rgba = composeChannels([{ samples, color: [0, 1, 0], min: 100, max: 200 }], 5)
  expect([...rgba.filter((_, index) => index % 4 === 1)]).toEqual([0, 0, 128, 255, 255])
  expect([...rgba.filter((_, index) => index % 4 === 0)]).toEqual([0, 0, 0, 0, 0])
})

test('channels are added and clipped at white', () => {
  const layer = (color: readonly [number, number, number]) => ({ samples: Uint8Array.of(255), color, min: 0, max: 255 })
  expect([...composeChannels([layer([1, 0, 0]), layer([0, 0, 1])], 1)]).toEqual([255, 0, 255, 255])
  expect([...composeChannels([layer(white), layer(white)], 1)]).toEqual([255, 255, 255, 255])
})

test('without channels the picture is black and opaque', () => {
  expect([...composeChannels([], 1)]).toEqual([0, 0, 0, 255])
})

test('an 8-bit grey channel over its whole range is itself', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (samples) => {
      const rgba = composeChannels([{ samples, color: white, min: 0, max: 255 }], samples.length)
      expect([...rgba.filter((_, index) => index % 4 === 2)]).toEqual([...samples])
    }),
  )
})

test('interleaved RGB keeps its order', () => {
  expect([...composeRgb(Uint16Array.of(0, 32768, 65535), 1, 0, 65535)]).toEqual([0, 128, 255, 255])
})

test('a colour in hex', () => {
  expect(colorOf('#FF0080')).toEqual([1, 0, 128 / 255])
})
