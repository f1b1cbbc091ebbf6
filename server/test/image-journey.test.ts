import type { Image, ImageView } from '@lamella/shared/contract'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import sharp from 'sharp'
import { createProcessImage } from '../src/jobs/handlers/process-image.ts'
import { startTestApp, type TestApp } from './helper.ts'
import { createLab } from './lab.ts'
import { UploadClient } from './upload-client.ts'

const job = { signal: new AbortController().signal, isLastTry: true }

describe('An image from the disk to the viewer', () => {
  let server: TestApp
  let client: UploadClient
  let project: string
  beforeAll(async () => {
    server = await startTestApp()
    const lab = await createLab(server.context.db)
    project = await lab.addProject(lab.admin)
    client = new UploadClient(await server.app.listen({ port: 0, host: '127.0.0.1' }), lab.admin.token)
  })
  afterAll(() => server.close())

  it('is announced, sent, processed and shown', async () => {
    const field = hDabField({ seed: 3, width: 700, height: 500 })
    const file = toTiff(field)
    const { imageId, mediumId } = await client.upload(file, { project, originalFilename: 'field.tif' })
    expect(await client.json<Image>(`/api/v1/images/${imageId}`)).toMatchObject({ status: 'uploadFinished' })
    await createProcessImage(server.context)({ mediumId }, job)
    expect(await client.json<Image>(`/api/v1/images/${imageId}`)).toMatchObject({ status: 'available', width: 700 })
    const view = await client.json<ImageView>(`/api/v1/images/${imageId}/view`)
    const z = view.levels.length - 1
    const tile = await client.request('GET', `/api/v1/tiles?type=Image&id=${imageId}&tilegroup=0&z=${z}&y=0&x=0`)
    expect(tile.status).toBe(200)
    expect(await sharp(tile.body).metadata()).toMatchObject({ width: 256, height: 256, format: 'jpeg' })
  })
})
