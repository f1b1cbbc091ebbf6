import * as contract from '@lamella/shared/contract'
import { hDabField } from '@lamella/shared/testing/pictures/index.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { auditLog, media } from '../src/platform/db/schema/index.ts'
import { lastTry } from './analysed-project.ts'
import { setUpImageServer } from './image-server.ts'
import { buildCzi, type TestBlock } from './imaging-czi.ts'
import { writeTestTiff } from './imaging-tiff.ts'
import type { StartedUpload } from './upload-client.ts'

const GRAY8 = 0
const BGR24 = 3

const xml = `<ImageDocument><Metadata>
  <Information>
    <Image>
      <AcquisitionDateAndTime>2019-12-07T00:34:54Z</AcquisitionDateAndTime>
      <ObjectiveSettings><ObjectiveRef Id="Objective:1"/></ObjectiveSettings>
      <Dimensions>
        <Channels>
          <Channel Id="Channel:0" Name="EGFP">
            <ExcitationWavelength>488</ExcitationWavelength><EmissionWavelength>509</EmissionWavelength>
            <Color>#FF00FF5B</Color><Fluor>EGFP</Fluor><ExposureTime>75000000</ExposureTime>
          </Channel>
        </Channels>
        <S><Scenes><Scene Index="0" Name="A1"><CenterPosition>10.5,-20</CenterPosition></Scene><Scene Index="1" Name="B7"/></Scenes></S>
      </Dimensions>
    </Image>
    <Instrument>
      <Microscopes><Microscope Id="Microscope:1" Name="Axio Observer"/></Microscopes>
      <Objectives>
        <Objective Id="Objective:0" Name="5x"/>
        <Objective Id="Objective:1" Name="Plan-Apochromat 10x/0.45">
          <LensNA>0.45</LensNA><NominalMagnification>10</NominalMagnification>
        </Objective>
      </Objectives>
    </Instrument>
  </Information>
  <Scaling><Items><Distance Id="X"><Value>6.5e-7</Value></Distance><Distance Id="Y"><Value>6.5e-7</Value></Distance><Distance Id="Z"><Value>2e-6</Value></Distance></Items></Scaling>
</Metadata></ImageDocument>`

/** A constant block, but for a bright left half in plane 2 of the first scene. */
const block = (S: number, Z: number, value: number, [width, height]: [number, number]): TestBlock => {
  const data = new Uint8Array(width * height).fill(value)
  if (S === 0 && Z === 2) for (let i = 0; i < data.length; i++) if (i % width < width / 2) data[i] = 250
  return { at: { X: 1000 * S, Y: 0, C: 0, Z, T: 0, S }, width, height, pixelType: GRAY8, compression: 0, data }
}
/** Three Z planes of 300 × 200 in the first scene, one of 70 × 50 in the second. */
const czi = buildCzi(
  [block(0, 0, 10, [300, 200]), block(0, 1, 20, [300, 200]), block(0, 2, 5, [300, 200]), block(1, 0, 77, [70, 50])],
  xml,
)

