import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { writeTestTiff } from '../../../test/imaging-tiff.ts'
import { tarOf, zipOf } from '../../../test/zip-of.ts'
import type { ImageSource } from '../image-source.ts'
import { openOriginalPlanes } from '../original-planes.ts'
import { openSource } from './open-source.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-sets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const [WIDTH, HEIGHT] = [8, 6]

/** A grey TIFF of one page, all of whose pixels are `value`. */
const tiff = (value: number, description = '') =>
  writeTestTiff([
    {
      tags: [
        [256, WIDTH],
        [257, HEIGHT],
        [258, 8],
        [259, 1],
        [262, 1],
        [277, 1],
        [278, HEIGHT],
        ...(description ? [[270, description] as [number, string]] : []),
      ],
      segments: [new Uint8Array(WIDTH * HEIGHT).fill(value)],
    },
  ])

const uuid = (file: string) => `urn:uuid:${file}`
/** Two channels × two Z planes, each in a file of its own. */
const planes = [
  ['c0z0', 0, 0],
  ['c0z1', 0, 1],
  ['c1z0', 1, 0],
  ['c1z1', 1, 1],
] as const
const image = planes
  .map(
    ([name, c, z]) =>
      `<TiffData IFD="0" FirstC="${c}" FirstZ="${z}" FirstT="0" PlaneCount="1"><UUID FileName="${name}.ome.tif">${uuid(name)}</UUID></TiffData>`,
  )
  .join('')
const xml = (own: string) =>
  `<OME UUID="${uuid(own)}"><Image Name="cells"><Pixels DimensionOrder="XYZCT" Type="uint8" SizeX="${WIDTH}" SizeY="${HEIGHT}" SizeZ="2" SizeC="2" SizeT="1" PhysicalSizeX="0.5" PhysicalSizeY="0.5"><Channel Name="DAPI"/><Channel Name="GFP"/>${image}</Pixels></Image></OME>`
const partial = (own: string) =>
  `<OME UUID="${uuid(own)}"><BinaryOnly MetadataFile="set.companion.ome" UUID="${uuid('set')}"/></OME>`

const inEach = Object.fromEntries(planes.map(([name], i) => [`${name}.ome.tif`, tiff(10 * (i + 1), xml(name))]))
const withCompanion: Record<string, Uint8Array | string> = {
  ...Object.fromEntries(planes.map(([name], i) => [`${name}.ome.tif`, tiff(10 * (i + 1), partial(name))])),
  'set.companion.ome': xml('set'),
}

const open = async (files: Record<string, Uint8Array | string>, format: 'zip' | 'tar' | 'packed' = 'tar') => {
  const path = join(folder, 'set')
  await writeFile(path, format === 'tar' ? tarOf(files) : await zipOf(files, format === 'packed'))
  return openSource(path, 'set.ome.tar', folder)
}
const levelOf = async (source: ImageSource, c: number, z: number): Promise<number> => {
  const plane = await source.plane({ c, z, t: 0 })
  const bytes = plane.via === 'bands' ? await plane.rows(0, HEIGHT) : await plane.open().raw().toBuffer()
  return bytes[0] ?? -1
}
const without = (files: Record<string, Uint8Array | string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)))

describe.each(['zip', 'tar', 'packed'] as const)('the files of an OME-TIFF set (%s) are one image', (format) => {
  test.each([
    ['with the description in each', inEach],
    ['with a companion', withCompanion],
    ['in folders', Object.fromEntries(Object.entries(withCompanion).map(([name, bytes]) => [`set/${name}`, bytes]))],
  ])('%s', async (_title, files) => {
    const source = await open(files, format)
    expect(source).toMatchObject({
      format: 'OME-TIFF',
      size: { c: 2, z: 2, t: 1 },
      channelNames: ['DAPI', 'GFP'],
      pixelSizeUm: { x: 0.5, y: 0.5 },
      notes: ['The image was put together of 4 files.'],
    })
    const values = []
    for (const [, c, z] of planes) values.push(await levelOf(source, c, z))
    expect(values).toEqual([10, 20, 30, 40])
    await source.close()
    // Copies of the files are gone.
    expect(await readdir(folder)).toEqual(['set'])
  })
})

test('an analysis reads the samples of the set', async () => {
  const path = join(folder, 'set')
  await writeFile(path, tarOf(withCompanion))
  const original = await openOriginalPlanes(path, 'set.ome.tar', 'MultiChannel', folder)
  const region = { left: 2, top: 1, width: 2, height: 1 }
  expect(await original.read(region, { channel: 1, time: 0 })).toEqual(Uint8Array.from([30, 30]))
  await original.close()
})

describe('a missing file of a set', () => {
  test('is named, and the planes of the others are shown', async () => {
    const source = await open(without(withCompanion, 'c1z0.ome.tif', 'c1z1.ome.tif'))
    expect(source.size).toEqual({ c: 1, z: 2, t: 1 })
    expect(source.notes).toEqual([
      'The image was put together of 2 files.',
      '2 of the 4 files of this set are missing: c1z0.ome.tif, c1z1.ome.tif. Their planes are left out.',
    ])
    await source.close()
  })

  test('without which the planes are no grid is refused by name', async () => {
    await expect(open(without(inEach, 'c1z0.ome.tif'))).rejects.toThrow(
      '1 of the 4 files of this set are missing: c1z0.ome.tif.',
    )
  })

  test('that says what the planes are is refused by name', async () => {
    await expect(open(without(withCompanion, 'set.companion.ome'))).rejects.toThrow(
      'The file set.companion.ome, which says what the planes of this OME-TIFF set are, is missing.',
    )
  })

  test('with all planes is refused', async () => {
    await expect(open({ 'set.companion.ome': xml('set'), 'other.tif': tiff(1) })).rejects.toThrow(
      'No file with planes of this OME-TIFF set is there; missing: c0z0.ome.tif,',
    )
  })
})

test('colours in tiles of a set are those of the file', async () => {
  const picture = sharp({ create: { width: 300, height: 280, channels: 3, background: { r: 200, g: 30, b: 90 } } })
  const xmlOf = (own: string) =>
    `<OME UUID="${uuid(own)}"><Image><Pixels DimensionOrder="XYCZT" Type="uint8" SizeX="300" SizeY="280" SizeZ="1" SizeC="3" SizeT="2"><Channel SamplesPerPixel="3"/>${[
      'a',
      'b',
    ]
      .map(
        (name, t) =>
          `<TiffData IFD="0" FirstT="${t}" PlaneCount="1"><UUID FileName="${name}.ome.tif">${uuid(name)}</UUID></TiffData>`,
      )
      .join('')}</Pixels></Image></OME>`
  const tiled = await picture.tiff({ tile: true, tileWidth: 256, tileHeight: 256, compression: 'lzw' }).toBuffer()
  const source = await open({ 'a.ome.tif': tiled, 'b.ome.tif': tiled, 'set.companion.ome': xmlOf('set') })
  expect(source).toMatchObject({ samples: 3, size: { c: 1, z: 1, t: 2 }, width: 300, height: 280 })
  const plane = await source.plane({ c: 0, z: 0, t: 1 })
  const bytes = plane.via === 'sharp' ? await plane.open().raw().toBuffer() : await plane.rows(0, 280)
  expect([...bytes.subarray(0, 3)]).toEqual([200, 30, 90])
  await source.close()
})
