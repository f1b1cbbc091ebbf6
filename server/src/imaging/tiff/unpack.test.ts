import fc from 'fast-check'
import { unpackSamples } from './unpack.ts'

const plain = { format: 'uint', littleEndian: true, step: 1, predictor: 1, inverted: false, spread: false } as const

test('samples of any number of bits are unpacked, rows padded to bytes', () => {
  const bits = fc.integer({ min: 1, max: 31 }).filter((count) => ![8, 16, 24].includes(count))
  fc.assert(
    fc.property(
      bits,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(),
      (depth, width, rows, seed) => {
        const values = Array.from({ length: width * rows }, (_, i) => (seed + i * 7_919_317) % 2 ** depth)
        const text = Array.from({ length: rows }, (_, row) => {
          const digits = values
            .slice(row * width, (row + 1) * width)
            .map((value) => value.toString(2).padStart(depth, '0'))
          return digits.join('').padEnd(Math.ceil((width * depth) / 8) * 8, '0')
        }).join('')
        const bytes = Uint8Array.from(text.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
        expect([...unpackSamples(bytes, { ...plain, bits: depth, rowLength: width })]).toEqual(values)
      },
    ),
  )
})

test.each<[string, number, number[], number[]]>([
  ['half floats', 16, [0x00, 0x3c, 0x00, 0xc0, 0x01, 0x00, 0x00, 0x7c], [1, -2, 2 ** -24, Number.POSITIVE_INFINITY]],
  ['24-bit floats', 24, [0x00, 0x00, 0x3f, 0x00, 0x00, 0xc0], [1, -2]],
  ['single floats', 32, [0x00, 0x00, 0x80, 0x3f], [1]],
  ['doubles', 64, [0, 0, 0, 0, 0, 0, 0xf0, 0x3f], [1]],
])('%s', (_name, bits, bytes, values) => {
  const packing = { ...plain, format: 'float', bits, rowLength: values.length } as const
  // A view on a part of a larger buffer, as file reads return.
  const read = Buffer.from([9, ...bytes]).subarray(1)
  expect([...unpackSamples(read, packing)]).toEqual(values)
  expect([...read]).toEqual(bytes)
  const swapped = Uint8Array.from({ length: bytes.length }, (_, i) => {
    const width = bits / 8
    return bytes[Math.floor(i / width) * width + width - 1 - (i % width)] ?? 0
  })
  expect([...unpackSamples(swapped, { ...packing, littleEndian: false })]).toEqual(values)
})

test('signed samples keep their sign, 64-bit integers become doubles', () => {
  expect([...unpackSamples(Uint8Array.of(0xff, 0x7f), { ...plain, format: 'int', bits: 8, rowLength: 2 })]).toEqual([
    -1, 127,
  ])
  const long = Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
  expect([...unpackSamples(long, { ...plain, format: 'int', bits: 64, rowLength: 1 })]).toEqual([-2])
})

test('white-is-zero is inverted, colours of fewer bits are scaled to 8', () => {
  expect([...unpackSamples(Uint8Array.of(0b1100_0111), { ...plain, bits: 4, rowLength: 2, inverted: true })]).toEqual([
    3, 8,
  ])
  expect([...unpackSamples(Uint8Array.of(0xf7), { ...plain, bits: 4, rowLength: 2, spread: true })]).toEqual([255, 119])
})