describe('Z planes, scenes and metadata', () => {
  const server = setUpImageServer()
  const process = ({ mediumId }: StartedUpload) => createProcessImage(server.context)({ mediumId }, lastTry)
  const upload = async (file: Buffer, originalFilename: string, zShown: 'middle' | 'max' = 'middle') => {
    const started = await server.client.upload(file, { project: server.project, originalFilename, zShown })
    await process(started)
    return started
  }
  const token = () => server.lab.admin.token
  const viewOf = async ({ imageId }: StartedUpload, scene?: number) =>
    server.call(contract.getImageView, { params: { imageId }, query: { scene }, token: token() })
  const imageOf = ({ imageId }: StartedUpload) => server.client.json<contract.Image>(`/api/v1/images/${imageId}`)
  /** Two samples of the first row of the first tile, in the left and in the right half of a scene; the code of a refusal. */
  const samplesAt = async ({ imageId }: StartedUpload, z: number, more = '') => {
    const path = `/api/v1/tiles?type=Image&id=${imageId}&z=${z}&y=0&x=0${more}`
    const { status, code, body } = await server.client.request('GET', path)
    if (status !== 200) return code
    return [body[0], body[z === 0 ? 69 : 255]]
  }
  const choose = ({ imageId }: StartedUpload, z: contract.ZChoice | null) =>
    server.call(contract.setZPlane, { params: { imageId }, body: { data: { z } }, token: token() })

  let started: StartedUpload
  beforeAll(async () => {
    started = await upload(czi, 'stack.czi')
  })

  it('all Z planes of a stack and their maximum have tiles; without a choice they are those of the middle one', async () => {
    const { body } = await viewOf(started)
    expect(body.data).toMatchObject({ width: 300, zCount: 3, zShown: 1, hasMaximum: true })
    const deepest = body.data.levels.length - 1
    expect(await samplesAt(started, deepest)).toEqual([20, 20])
    expect(await samplesAt(started, deepest, '&dim[z]=0')).toEqual([10, 10])
    expect(await samplesAt(started, deepest, '&dim[z]=1')).toEqual([20, 20])
    expect(await samplesAt(started, deepest, '&dim[z]=2')).toEqual([250, 5])
    expect(await samplesAt(started, deepest, '&dim[z]=max')).toEqual([250, 20])
    expect(await samplesAt(started, deepest, '&dim[z]=3')).toBe('ERR_3001')
    expect(await samplesAt(started, deepest, '&dim[z]=-1')).toBe('ERR_0400')
    expect((await imageOf(started)).notes).toContain(
      'The file is a stack of 3 Z planes; analyses measure plane 2, the middle one.',
    )
    // The ranges are those of all planes.
    expect(body.data.channels[0]?.range).toEqual({ min: 5, max: 250 })
  })

  it('the scenes of a file have views and tiles of their own', async () => {
    const { body } = await viewOf(started)
    expect(body.data.scenes).toEqual([
      { name: 'A1', width: 300, height: 200 },
      { name: 'B7', width: 70, height: 50 },
    ])
    const second = await viewOf(started, 1)
    expect(second.body.data).toMatchObject({ width: 70, height: 50, zCount: 1, zShown: 0, hasMaximum: false })
    expect(second.body.data.channels[0]?.range).toEqual({ min: 77, max: 77 })
    expect(await samplesAt(started, 0, '&scene=1')).toEqual([77, 77])
    expect(await samplesAt(started, 0, '&scene=1&dim[z]=0')).toEqual([77, 77])
    expect(await samplesAt(started, 0, '&scene=1&dim[z]=max')).toBe('ERR_3001')
    expect(await samplesAt(started, 0, '&scene=2')).toBe('ERR_3001')
    expect(await viewOf(started, 2)).toMatchObject({ code: 'ERR_3001' })
    expect((await imageOf(started)).notes).toContain('The file has 2 scenes; analyses measure the first.')
  })

  it('the plane by which it is shown first is chosen at upload, and can be changed', async () => {
    expect((await choose(started, 2)).status).toBe(204)
    expect((await viewOf(started)).body.data.zShown).toBe(2)
    expect(await choose(started, 3)).toMatchObject({ code: 'ERR_3001' })
    expect((await choose(started, null)).status).toBe(204)
    expect((await viewOf(started)).body.data.zShown).toBe(1)
    // Who chose it is in the history of the project; a refused choice is not.
    const query = { 'page[size]': 1 }
    const history = await server.call(contract.projectHistory, {
      params: { projectId: server.project },
      query,
      token: token(),
    })
    const [entry] = history.body.data
    expect(contract.auditText(entry?.sentence ?? [])).toBe('chose the Z planes by which 2 images are shown')
    expect(entry).toMatchObject({ count: 2, user: { id: server.lab.admin.userId } })
    const { client } = server
    const { imageId } = await upload(czi, 'b.czi', 'max')
    const view = await server.call(contract.getImageView, { params: { imageId }, token: token() })
    expect(view.body.data.zShown).toBe('max')
    const { thumbnailUrl } = await client.json<contract.Image>(`/api/v1/images/${imageId}`)
    const thumbnail = await sharp((await client.request('GET', thumbnailUrl ?? '')).body)
      .raw()
      .toBuffer()
    const ofMiddle = await client.request('GET', `/api/v1/thumbnail?type=Image&id=${imageId}`)
    expect(thumbnail).not.toEqual(await sharp(ofMiddle.body).raw().toBuffer())
  })

  it('what the file says of the microscope comes with the image', async () => {
    expect((await imageOf(started)).metadata).toEqual({
      acquiredAt: '2019-12-07T00:34:54Z',
      instrument: 'Axio Observer',
      objective: { name: 'Plan-Apochromat 10x/0.45', magnification: 10, numericalAperture: 0.45 },
      stagePosition: { x: 10.5, y: -20 },
      zStepUm: 2,
      channels: [
        { name: 'EGFP', color: '#00ff5b', exposureMs: 75, fluorophore: 'EGFP', excitationNm: 488, emissionNm: 509 },
      ],
    })
    const [listed] = await server.client.json<contract.Image[]>(`/api/v2/projects/${server.project}/images`)
    expect(listed?.metadata).toBeUndefined()
  })

  it('an image that an older server has processed has one plane and one scene', async () => {
    const older = await upload(czi, 'older.czi')
    await server.context.db.update(media).set({ further: null }).where(eq(media.id, older.mediumId))
    const { body } = await viewOf(older)
    expect(body.data).toMatchObject({ zCount: 1, zShown: 0, hasMaximum: false, slidePictures: [] })
    expect(body.data.scenes).toHaveLength(1)
    expect(await choose(older, 2)).toMatchObject({ code: 'ERR_3001' })
  })

  it('label and macro picture of a slide are served, others are not found', async () => {
    const picture = (side: number, value: number, description: string) => ({
      tags: [
        [256, side],
        [257, side],
        [258, [8, 8, 8]],
        [259, 1],
        [262, 2],
        [270, description],
        [277, 3],
        [278, side],
      ] as [number, number | number[] | string][],
      segments: [new Uint8Array(3 * side * side).fill(value)],
    })
    const slide = writeTestTiff([
      picture(64, 200, 'Aperio Image Library v11\r\n64x64|AppMag = 20|MPP = 0.5|Date = 12/29/09|Time = 09:59:15'),
      picture(32, 90, 'Aperio Image Library v11\r\nlabel 32x32'),
      picture(16, 30, 'Aperio Image Library v11\r\nmacro 16x16'),
    ])
    const image = await upload(slide, 'slide.svs')
    expect((await viewOf(image)).body.data.slidePictures).toEqual(['label', 'macro'])
    const get = (at: StartedUpload, picture: string) =>
      server.client.request('GET', `/api/v1/images/${at.imageId}/pictures/${picture}`)
    const label = await get(image, 'label')
    expect(label.headers.get('content-type')).toBe('image/jpeg')
    const { data, info } = await sharp(label.body).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, data[0]]).toEqual([32, 90])
    expect(await get(started, 'label')).toMatchObject({ status: 404 })
    expect(await get(image, 'thumbnail')).toMatchObject({ status: 400 })
    expect((await imageOf(image)).metadata).toEqual({
      acquiredAt: '2009-12-29T09:59:15',
      objective: { magnification: 20 },
      channels: [],
    })
  })

  it('the pixel size of several images is set at once and recorded for each, or that of none', async () => {
    const other = await upload(czi, 'other.czi')
    const set = (images: string[]) =>
      server.call(contract.setPixelSizes, {
        params: { projectId: server.project },
        body: { data: { images, um: { x: 0.3, y: 0.4 } } },
        token: token(),
      })
    const elsewhere = await server.lab.addProject(server.lab.admin)
    const stranger = await server.client.start({ project: elsewhere, size: 1, name: 'a' })
    const unfinished = await server.client.start({ project: server.project, size: 1, name: 'a' })
    expect(await set([other.imageId, stranger.imageId])).toMatchObject({ code: 'ERR_0404' })
    expect(await set([other.imageId, unfinished.imageId])).toMatchObject({ code: 'ERR_3002' })
    expect((await imageOf(other)).pixelSizeOrigin).toEqual({ source: 'file' })
    expect((await set([other.imageId, started.imageId, other.imageId])).status).toBe(204)
    for (const { imageId } of [other, started]) {
      expect((await imageOf({ imageId } as StartedUpload)).pixelSize).toEqual({ x: 0.3, y: 0.4 })
      const entries = await server.context.db.select().from(auditLog).where(eq(auditLog.objectId, imageId))
      expect(entries.filter(({ action }) => action === 'image.pixel-size-set')).toHaveLength(1)
    }
  })

  it('the result of an analysis says which plane and scene were measured', async () => {
    const [width, height] = [500, 400]
    const { data: rgb } = hDabField({ seed: 5, width, height })
    // Stored as blue, green, red.
    const data = Uint8Array.from(rgb, (_, i) => rgb[i - (i % 3) + 2 - (i % 3)] ?? 0)
    const blocks = [0, 1, 2, 3].map((n): TestBlock => {
      const at = { X: n === 3 ? 1000 : 0, Y: 0, C: 0, Z: n % 3, T: 0, S: n === 3 ? 1 : 0 }
      return { at, width, height, pixelType: BGR24, compression: 0, data }
    })
    const { imageId } = await upload(buildCzi(blocks, xml), 'section.czi')
    const application = { appName: 'dab-scoring', appVersion: '2.3.0', appMetadata: { appData: { params: {} } } }
    const form = { type: 'Job' as const, ...application, project: server.project, images: [imageId] }
    const { body } = await server.call(contract.createJob, { body: { data: form }, token: token() })
    const jobId = body.data.id
    await createRunAnalysis(server.context)({ jobId }, lastTry)
    const { body: result } = await server.call(contract.getJobResult, { params: { jobId }, token: token() })
    expect(result.data.provenance).toMatchObject({ zPlane: '2 of 3, the middle one', scene: '1 of 2, A1' })
    expect(result.data.provenance).not.toHaveProperty('timePoint')
  })
})
