import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { type TestTag, writeTestTiff } from '../../test/imaging-tiff.ts'
import { encodeJpeg2000 } from '../../test/jpeg-2000.ts'
import { readFirstPlane } from '../../test/read-plane.ts'
import { inSrgb, profileUse } from './colour-profile.ts'
import { uint8, uint16 } from './sample-type.ts'
import { openSource } from './sources/open-source.ts'

let folder: string
const profiles: Record<'srgb' | 'p3', Uint8Array> = { srgb: Buffer.alloc(0), p3: Buffer.alloc(0) }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-profile-'))
  for (const name of ['srgb', 'p3'] as const) {
    const picture = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).withIccProfile(name)
    profiles[name] = (await sharp(await picture.png().toBuffer()).metadata()).icc ?? Buffer.alloc(0)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
/** `readFirstPlane` closes it. */
const open = async (bytes: Uint8Array) => {
  const path = join(folder, `image-${files++}`)
  await writeFile(path, bytes)
  return openSource(path, 'image', folder)
}

const SIDE = 16
const PIXELS = SIDE * SIDE

const tags = (samples: number, more: TestTag[]): TestTag[] => [
  [256, SIDE],
  [257, SIDE],
  [258, new Array<number>(samples).fill(8)],
  [259, 1],
  [262, 2],
  [277, samples],
  ...(samples === 4 ? [[338, 2] as TestTag] : []),
  [34675, profiles.p3],
  ...more,
]
/** Decoded by libvips as a whole. */
const interleaved = (samples: number, pixels: Uint8Array) =>
  writeTestTiff([{ tags: tags(samples, [[278, SIDE]]), segments: [pixels] }])
/** The same, which is decoded in bands: with tiles for each colour. */
const planar = (samples: number, pixels: Uint8Array) => {
  const segments = Array.from({ length: samples }, (_, s) =>
    Uint8Array.from({ length: PIXELS }, (_, i) => pixels[samples * i + s] ?? 0),
  )
  const tiles: TestTag[] = [
    [284, 2],
    [322, SIDE],
    [323, SIDE],
  ]
  return writeTestTiff([{ tags: tags(samples, tiles), segments, tiled: true }])
}

const apart = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? Number.NaN))), 0)

test.each<[samples: number, most: number]>([
  [3, 0],
  // Rounded after alpha by the one, and in between by the other.
  [4, 1],
])('a picture of %i samples has the colours of its profile, whichever way it is decoded', async (samples, most) => {
  const length = samples * PIXELS
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: length, maxLength: length }), async (pixels) => {
      const [whole, bands] = [await open(interleaved(samples, pixels)), await open(planar(samples, pixels))]
      expect([whole.notes, bands.notes]).toEqual([[], []])
      const [one, other] = [await whole.plane({ c: 0, z: 0, t: 0 }), await bands.plane({ c: 0, z: 0, t: 0 })]
      expect([one.via, other.via]).toEqual(['sharp', 'bands'])
      expect(apart(await readFirstPlane(bands), await readFirstPlane(whole))).toBeLessThanOrEqual(most)
    }),
    { numRuns: 20 },
  )
})

test('rows that are converted in several parts have the colours of the whole', async () => {
  const [width, height] = [3_000, 1_000]
  const pixels = Uint8Array.from({ length: 3 * width * height }, (_, i) => (i * 31 + Math.floor(i / 777)) % 256)
  const rows = async (top: number, count: number) => pixels.subarray(3 * width * top, 3 * width * (top + count))
  const ours = await inSrgb({ via: 'bands', rows }, width, 3, profiles.p3).rows(0, height)
  const one = writeTestTiff([
    {
      tags: [
        [256, width],
        [257, height],
        [258, [8, 8, 8]],
        [259, 1],
        [262, 2],
        [277, 3],
        [278, height],
        [34675, profiles.p3],
      ],
      segments: [pixels],
    },
  ])
  const theirs = await sharp(one).toColourspace('srgb').raw().toBuffer()
  expect(Buffer.compare(ours as Uint8Array, theirs)).toBe(0)
})

