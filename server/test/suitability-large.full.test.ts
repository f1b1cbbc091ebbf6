import * as contract from '@lamella/shared/contract'
import { hDabField } from '@lamella/shared/testing/pictures/index.ts'
import sharp from 'sharp'
import { createMeasureImage } from '../src/domains/analysis/jobs/measure-image.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpServer } from './helper.ts'
import { createLab, type Lab } from './lab.ts'
import { UploadClient } from './upload-client.ts'

const work = { signal: new AbortController().signal, isLastTry: true }
const section = hDabField({ seed: 5, width: 500, height: 400 })

const server = setUpServer()
let lab: Lab
let project: string
let client: UploadClient
beforeAll(async () => {
  lab = await createLab(server.context.db)
  project = await lab.addProject(lab.admin)
  client = new UploadClient(await server.app.listen({ port: 0, host: '127.0.0.1' }), lab.admin.token)
})

const dabScoring = { appName: 'dab-scoring', appVersion: '2.3.0' }
const check = (imageId: string, application = dabScoring) =>
  server.call(contract.checkSuitability, { params: { imageId }, query: application, token: lab.admin.token })
const measure = (imageId: string) => createMeasureImage(server.context)({ imageId, kind: 'bright-field' }, work)

it('a large image is measured in its pyramid, without its original', async () => {
  const { data, width, height } = section
  const tile = { input: Buffer.from(data), raw: { width, height, channels: 3 as const }, tile: true }
  const create = { width: 7500, height: 7000, channels: 3 as const, background: '#ffffff' }
  const bytes = await sharp({ create }).composite([tile]).jpeg({ quality: 95 }).toBuffer()
  const { imageId, mediumId } = await client.upload(bytes, { project, originalFilename: 'large.jpg', name: 'large' })
  await createProcessImage(server.context)({ mediumId }, work)
  await server.context.blobs.remove(blobKeys.original(mediumId))
  await measure(imageId)
  expect((await check(imageId)).body.data).toMatchObject({
    status: 'ready',
    suitability: { verdict: 'fits', measurements: { scale: { source: 'unknown' }, stains: { method: 'estimated' } } },
  })
})

it('the only piece of tissue on a large slide is found by its overview', async () => {
  const { data, width, height } = section
  const piece = { input: Buffer.from(data), raw: { width, height, channels: 3 as const }, left: 5300, top: 1700 }
  const create = { width: 9000, height: 8000, channels: 3 as const, background: '#f2f2f0' }
  const bytes = await sharp({ create }).composite([piece]).jpeg({ quality: 95 }).toBuffer()
  const { imageId, mediumId } = await client.upload(bytes, { project, originalFilename: 'piece.jpg', name: 'piece' })
  await createProcessImage(server.context)({ mediumId }, work)
  await measure(imageId)
  const { suitability } = (await check(imageId)).body.data
  expect(suitability).toMatchObject({ verdict: 'fits', reasons: [] })
  const found = suitability?.measurements
  expect(found?.kind === 'bright-field' && found.tissueShare).toBeLessThan(0.01)
})

it('a large fluorescence image is measured in its pyramid, without its original, with its 16-bit values', async () => {
  const [width, height] = [7200, 7000]
  const samples = new Uint16Array(width * height)
  for (let i = 0; i < samples.length; i++) {
    const [x, y] = [(i % width) % 60, Math.floor(i / width) % 60]
    const isNucleus = (x - 30) ** 2 + (y - 30) ** 2 < 150
    // The left half of the image is beyond the range of the camera.
    samples[i] = !isNucleus ? 200 + ((i * 7919) % 97) : i % width < width / 2 ? 65_535 : 30_000 + ((i * 31) % 4000)
  }
  const raw = { width, height, channels: 1 as const, depth: 'ushort' as const }
  const bytes = await sharp(samples, { raw })
    .toColourspace('grey16')
    .tiff({ compression: 'deflate', predictor: 'none' })
    .toBuffer()
  const target = { project, originalFilename: 'large.tif', name: 'large', type: 'MultiChannel' as const }
  const { imageId, mediumId } = await client.upload(bytes, target)
  await createProcessImage(server.context)({ mediumId }, work)
  await server.context.blobs.remove(blobKeys.original(mediumId))
  const nuclei = { appName: 'nuclei', appVersion: '1.3.0' }
  await check(imageId, nuclei)
  await createMeasureImage(server.context)({ imageId, kind: 'fluorescence' }, work)
  const { data } = (await check(imageId, nuclei)).body
  expect(data).toMatchObject({ status: 'ready', suitability: { verdict: 'doubtful' } })
  const { measurements, reasons } = data.suitability ?? {}
  const [channel] = measurements?.kind === 'fluorescence' ? measurements.channels : []
  expect(channel?.clippedShare).toBeCloseTo(0.5, 1)
  expect(reasons?.join()).toContain('beyond the range of the camera')
})

it('bands of muscle in a large micrograph are looked at in its pyramid, in regions of some micrometres', async () => {
  const [width, height, um] = [7200, 7000, 0.005]
  const samples = new Uint8Array(width * height)
  for (let i = 0; i < samples.length; i++) {
    const along = ((i % width) * um) / 1.9
    samples[i] = (along - Math.floor(along) < 0.1 ? 60 : 160) + ((Math.imul(i, 2654435761) >>> 16) % 25)
  }
  const bytes = await sharp(samples, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'deflate', predictor: 'none' })
    .toBuffer()
  const target = { project, originalFilename: 'muscle.tif', name: 'muscle', type: 'MultiChannel' as const }
  const { imageId, mediumId } = await client.upload(bytes, target)
  await createProcessImage(server.context)({ mediumId }, work)
  await server.context.blobs.remove(blobKeys.original(mediumId))
  const set = { params: { imageId }, body: { data: { um: { x: um, y: um } } }, token: lab.admin.token }
  expect((await server.call(contract.setPixelSize, set)).status).toBe(204)
  const sarcomeres = { appName: 'sarcomere-length', appVersion: '1.1.0' }
  await check(imageId, sarcomeres)
  await createMeasureImage(server.context)({ imageId, kind: 'striations' }, work)
  expect((await check(imageId, sarcomeres)).body.data).toMatchObject({
    status: 'ready',
    suitability: { verdict: 'fits', reasons: [] },
  })
})
