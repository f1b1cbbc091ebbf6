import { type FileType, type Image, type ImageView, imageStatus } from '@lamella/shared/contract'
import {
  hDabField,
  multichannelOmeTiff,
  timeSeriesOmeTiff,
  toPng,
  toTiff,
} from '@lamella/shared/testing/pictures/index.ts'
import sharp from 'sharp'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpImageServer } from './image-server.ts'
import { reprDigest, type StartedUpload } from './upload-client.ts'

describe('An image from the disk to the viewer', () => {
  const server = setUpImageServer()

  const field = hDabField({ seed: 3, width: 700, height: 500 })
  const decode = ({ mediumId }: StartedUpload, isLastTry = true, signal = new AbortController().signal) =>
    createProcessImage(server.context)({ mediumId }, { signal, isLastTry })
  const upload = (bytes: Buffer, originalFilename: string, fileType: FileType = 'TwoDimensions') =>
    server.client.upload(bytes, { project: server.project, originalFilename, fileType })
  const imageOf = ({ imageId }: StartedUpload) => server.client.json<Image>(`/api/v1/images/${imageId}`)
  const viewOf = ({ imageId }: StartedUpload) => server.client.json<ImageView>(`/api/v1/images/${imageId}/view`)
  const tile = ({ imageId }: StartedUpload, z: number, y: number, x: number, more = '', headers = {}) => {
    const path = `/api/v1/tiles?type=Image&id=${imageId}&tilegroup=0&z=${z}&y=${y}&x=${x}${more}`
    return server.client.request('GET', path, { headers })
  }
  const filesOf = async ({ mediumId }: StartedUpload) =>
    (await server.storedFiles()).filter((name) => name.includes(mediumId)).map((name) => name.split(`${mediumId}/`)[1])

  it('D3-7-43 D3-7-42 an RGB image is announced, uploaded, processed and served', async () => {
    const states: string[] = []
    const unsubscribe = server.context.events.subscribe((event) => event.type === 'image' && states.push(event.status))
    const started = await upload(toTiff(field, 0.5), 'field.tif')
    expect(await imageOf(started)).toMatchObject({ status: 'uploadFinished', width: null, thumbnailUrl: null })
    await decode(started)
    expect(await imageOf(started)).toMatchObject({
      status: 'available',
      width: 700,
      height: 500,
      depth: 8,
      mimeType: 'TIFF',
      pixelSize: { x: 0.5, y: 0.5 },
      isMultichannelImage: false,
      dimensions: [],
    })
    const view = await viewOf(started)
    expect(view).toMatchObject({ width: 700, height: 500, tileSize: 256, encoding: 'jpeg', samplesPerPixel: 3 })
    expect(view.levels.at(-1)).toEqual({ width: 700, height: 500 })

    const deepest = view.levels.length - 1
    const corner = await tile(started, deepest, 1, 2)
    expect([corner.status, corner.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const shown = await sharp(corner.body).removeAlpha().raw().toBuffer()
    // Pixel (600, 400) is pixel (88, 144) of tile (2, 1).
    const difference = [0, 1, 2].map((channel) =>
      Math.abs((shown[(144 * 256 + 88) * 3 + channel] ?? 0) - (field.data[(400 * 700 + 600) * 3 + channel] ?? 0)),
    )
    expect(Math.max(...difference)).toBe(0)
    for (const [z, level] of view.levels.entries()) {
      const [rows, columns] = [Math.ceil(level.height / 256), Math.ceil(level.width / 256)]
      expect((await tile(started, z, rows - 1, columns - 1)).status).toBe(200)
      expect((await tile(started, z, rows, 0)).code).toBe('ERR_3001')
      expect((await tile(started, z, 0, columns)).code).toBe('ERR_3001')
    }
    const image = await imageOf(started)
    const thumbnail = await server.client.request('GET', image.thumbnailUrl ?? '')
    expect(await sharp(thumbnail.body).metadata()).toMatchObject({ format: 'jpeg', width: 512 })
    const ofMedium = await server.client.request('GET', `/api/v1/thumbnail?type=ImageMedium&id=${started.mediumId}`)
    expect(ofMedium.body).toEqual(thumbnail.body)
    unsubscribe()
    expect(states).toEqual(expect.arrayContaining(['uploading', 'uploadFinished', 'processing', 'available']))
    expect(await filesOf(started)).toEqual(['original', 'pictures/plane-c0-t0.tif', 'pictures/thumbnail.jpg'])
  })

  it('says of files that are missing on the server that they are', async () => {
    const started = await upload(toTiff(field, 0.5), 'lost.tif')
    await decode(started)
    await server.context.blobs.remove(blobKeys.original(started.mediumId))
    await server.context.blobs.remove(`${blobKeys.pictures(started.mediumId)}thumbnail.jpg`)
    for (const path of [
      `/api/v1/images/${started.imageId}/download`,
      `/api/v1/thumbnail?type=Image&id=${started.imageId}`,
    ]) {
      const { status, body } = await server.client.request('GET', path)
      expect([status, body.toString()]).toEqual([
        404,
        expect.stringContaining('The stored file is missing on this server.'),
      ])
    }
  })

  it('an image that is being processed has a preview, also after the server has ended meanwhile', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const picture = sharp({ create: { width: 3200, height: 2400, channels: 3, background: 'grey', noise } })
    const started = await upload(await picture.png().toBuffer(), 'picture.png')
    const ending = new AbortController()
    let events = 0
    const unsubscribe = server.context.events.subscribe((event) => {
      if (event.type !== 'image' || event.id !== started.imageId || event.status !== 'processing') return
      events++
      // The first one is that of the start.
      if (events === 2) ending.abort()
    })
    await expect(decode(started, false, ending.signal)).rejects.toThrow()
    unsubscribe()
    const image = await imageOf(started)
    expect(image).toMatchObject({ status: 'processing', width: null })
    expect(image.thumbnailUrl).toBe(`/api/v1/thumbnail?type=Image&id=${started.imageId}&preview=true`)
    const preview = await server.client.request('GET', image.thumbnailUrl ?? '')
    expect([preview.status, preview.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await sharp(preview.body).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 384 })
    expect(await filesOf(started)).toEqual(['original', 'preview.jpg'])

    await decode(started)
    // As after a kill between the end of the processing and the removal of the preview.
    await server.context.blobs.write(blobKeys.preview(started.mediumId), Buffer.from('left'))
    await decode(started)
    const { thumbnailUrl } = await imageOf(started)
    expect(thumbnailUrl).toBe(`/api/v1/thumbnail?type=Image&id=${started.imageId}`)
    const thumbnail = await server.client.request('GET', thumbnailUrl ?? '')
    expect(thumbnail.headers.get('cache-control')).toContain('immutable')
    // Who still has the address of the preview sees the thumbnail under it, also where the server remembers that there was one.
    expect((await server.client.request('GET', image.thumbnailUrl ?? '')).body).toEqual(thumbnail.body)
    expect(await filesOf(started)).toEqual(['original', 'pictures/plane-c0-t0.tif', 'pictures/thumbnail.jpg'])
  })

  it('D3-7-44 D3-3-21 D3-3-22 channels are served with their true values', async () => {
    const picture = multichannelOmeTiff({ seed: 5, width: 300, height: 280, cells: 8 })
    const started = await upload(picture.bytes, 'culture.ome.tif', 'MultiChannel')
    await decode(started)
    const image = await imageOf(started)
    expect(image).toMatchObject({ status: 'available', isMultichannelImage: true, mcChannelLength: 3, depth: 16 })
    expect(image.dimensions.map(({ id, size }) => [id, size])).toEqual([['c', 3]])
    expect(image.dimensions[0]?.samples.map(({ properties }) => properties.name)).toEqual(picture.channelNames)
    const view = await viewOf(started)
    expect(view).toMatchObject({ encoding: 'raw', sampleFormat: 'uint16', byteOrder: 'little', samplesPerPixel: 1 })

    for (const channel of [0, 1, 2]) {
      const answer = await tile(started, view.levels.length - 1, 1, 1, `&c=${channel}`)
      expect(answer.headers.get('content-encoding')).toBe('deflate')
      // fetch inflates the body, as browsers do.
      const samples = new Uint16Array(Uint8Array.from(answer.body).buffer)
      const page = await sharp(picture.bytes, { page: channel })
        .toColourspace('grey16')
        .raw({ depth: 'ushort' })
        .toBuffer()
      const truth = new Uint16Array(Uint8Array.from(page).buffer)
      for (const [x, y] of [
        [0, 0],
        [43, 23],
        [20, 10],
      ] as const) {
        expect(samples[y * 256 + x]).toBe(truth[(256 + y) * 300 + 256 + x])
      }
    }
    expect((await tile(started, 0, 0, 0, '&c=3')).code).toBe('ERR_3001')
    expect((await tile(started, 0, 0, 0, '&dim[t]=1')).code).toBe('ERR_3001')
  })

  it('D3-7-44 D3-3-17 time points are served one by one', async () => {
    const { bytes } = timeSeriesOmeTiff({ sizeT: 3 })
    const started = await upload(bytes, 'series.ome.tif', 'TimeSeries')
    await decode(started)
    expect(await imageOf(started)).toMatchObject({ isTimeSeries: true, timeSeriesLength: 3, mcChannelLength: 0 })
    const bodies = await Promise.all([0, 1, 2].map(async (t) => (await tile(started, 0, 0, 0, `&dim[t]=${t}`)).body))
    expect(bodies[0]).not.toEqual(bodies[1])
    expect(bodies[1]).not.toEqual(bodies[2])
    expect((await tile(started, 0, 0, 0, '&dim[t]=3')).code).toBe('ERR_3001')
  })

  it('D3-3-21 D3-7-44 of a time series each channel is served at each time point', async () => {
    const { bytes } = timeSeriesOmeTiff({ sizeT: 2, channels: 2 })
    const started = await upload(bytes, 'series.ome.tif', 'TimeSeries')
    await decode(started)
    const image = await imageOf(started)
    expect(image).toMatchObject({ isTimeSeries: true, timeSeriesLength: 2, mcChannelLength: 2, notes: [] })
    expect(image.dimensions.map(({ id, index, size }) => [id, index, size])).toEqual([
      ['c', 0, 2],
      ['t', 1, 2],
    ])
    const planes = ['&c=0&dim[t]=0', '&c=1&dim[t]=0', '&c=0&dim[t]=1', '&c=1&dim[t]=1']
    const bodies = await Promise.all(planes.map(async (plane) => (await tile(started, 0, 0, 0, plane)).body))
    expect(new Set(bodies.map((body) => Buffer.from(body).toString('base64'))).size).toBe(4)
    expect((await tile(started, 0, 0, 0, '&c=2&dim[t]=1')).code).toBe('ERR_3001')
  })

  it('D3-3-19 a file is recognised by its content, whatever its name', async () => {
    const started = await upload(await toPng(field), 'mislabelled.tif')
    await decode(started)
    expect(await imageOf(started)).toMatchObject({ status: 'available', mimeType: 'PNG' })
  })

  it('a tile is cached privately, and its query is validated', async () => {
    const started = await upload(toTiff(field), 'field.tif')
    await decode(started)
    const answer = await tile(started, 0, 0, 0)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(answer.headers.get('vary')).toBe('Authorization')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const etag = answer.headers.get('etag') ?? ''
    expect((await tile(started, 0, 0, 0, '', { 'if-none-match': etag })).status).toBe(304)
    expect((await tile(started, 1, 0, 0, '', { 'if-none-match': etag })).status).toBe(200)
    const { imageId } = started
    const wrong = [
      `type=Image&id=${imageId}&z=0&y=0`,
      `type=Image&id=${imageId}&z=-1&y=0&x=0`,
      `type=Image&id=${imageId}&z=0.5&y=0&x=0`,
      `type=Image&id=${imageId}&z=0&y=0&x=1e-3`,
      `type=Image&id=${imageId}&z=0&y=0&x=0&c=-1`,
      `type=Image&id=${imageId}&z=0&y=0&x=0&dim[t]=first`,
      `type=Image&id=${imageId}&tilegroup=none&z=0&y=0&x=0`,
      `type=Image&id=${imageId}&z=0&z=0&y=0&x=0`,
      `type=Image&id=../../etc/passwd&z=0&y=0&x=0`,
      `type=File&id=${imageId}&z=0&y=0&x=0`,
    ]
    for (const query of wrong) {
      expect((await server.client.request('GET', `/api/v1/tiles?${query}`)).code).toBe('ERR_0400')
    }
    expect((await tile(started, 99, 0, 0)).code).toBe('ERR_3001')
    expect((await tile(started, 0, 999_999_999, 0)).code).toBe('ERR_3001')
  })

  it('a deleted image has no tiles any more', async () => {
    const started = await upload(toTiff(field), 'field.tif')
    await decode(started)
    expect((await tile(started, 0, 0, 0)).status).toBe(200)
    await server.client.request('DELETE', `/api/v1/images/${started.imageId}`)
    // The cache of tiles is invalidated by a notification of the database, which takes a moment.
    let answer = await tile(started, 0, 0, 0)
    while (answer.status === 200) answer = await tile(started, 0, 0, 0)
    expect(answer.code).toBe('ERR_0404')
  })

  it('processing twice gives the same bytes', async () => {
    const started = await upload(toTiff(field), 'field.tif')
    await decode(started)
    const { db, blobs } = server.context
    const read = async () =>
      Buffer.concat(await (await blobs.read(`media/${started.mediumId}/pictures/plane-c0-t0.tif`)).toArray())
    const [first, image] = [await read(), await imageOf(started)]
    await db.$client.query("UPDATE media SET status = 'processing' WHERE id = $1", [started.mediumId])
    await decode(started)
    expect(await read()).toEqual(first)
    const again = await imageOf(started)
    expect({ ...again, modified: '' }).toEqual({ ...image, modified: '' })
    // A late duplicate of the job does nothing once the image is available.
    await decode(started)
    expect(await imageOf(started)).toEqual(again)
  })

  it('an image that is deleted while it is processed leaves no files', async () => {
    const started = await upload(toTiff(field), 'field.tif')
    const processing = decode(started)
    await server.client.request('DELETE', `/api/v1/images/${started.imageId}`)
    await server.context.blobs.remove(`media/${started.mediumId}/`)
    await processing
    expect(await filesOf(started)).toEqual([])
  })

  it('D3-3-20 the life of images reaches each state, and no other', async () => {
    const states = new Set<string>()
    const unsubscribe = server.context.events.subscribe((event) => event.type === 'image' && states.add(event.status))
    const untilReached = async (status: string) => {
      while (!states.has(status)) await new Promise((done) => setImmediate(done))
    }
    const { project, client } = server
    // Pending, cancelled.
    const cancelled = await client.start({ project, size: 100, originalFilename: 'cancelled.tif' })
    states.add((await imageOf(cancelled)).status)
    await client.request('DELETE', `/api/v2/files/uploads/${cancelled.uploadId}`)
    states.add((await imageOf(cancelled)).status)
    // Uploading, failed: other bytes than announced.
    const failing = await client.start({ project, size: 4, originalFilename: 'failing.tif' })
    await client.part(failing, Buffer.from('same'), 0, 4, reprDigest(Buffer.from('other')))
    // Finished, processing, processingFailed.
    const broken = await upload(Buffer.from('no image at all'), 'broken.tif')
    await decode(broken)
    // Available; then gone.
    const whole = await upload(toTiff(field), 'field.tif')
    await decode(whole)
    await client.request('DELETE', `/api/v1/images/${whole.imageId}`)
    await untilReached('unknown')
    unsubscribe()
    expect([...states].sort()).toEqual([...imageStatus.options].sort())
  })

  describe('a file that cannot be decoded', () => {
    const bomb = () => {
      const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
      const size = Buffer.alloc(8)
      size.writeUInt32BE(200_000, 0)
      size.writeUInt32BE(200_000, 4)
      return Buffer.concat([header, size, Buffer.from('0802000000deadbeef0000000049444154', 'hex')])
    }
    it.each([
      ['noise', () => Buffer.from('no image at all'.repeat(50))],
      ['nothing', () => Buffer.alloc(0)],
      ['half a picture', () => toTiff(field).subarray(0, 100_000)],
      ['a picture that claims to be huge', bomb],
    ])('%s: says why, keeps the original, and can be tried again', async (_what, bytes) => {
      const started = await upload(bytes(), 'broken.tif')
      await decode(started)
      const image = await imageOf(started)
      expect(image.status).toBe('processingFailed')
      expect(image.statusErrors).toEqual([expect.stringMatching(/^[A-Z].{20,}\.$/s)])
      expect(await filesOf(started)).toEqual(['original'])
      expect((await server.client.request('POST', `/api/v1/images/${started.imageId}/retry`)).status).toBe(202)
      expect(await imageOf(started)).toMatchObject({ status: 'uploadFinished', statusErrors: [] })
      await decode(started)
      expect((await imageOf(started)).status).toBe('processingFailed')
    })
  })

  it('an interrupted attempt is left to the next one, without an error for the user', async () => {
    const started = await upload(toTiff(field), 'field.tif')
    const abort = new AbortController()
    abort.abort()
    await expect(decode(started, true, abort.signal)).rejects.toThrow()
    expect(await imageOf(started)).toMatchObject({ status: 'processing', statusErrors: [] })
    await decode(started)
    expect((await imageOf(started)).status).toBe('available')
  })
})
