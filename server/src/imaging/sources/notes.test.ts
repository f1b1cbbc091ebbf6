import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { dataPath, describeWithData } from '../../../test/imaging-data.ts'
import { type TestPage, writeTestTiff } from '../../../test/imaging-tiff.ts'
import type { ImageKind } from '../description.ts'
import { planPlanes, relabellingNotes } from '../plan.ts'
import { openTiff } from './tiff.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-notes-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What users read about a file, and what it is shown as. */
const describeFile = async (path: string, kind: ImageKind = 'TwoDimensions') => {
  const source = await openTiff(path)
  const { notes, timePoints } = planPlanes(kind, source)
  const all = [...source.notes, ...relabellingNotes(kind, source), ...notes]
  await source.close()
  const { format, size, hasPyramid } = source
  return { format, size, hasPyramid, timePoints, notes: all.join(' ') }
}

const page = (width: number, height: number, description?: string): TestPage => ({
  tags: [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [277, 1],
    [278, height],
    ...(description === undefined ? [] : [[270, description] as [number, string]]),
  ],
  segments: [new Uint8Array(width * height)],
})

const save = async (...pages: TestPage[]) => {
  const path = join(folder, 'image.tif')
  await writeFile(path, writeTestTiff(pages))
  return path
}

const omePixels = (tiffData: string) =>
  `<Pixels DimensionOrder="XYZCT" Type="uint8" SizeX="8" SizeY="6" SizeZ="1" SizeC="1" SizeT="1">${tiffData}</Pixels>`
const uuid = (file: string) => `<UUID FileName="${file}.ome.tif">urn:uuid:${file}</UUID>`

describe('a file of an OME data set of several files says so', () => {
  const set = 'The file belongs to a set of several files; only the planes in this file are shown.'

  test('when its description is in a companion', async () => {
    const xml = '<OME UUID="urn:uuid:b"><BinaryOnly MetadataFile="set.companion.ome" UUID="urn:uuid:set"/></OME>'
    const notes = `${set} The others: set.companion.ome.`
    expect(await describeFile(await save(page(8, 6, xml)))).toMatchObject({ format: 'OME-TIFF', notes })
  })

  test('when the first image of the set is in another file: its own is shown', async () => {
    const image = (file: string) =>
      `<Image>${omePixels(`<TiffData IFD="0" PlaneCount="1">${uuid(file)}</TiffData>`)}</Image>`
    const xml = `<OME UUID="urn:uuid:b">${image('a')}${image('b')}</OME>`
    const notes = `${set} The others: a.ome.tif.`
    expect(await describeFile(await save(page(8, 6, xml)))).toMatchObject({ format: 'OME-TIFF', notes })
  })

  test('and a file with all its images does not', async () => {
    const image = `<Image>${omePixels(`<TiffData IFD="0" PlaneCount="1">${uuid('b')}</TiffData>`)}</Image>`
    const { notes } = await describeFile(await save(page(8, 6, `<OME UUID="urn:uuid:b">${image}</OME>`)))
    expect(notes).toBe('')
  })
})

test('a stack of Z planes that is shown as time points says so', async () => {
  const path = await save(page(8, 6, 'ImageJ=1.53\nimages=3\nslices=3\n'), page(8, 6), page(8, 6))
  expect(await describeFile(path, 'TimeSeries')).toMatchObject({
    timePoints: 3,
    notes: 'The 3 planes of the file are shown as time points; if they are a Z stack, upload it as a 2D image.',
  })
  const { notes } = await describeFile(await save(page(8, 6), page(8, 6)), 'TimeSeries')
  expect(notes).toBe('')
})

test.each([
  ['a thumbnail of a photograph', [page(640, 480), page(160, 120)], false],
  ['levels', [page(640, 480), page(320, 240), page(160, 120)], true],
  ['one large level', [page(2048, 1024), page(1024, 512)], true],
])('smaller pages: %s', async (_title, pages, hasPyramid) => {
  expect(await describeFile(await save(...pages))).toMatchObject({ hasPyramid })
})

test('a level below tiles is no thumbnail', async () => {
  const path = join(folder, 'tiles.tif')
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
  await picture.tiff({ tile: true, tileWidth: 256, tileHeight: 256, pyramid: true }).toFile(path)
  expect(await describeFile(path)).toMatchObject({ hasPyramid: true })
})

describeWithData('real files', () => {
  test.each<[string, ImageKind, string]>([
    ['ome_tiff/plane.ome.tiff', 'TwoDimensions', 'belongs to a set of several files'],
    ['derived/hela_zstack15.stk', 'TimeSeries', 'The 15 planes of the file are shown as time points'],
  ])('%s as %s: %s', async (path, kind, words) => {
    expect((await describeFile(dataPath(path), kind)).notes).toContain(words)
  })
})

test.each([
  ['Adobe RGB (1998)', ['The colour profile of the file is not applied: its colours are shown as sRGB.']],
  ['sRGB IEC61966-2.1', []],
])('8-bit colours that are decoded here, with the profile %s', async (profile, notes) => {
  const tags: TestPage['tags'] = [
    [256, 8],
    [257, 6],
    [258, [8, 8, 8]],
    [259, 33005],
    [262, 2],
    [277, 3],
    [278, 6],
    [34675, Buffer.from(`desc${profile}`)],
  ]
  const source = await openTiff(await save({ tags, segments: [new Uint8Array(9)] }))
  await source.close()
  expect(source.notes).toEqual(notes)
})
