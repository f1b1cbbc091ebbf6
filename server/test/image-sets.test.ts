import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image, ImageView, MediumItem, StorageStatistics } from '@lamella/shared/contract'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { lastTry } from './analysed-project.ts'
import { setUpImageServer } from './image-server.ts'
import { writeTestTiff } from './imaging-tiff.ts'
import type { NewUpload, StartedUpload } from './upload-client.ts'
import { tarOf } from './zip-of.ts'

const [WIDTH, HEIGHT] = [40, 30]
const tiff = (value: number) =>
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
        [270, '<OME UUID="urn:uuid:x"><BinaryOnly MetadataFile="set.companion.ome" UUID="urn:uuid:set"/></OME>'],
      ],
      segments: [new Uint8Array(WIDTH * HEIGHT).fill(value)],
    },
  ])
const files = ['dapi.ome.tif', 'gfp.ome.tif']
const companion = `<OME UUID="urn:uuid:set"><Image><Pixels DimensionOrder="XYCZT" Type="uint8" SizeX="${WIDTH}" SizeY="${HEIGHT}" SizeC="2" SizeZ="1" SizeT="1" PhysicalSizeX="0.65" PhysicalSizeY="0.65"><Channel Name="DAPI"/><Channel Name="GFP"/>${files
  .map((name, c) => `<TiffData FirstC="${c}" IFD="0"><UUID FileName="${name}">urn:uuid:${name}</UUID></TiffData>`)
  .join('')}</Pixels></Image></OME>`
const [dapi, gfp] = [tiff(20), tiff(70)]
const set = tarOf({ 'set.companion.ome': companion, 'dapi.ome.tif': dapi, 'gfp.ome.tif': gfp })

describe('An image of several files', () => {
  const server = setUpImageServer()
  const upload = async (bytes: Uint8Array, more: Partial<NewUpload> = {}) => {
    const names = { originalFilename: 'set.ome.tar', fileType: 'MultiChannel' } as const
    const started = await server.client.upload(bytes, { project: server.project, ...names, ...more })
    await createProcessImage(server.context)({ mediumId: started.mediumId }, lastTry)
    return started
  }
  const imageOf = ({ imageId }: StartedUpload) => server.client.json<Image>(`/api/v1/images/${imageId}`)
  const stored = async () => (await server.client.json<StorageStatistics>('/api/v1/statistics/storage')).total

  it('D3-7-43 D3-3-45 is one image with all planes, whose files all count, are downloaded and are deleted', async () => {
    const before = await stored()
    const started = await upload(set)
    expect(await imageOf(started)).toMatchObject({
      status: 'available',
      width: WIDTH,
      height: HEIGHT,
      pixelSize: { x: 0.65, y: 0.65 },
      isMultichannelImage: true,
    })
    const view = await server.client.json<ImageView>(`/api/v1/images/${started.imageId}/view`)
    expect(view.channels.map(({ name, range }) => [name, range.min, range.max])).toEqual([
      ['DAPI', 20, 20],
      ['GFP', 70, 70],
    ])
    const now = await stored()
    expect(now.fileCount).toBe(before.fileCount + 1)
    expect(now.size).toBeGreaterThanOrEqual(before.size + dapi.length + gfp.length + companion.length)

    const original = `blobs/media/${started.mediumId}/original`
    const names = (await server.storedFiles()).filter((name) => name.includes(started.mediumId))
    expect(names).toContain(original)
    // A member of it would be a copy.
    expect(names.filter((name) => /member/.test(name))).toEqual([])
    expect(await readFile(join(server.context.config.dataDir, original))).toEqual(set)

    const deleted = await server.client.request('DELETE', `/api/v1/media/${started.mediumId}`)
    expect([deleted.status, await stored()]).toEqual([204, before])
  })

  it('of which a file is missing says which', async () => {
    const part = await upload(tarOf({ 'set.companion.ome': companion, 'gfp.ome.tif': gfp }))
    expect((await imageOf(part)).notes).toContain(
      '1 of the 2 files of this set are missing: dapi.ome.tif. Their planes are left out.',
    )
    const view = await server.client.json<ImageView>(`/api/v1/images/${part.imageId}/view`)
    expect(view.channels.map(({ name, range }) => [name, range.max])).toEqual([['GFP', 70]])

    const without = await upload(tarOf({ 'dapi.ome.tif': dapi, 'gfp.ome.tif': gfp }))
    expect(await imageOf(without)).toMatchObject({ status: 'processingFailed' })
    const failed = await server.client.json<MediumItem[]>('/api/v2/media?filter[scope]=failed')
    expect(failed.find(({ id }) => id === without.mediumId)?.statusErrors).toEqual([
      'The file set.companion.ome, which says what the planes of this OME-TIFF set are, is missing. Upload all files of the set together.',
    ])
  })

  it('D3-5-01 is announced as each kind, and other archives are not', async () => {
    for (const originalFilename of ['a.ome.tar', 'a.ome.zip', 'a.OME.zarr.zip', 'a.ozx']) {
      for (const fileType of ['TwoDimensions', 'MultiChannel', 'TimeSeries'] as const) {
        const { status } = await server.client.announce({
          project: server.project,
          size: 9,
          originalFilename,
          fileType,
        })
        expect(status).toBe(201)
      }
    }
    const { code } = await server.client.announce({ project: server.project, size: 9, originalFilename: 'a.zip' })
    expect(code).toBe('ERR_0415')
  })
})
