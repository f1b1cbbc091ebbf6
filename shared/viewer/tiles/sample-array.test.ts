import { sampleView } from '../../testing/sample-image.ts'
import { samplesOf } from './sample-array.ts'

const bufferOf = (bytes: number[]): ArrayBuffer => Uint8Array.from(bytes).buffer

const view = (sampleFormat: 'uint8' | 'int16' | 'uint16' | 'float32', byteOrder: 'little' | 'big' = 'little') =>
  sampleView({ sampleFormat, byteOrder })

test.each([
  ['little', [1, 0, 255, 255]],
  ['big', [0, 1, 255, 255]],
] as const)('16 bit, %s endian', (byteOrder, bytes) => {
  expect([...samplesOf(bufferOf([...bytes]), view('uint16', byteOrder))]).toEqual([1, 65535])
})

test('signed samples keep their sign', () => {
  expect([...samplesOf(bufferOf([255, 254]), view('int16', 'big'))]).toEqual([-2])
})

test('fractions, big endian', () => {
  expect([...samplesOf(bufferOf([0x3f, 0x80, 0, 0, 0xbf, 0, 0, 0]), view('float32', 'big'))]).toEqual([1, -0.5])
})

test('8-bit samples are not affected by the byte order', () => {
  expect([...samplesOf(bufferOf([1, 2, 3]), view('uint8', 'big'))]).toEqual([1, 2, 3])
})