const JP2_SIDE = 64
/** Stored green, and what libvips shows of it in Display P3 (`vips icc_transform … srgb --embedded`). */
const green = Uint8Array.from({ length: 3 * JP2_SIDE ** 2 }, (_, i) => [80, 200, 60][i % 3] ?? 0)
const isShownGreen = (samples: ArrayLike<number>) => {
  expect(samples[0]).toBeLessThan(70)
  expect(samples[2]).toBeLessThan(60)
}

test('a JP2 with a profile has the colours of its profile', async () => {
  const box = (type: string, content: Uint8Array) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + content.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const stream = await encodeJpeg2000({ width: JP2_SIDE, height: JP2_SIDE, samples: 3, data: green })
  const file = (profile: Uint8Array) =>
    Buffer.concat([
      box('jP  ', Buffer.from([13, 10, 0x87, 10])),
      box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
      box('jp2h', box('colr', Buffer.concat([Buffer.from([2, 0, 0]), profile]))),
      box('jp2c', stream),
    ])
  const shown = await open(file(profiles.p3))
  expect(shown.notes).toEqual([])
  isShownGreen(await readFirstPlane(shown))
  const damaged = await open(file(Buffer.from('no profile')))
  expect(damaged.notes).toEqual([expect.stringContaining('profile of the file is not applied')])
  expect([...(await readFirstPlane(damaged))]).toEqual([...green])
})

/** A slide of the fixtures with a profile in its optical path. */
const withProfile = async (profile: Uint8Array) => {
  const file = await readFile(join(import.meta.dirname, '../../test/fixtures/dicom/rgb.dcm'))
  const paths = file.indexOf(Buffer.from([0x48, 0, 5, 1]))
  const even = Buffer.concat([profile, Buffer.alloc(profile.length % 2)])
  const element = Buffer.concat([Buffer.from([0x28, 0, 0, 0x20]), Buffer.from('OB\0\0'), Buffer.alloc(4), even])
  element.writeUInt32LE(even.length, 8)
  for (const at of [paths + 8, paths + 16]) file.writeUInt32LE(file.readUInt32LE(at) + element.length, at)
  return Buffer.concat([file.subarray(0, paths + 20), element, file.subarray(paths + 20)])
}

test('a DICOM slide with a profile has the colours of its profile', async () => {
  const plain = await readFirstPlane(
    await open(await readFile(join(import.meta.dirname, '../../test/fixtures/dicom/rgb.dcm'))),
  )
  const slide = await open(await withProfile(profiles.p3))
  const { width, height } = slide
  expect(slide.notes).toEqual([])
  const expected = inSrgb({ via: 'bands', rows: async () => plain }, width, 3, profiles.p3)
  const shown = await readFirstPlane(slide)
  expect([...shown]).toEqual([...(await expected.rows(0, height))])
  expect([...shown]).not.toEqual([...plain])
})

test.each<[name: string, notes: unknown[]]>([
  ['srgb', []],
  ['unusable', [expect.stringContaining('profile of the file is not applied')]],
])('colours of a DICOM slide stay as they are: %s', async (name, notes) => {
  const source = await open(await withProfile(name === 'srgb' ? profiles.srgb : Buffer.from('no profile')))
  expect(source.notes).toEqual(notes)
  const plain = await readFirstPlane(
    await open(await readFile(join(import.meta.dirname, '../../test/fixtures/dicom/rgb.dcm'))),
  )
  expect([...(await readFirstPlane(source))]).toEqual([...plain])
})

test('what a profile asks for', () => {
  const ofGrey = Buffer.from(profiles.p3)
  ofGrey.write('GRAY', 16, 'latin1')
  expect(profileUse(profiles.srgb, uint8)).toBe('none')
  expect(profileUse(profiles.p3, uint8)).toBe('convert')
  for (const type of [uint16, { bits: 8, format: 'int' } as const])
    expect(profileUse(profiles.p3, type)).toBe('unknown')
  for (const profile of [ofGrey, profiles.p3.subarray(0, 60), Buffer.alloc(0)])
    expect(profileUse(profile, uint8)).toBe('unknown')
})
