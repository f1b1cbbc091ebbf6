import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as contract from '@lamella/shared/contract'
import { encodeOmeTiff, type OmeStack } from '@lamella/shared/testing/pictures/ome-tiff.ts'
import sharp from 'sharp'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { createSession, storeTokens } from '../src/domains/sessions/session-repository.ts'
import { newSecret } from '../src/platform/crypto/secrets.ts'
import { contributors } from '../src/platform/db/schema/index.ts'
import { redactUrl } from '../src/platform/log.ts'
import { lastTry } from './analysed-project.ts'
import { setUpImageServer } from './image-server.ts'
import { buildCzi, type TestBlock } from './imaging-czi.ts'
import type { NewUpload, StartedUpload } from './upload-client.ts'
import type { ZarritaAnswer, ZarritaCall } from './zarrita-child.ts'

const seadragon = join(import.meta.dirname, 'open-seadragon-child.mjs')
const zarrita = join(import.meta.dirname, 'zarrita-child.ts')

/** What OpenSeadragon makes of the information on an image. */
interface SeadragonAnswer {
  width: number
  height: number
  tileSize: number
  /** The smallest is 0. */
  maxLevel: number
  /** All that it would ask for. */
  tiles: { url: string; level: number; x: number; y: number }[]
}

/** Samples by a formula, so that every value that is read is known. */
const valueAt = (x: number, y: number, c: number, z: number, t: number): number =>
  (7 * x + 11 * y + 3000 * c + 9000 * z + 20_000 * t) % 65_536

const stack: OmeStack = {
  name: 'formula',
  width: 601,
  height: 333,
  channels: [
    { name: 'DAPI', color: 0x0000ff },
    { name: 'GFP', color: 0x00ff00 },
  ],
  sizeZ: 2,
  sizeT: 2,
  pixelSizeUm: 0.5,
  stepUm: 2,
  intervalSeconds: 30,
  plane: (c, z, t) =>
    Uint16Array.from({ length: 601 * 333 }, (_, at) => valueAt(at % 601, Math.floor(at / 601), c, z, t)),
}

/** Colours by a formula. */
const [wide, high] = [700, 300]
const colourAt = (x: number, y: number): [number, number, number] => [x % 256, y % 256, (x + y) % 256]
const picture = () =>
  sharp(
    Uint8Array.from({ length: 3 * wide * high }, (_, at) => {
      const pixel = Math.floor(at / 3)
      return colourAt(pixel % wide, Math.floor(pixel / wide))[at % 3] ?? 0
    }),
    { raw: { width: wide, height: high, channels: 3 } },
  )
    .png()
    .toBuffer()

describe('An image for other programs', () => {
  /** By which the clock of the server is ahead, ms. */
  let ahead = 0
  // What is signed is what an address is asked for by: the programs go to the listening port.
  const server = setUpImageServer({ now: () => new Date(Date.now() + ahead) })
  const upload = async (file: Buffer, more: Partial<NewUpload>): Promise<StartedUpload> => {
    const started = await server.client.upload(file, { project: server.project, ...more })
    await createProcessImage(server.context)({ mediumId: started.mediumId }, lastTry)
    return started
  }
  const linkTo = async ({ imageId }: StartedUpload, token = server.lab.admin.token, scene?: number) => {
    const answer = await server.call(contract.createImageLink, { params: { imageId }, query: { scene }, token })
    expect(answer.status).toBe(201)
    return answer.body.data
  }
  /** An address of the portal at the port where the test server listens. */
  const here = (address: string): string => {
    const { pathname } = new URL(address)
    return new URL(decodeURI(pathname), server.client.base).href
  }
  const open = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(here(address), { headers, redirect: 'manual' })
    const body = Buffer.from(await answer.arrayBuffer())
    const code = answer.status < 400 ? null : JSON.parse(body.toString()).errors[0]
    return { status: answer.status, headers: answer.headers, body, code: code?.code, detail: code?.detail }
  }

  let series: StartedUpload
  let colours: StartedUpload
  beforeAll(async () => {
    series = await upload(encodeOmeTiff(stack), { originalFilename: 'formula.ome.tif', fileType: 'TimeSeries' })
    colours = await upload(await picture(), { originalFilename: 'colours.png' })
  })

  /** Samples as zarrita reads them. */
  const read = async (link: contract.ImageLink, level: number, place: (number | null)[]) => {
    const call: ZarritaCall = { store: here(link.zarr), path: `${level}`, place }
    const { stdout } = await promisify(execFile)(process.execPath, [zarrita, JSON.stringify(call)], {
      maxBuffer: 2 ** 26,
    })
    const { shape, dtype, bytes } = JSON.parse(stdout) as ZarritaAnswer
    const all = Uint8Array.from(Buffer.from(bytes, 'base64'))
    return { shape, data: dtype === 'uint16' ? new Uint16Array(all.buffer) : all }
  }

  describe('as OME-Zarr', () => {
    it('has all samples of all channels, planes and time points, as zarrita reads them', async () => {
      const link = await linkTo(series)
      for (const [t, c, z] of [
        [0, 0, 0],
        [1, 1, 0],
        [0, 1, 1],
      ] as const) {
        const { data, shape } = await read(link, 0, [t, c, z, null, null])
        expect(shape).toEqual([333, 601])
        expect(data).toBeInstanceOf(Uint16Array)
        expect(Buffer.from(data.buffer).equals(Buffer.from(stack.plane(c, z, t).buffer))).toBe(true)
      }
    })

    it('has levels of means, of half the size each', async () => {
      const { data, shape } = await read(await linkTo(series), 1, [0, 0, 0, null, null])
      expect(shape).toEqual([166, 300])
      const mean = [
        valueAt(20, 10, 0, 0, 0),
        valueAt(21, 10, 0, 0, 0),
        valueAt(20, 11, 0, 0, 0),
        valueAt(21, 11, 0, 0, 0),
      ]
      expect(data[5 * 300 + 10]).toBe(Math.round(mean.reduce((sum, value) => sum + value, 0) / 4))
    })

    it('states units, steps, channels and ranges', async () => {
      const link = await linkTo(series)
      const {
        attributes,
        zarr_format: format,
        node_type: type,
      } = JSON.parse((await open(`${link.zarr}/zarr.json`)).body.toString())
      expect([format, type, attributes.ome.version]).toEqual([3, 'group', '0.5'])
      const [{ axes, datasets, name }] = attributes.ome.multiscales
      expect(name).toBe('Picture')
      expect(axes).toEqual([
        { name: 't', type: 'time', unit: 'second' },
        { name: 'c', type: 'channel' },
        { name: 'z', type: 'space', unit: 'micrometer' },
        { name: 'y', type: 'space', unit: 'micrometer' },
        { name: 'x', type: 'space', unit: 'micrometer' },
      ])
      expect(datasets.slice(0, 2)).toEqual([
        {
          path: '0',
          coordinateTransformations: [
            { type: 'scale', scale: [30, 1, 2, 0.5, 0.5] },
            { type: 'translation', translation: [0, 0, 0, 0, 0] },
          ],
        },
        {
          path: '1',
          coordinateTransformations: [
            { type: 'scale', scale: [30, 1, 2, 1, 1] },
            // The first pixel is the mean of two: its centre is half a pixel further.
            { type: 'translation', translation: [0, 0, 0, 0.25, 0.25] },
          ],
        },
      ])
      expect(attributes.ome.omero.channels).toMatchObject([
        { label: 'DAPI', color: '0000FF', active: true },
        { label: 'GFP', color: '00FFFF', active: true },
      ])
      expect(attributes.lamella.samples).toBe('Those of the original file.')
    })

    it('has red, green and blue of a picture as channels, without loss where it is stored so', async () => {
      const { data, shape } = await read(await linkTo(colours), 0, [0, null, 0, null, null])
      expect(shape).toEqual([3, high, wide])
      const at = (x: number, y: number) => [0, 1, 2].map((band) => data[band * wide * high + y * wide + x])
      for (const [x, y] of [
        [0, 0],
        [255, 99],
        [256, 256],
        [wide - 1, high - 1],
      ] as const) {
        expect(at(x, y)).toEqual(colourAt(x, y))
      }
      const metadata = JSON.parse((await open(`${(await linkTo(colours)).zarr}/zarr.json`)).body.toString())
      // Nothing is known of the pixel size: the axes have no unit.
      expect(metadata.attributes.ome.multiscales[0].axes[4]).toEqual({ name: 'x', type: 'space' })
    })

    it('of another scene is another store', async () => {
      const block = (S: number, [width, height]: [number, number], value: number): TestBlock => ({
        at: { X: 1000 * S, Y: 0, C: 0, Z: 0, T: 0, S },
        width,
        height,
        pixelType: 0,
        compression: 0,
        data: new Uint8Array(width * height).fill(value),
      })
      const file = buildCzi(
        [block(0, [300, 200], 7), block(1, [70, 50], 77)],
        '<ImageDocument><Metadata/></ImageDocument>',
      )
      const scenes = await upload(file, { originalFilename: 'scenes.czi' })
      const { data, shape } = await read(await linkTo(scenes, undefined, 1), 0, [0, 0, 0, null, null])
      expect([shape, new Set(data)]).toEqual([[50, 70], new Set([77])])
      expect((await read(await linkTo(scenes), 0, [0, 0, 0, 0, null])).data[0]).toBe(7)
      const params = { imageId: scenes.imageId }
      const missing = await server.call(contract.createImageLink, {
        params,
        query: { scene: 2 },
        token: server.lab.admin.token,
      })
      expect(missing).toMatchObject({ code: 'ERR_0404' })
    })

    it.each([
      '.zattrs',
      '0/c/0/2/0/0/0',
      '0/c/0/0/2/0/0',
      '0/c/2/0/0/0/0',
      '0/c/0/0/0/0/9',
      '9/zarr.json',
      '0/c/0/0/0/999999999/0',
      '../x',
    ])('has no key %s, which programs of other origins may read', async (key) => {
      const answer = await open(`${(await linkTo(series)).zarr}/${key.replace('../', '%2E%2E%2F')}`)
      expect(answer).toMatchObject({ status: 404, code: 'ERR_0404' })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    })
  })

  describe('by IIIF', () => {
    const base = async (of: StartedUpload, name = 'composed') =>
      (await linkTo(of)).iiif.replace(/composed\/info\.json$/, name)
    const pixels = async (address: string) => {
      const answer = await open(address)
      expect([answer.status, answer.detail]).toEqual([200, undefined])
      const { data, info } = await sharp(answer.body).raw().toBuffer({ resolveWithObject: true })
      return {
        width: info.width,
        height: info.height,
        at: (x: number, y: number) => [
          ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels),
        ],
        headers: answer.headers,
      }
    }

    it('states sizes, tiles, limits, scale, and what is delivered', async () => {
      const id = await base(series)
      const answer = await open(`${id}/info.json`, { origin: 'http://viewer.test' })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      const information = JSON.parse(answer.body.toString())
      expect(information).toMatchObject({
        id,
        type: 'ImageService3',
        protocol: 'http://iiif.io/api/image',
        profile: 'level2',
        width: 601,
        height: 333,
        maxWidth: 4096,
        maxHeight: 4096,
        maxArea: 2_097_152,
        tiles: [{ width: 256, height: 256, scaleFactors: [1, 2, 4] }],
        service: [{ physicalScale: 0.0005, physicalUnits: 'mm' }],
      })
      expect(information.delivered).toMatch(
        /8 bit in sRGB, without a colour profile\. Composed of uint16 samples: DAPI from/,
      )
      const linked = await open(`${id}/info.json`, { accept: 'application/ld+json' })
      expect(linked.headers.get('content-type')).toContain('application/ld+json')
      const redirect = await open(id)
      expect([redirect.status, redirect.headers.get('location')]).toEqual([303, `${id}/info.json`])
    })

    it('is opened by OpenSeadragon, whose tiles are all pixels of the image', async () => {
      const { iiif } = await linkTo(colours)
      const { stdout } = await promisify(execFile)(process.execPath, [seadragon, here(iiif)])
      const { tiles, tileSize, maxLevel, ...size } = JSON.parse(stdout) as SeadragonAnswer
      expect([size, maxLevel, new Set(tiles.map(({ level }) => level))]).toEqual([
        { width: wide, height: high },
        2,
        new Set([0, 1, 2]),
      ])
      const drawn = new Set<string>()
      for (const { url, level, x, y } of tiles) {
        const tile = await pixels(url)
        if (level < maxLevel) continue
        for (let row = 0; row < tile.height; row++) {
          for (let column = 0; column < tile.width; column++) {
            const [left, top] = [x * tileSize + column, y * tileSize + row]
            if (`${tile.at(column, row)}` === `${colourAt(left, top)}`) drawn.add(`${left},${top}`)
          }
        }
      }
      expect(drawn.size).toBe(wide * high)
    })

    it('delivers regions as stored: full, square, in pixels and percent, cut off at the edge', async () => {
      const id = await base(colours)
      const part = await pixels(`${id}/600,200,300,300/max/0/default.png`)
      expect([part.width, part.height, part.at(0, 0), part.at(99, 99)]).toEqual([
        100,
        100,
        colourAt(600, 200),
        colourAt(699, 299),
      ])
      const share = await pixels(`${id}/pct:50,50,10,10/max/0/color.png`)
      expect([share.width, share.height, share.at(1, 2)]).toEqual([70, 30, colourAt(351, 152)])
      const square = await pixels(`${id}/square/max/0/default.png`)
      expect([square.width, square.height, square.at(0, 0)]).toEqual([300, 300, colourAt(200, 0)])
    })

    it('scales in all ways of level 2, and only enlarges where that is asked for', async () => {
      const id = await base(colours)
      const sizeOf = async (region: string, size: string) => {
        const { width, height } = await pixels(`${id}/${region}/${size}/0/default.jpg`)
        return [width, height]
      }
      expect(await sizeOf('full', 'max')).toEqual([700, 300])
      expect(await sizeOf('full', '70,')).toEqual([70, 30])
      expect(await sizeOf('full', ',150')).toEqual([350, 150])
      expect(await sizeOf('full', 'pct:10')).toEqual([70, 30])
      expect(await sizeOf('full', '100,100')).toEqual([100, 100])
      expect(await sizeOf('full', '!100,100')).toEqual([100, 43])
      expect(await sizeOf('0,0,10,10', '!100,100')).toEqual([10, 10])
      expect(await sizeOf('0,0,10,10', '^!100,90')).toEqual([90, 90])
      expect(await sizeOf('0,0,10,10', '^20,')).toEqual([20, 20])
      expect(await open(`${id}/0,0,10,10/20,/0/default.jpg`)).toMatchObject({
        status: 400,
        detail: expect.stringContaining('put ^ before the size'),
      })
      const enlarged = await pixels(`${id}/8,8,2,1/^8,4/0/default.png`)
      expect([enlarged.at(3, 3), enlarged.at(4, 0)]).toEqual([colourAt(8, 8), colourAt(9, 8)])
    })

    it('mirrors before it turns', async () => {
      const id = await base(colours)
      const turned = await pixels(`${id}/0,0,20,10/max/90/default.png`)
      expect([turned.width, turned.height, turned.at(9, 0), turned.at(9, 19)]).toEqual([
        10,
        20,
        colourAt(0, 0),
        colourAt(19, 0),
      ])
      const mirrored = await pixels(`${id}/0,0,20,10/max/!90/default.png`)
      expect([mirrored.at(9, 0), mirrored.at(9, 19)]).toEqual([colourAt(19, 0), colourAt(0, 0)])
    })

    it('composes channels as the viewer does, by the settings that are applied to the project', async () => {
      const channels = [
        { index: 0, name: 'Nuclei', color: '#FF0000', visible: true, min: 0, max: 4080 },
        { index: 1, name: 'Other', color: '#00FFFF', visible: true, min: 3000, max: 7080 },
      ]
      const multichannel = await upload(encodeOmeTiff({ ...stack, sizeT: 1, sizeZ: 1 }), {
        originalFilename: 'two.ome.tif',
        fileType: 'MultiChannel',
      })
      const token = server.lab.admin.token
      const params = { projectId: server.project }
      const made = await server.call(contract.createMultichannelSettings, {
        params,
        body: { data: { name: 'a', channels } },
        token,
      })
      const settingsId = String(made.headers.location).split('/').at(-1) ?? ''
      const applied = await server.call(contract.applyMultichannelSettings, {
        params,
        body: { data: { settings: settingsId } },
        token,
      })
      expect(applied.status).toBe(204)
      const { at } = await pixels(`${await base(multichannel)}/0,0,300,20/max/0/default.png`)
      const level = (x: number, y: number) => Math.round((255 * Math.min(4080, 7 * x + 11 * y)) / 4080)
      expect(at(40, 10)).toEqual([level(40, 10), level(40, 10), level(40, 10)])
      const one = await pixels(`${await base(multichannel, 'c1')}/0,0,300,20/max/0/default.png`)
      expect(one.at(40, 10)).toEqual([level(40, 10), level(40, 10), level(40, 10)])
      const information = JSON.parse((await open(`${await base(multichannel)}/info.json`)).body.toString())
      expect(information.delivered).toContain('Nuclei from 0 to 4080 in #FF0000; Other from 3000 to 7080 in #00FFFF')
    })

    it('delivers planes and time points by name, and in grey', async () => {
      const grey = async (name: string) => {
        const { body } = await open(`${await base(series, name)}/10,10,2,2/max/0/gray.png`)
        expect((await sharp(body).metadata()).channels).toBe(1)
        return (await sharp(body).raw().toBuffer())[0]
      }
      expect(await grey('c0.t0.z0')).not.toBe(await grey('c0.t1.z0'))
      for (const name of ['c2', 'c0.t2', 'c0.z2', 'composed.s1', 'composed.x', 'original']) {
        expect(await open(`${await base(series, name)}/info.json`)).toMatchObject({ status: 404, code: 'ERR_0404' })
      }
    })

    it.each([
      ['701,0,1,1/max/0/default.jpg', 'The region lies outside of the image, which has 700 × 300 pixels.'],
      ['0,0,0,9/max/0/default.jpg', 'The region is empty.'],
      ['1,2,3/max/0/default.jpg', 'The region must be full'],
      ['-1,0,5,5/max/0/default.jpg', 'The region must be full'],
      ['pct:0,0,1e9,1/max/0/default.jpg', 'The region must be full'],
      ['full/1000000000,/0/default.jpg', 'put ^ before the size'],
      ['full/^1000000000,1000000000/0/default.jpg', 'A picture has at most 4096 × 4096 pixels and 2097152 in all'],
      ['full/^pct:100000/0/default.jpg', 'A picture has at most'],
      ['full/0,/0/default.jpg', 'The size must be max'],
      ['full/,/0/default.jpg', 'The size must be max'],
      ['full/full/0/default.jpg', 'The size must be max'],
      ['full/max/45/default.jpg', 'The rotation must be 0, 90, 180 or 270'],
      ['full/max/0/bitonal.jpg', 'The quality must be default, color or gray.'],
      ['full/max/0/default.tif', 'The format must be jpg, png, webp.'],
      ['full/max/0/default', 'The format must be jpg, png, webp.'],
    ])('refuses %s in words', async (path, sentence) => {
      const answer = await open(`${await base(colours)}/${path}`)
      expect(answer).toMatchObject({ status: 400, code: 'ERR_0400', detail: expect.stringContaining(sentence) })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    })
  })

  describe('is opened by its address', () => {
    /** Access token of a session of the lab's admin. */
    const sessionOf = async (hours: number): Promise<string> => {
      const { db, now } = server.context
      const expires = new Date(now().getTime() + hours * 3_600_000)
      const token = newSecret()
      const sessionId = await createSession(db, { userId: server.lab.admin.userId, device: null, expires }, now())
      await storeTokens(db, sessionId, { access: token, refresh: newSecret() }, expires)
      return token
    }
    const hoursOf = ({ expires }: contract.ImageLink) =>
      Math.round((new Date(expires).getTime() - server.context.now().getTime()) / 36_000) / 100

    it('which the log hides', () => {
      expect(redactUrl('/api/v1/images/a/links/b.c.d/zarr/0.ome.zarr/zarr.json')).toBe(
        '/api/v1/images/a/links/[hidden]/zarr/0.ome.zarr/zarr.json',
      )
    })

    it('until its user logs out', async () => {
      const token = await sessionOf(48)
      const link = await linkTo(colours, token)
      expect((await open(link.iiif)).status).toBe(200)
      await server.call(contract.logout, { token })
      expect(await open(link.iiif)).toMatchObject({ status: 400, code: 'ERR_1003' })
      expect(await open(`${link.zarr}/0/c/0/0/0/0/0`)).toMatchObject({ status: 400, code: 'ERR_1003' })
    })

    it('as long as its user may see the project', async () => {
      const viewer = await server.lab.addPerson()
      const projectId = server.project
      await server.context.db.insert(contributors).values({ projectId, userId: viewer.userId, role: 'viewer' })
      const link = await linkTo(colours, viewer.token)
      expect((await open(link.iiif)).status).toBe(200)
      await server.call(contract.leaveProject, { params: { projectId }, token: viewer.token })
      expect(await open(link.iiif)).toMatchObject({ status: 404, code: 'ERR_0404' })
    })

    it('and opens no other image, and nothing but this', async () => {
      const link = await linkTo(colours)
      const ticket = link.zarr.split('/').at(-3) ?? ''
      expect(await open(link.zarr.replace(colours.imageId, series.imageId))).toMatchObject({ status: 404 })
      expect(await open(`${link.zarr.replace(colours.imageId, series.imageId)}/zarr.json`)).toMatchObject({
        status: 400,
        code: 'ERR_1003',
      })
      const download = `${server.client.base}/api/v1/images/${colours.imageId}/download?ticket=${ticket}`
      expect((await fetch(download)).status).toBe(400)
      expect((await fetch(`${here(link.zarr)}/zarr.json`.replace(ticket, 'none'))).status).toBe(401)
    })

    it('without a bearer, for twelve hours or as long as the session', async () => {
      expect(hoursOf(await linkTo(colours, await sessionOf(5)))).toBe(5)
      const link = await linkTo(colours, await sessionOf(48))
      expect(hoursOf(link)).toBe(12)
      ahead = 1_800_000
      expect((await open(`${link.zarr}/zarr.json`)).status).toBe(200)
      ahead = 12.5 * 3_600_000
      expect(await open(`${link.zarr}/zarr.json`)).toMatchObject({ status: 400, code: 'ERR_1003' })
    })
  })
})
