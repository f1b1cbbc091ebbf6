import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Image } from '@lamella/shared/contract'
import sharp from 'sharp'
import { type BenchResult, median, round } from './bench-result.ts'
import { timesOf } from './request-times.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'

const [width, height] = [3_872, 2_592]
const turns = 5
/** Milliseconds. */
const limit = 1_000

const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }

/** Pictures that do not compress to nothing. */
const pictures: [name: string, extension: string, make: () => Promise<Buffer>][] = [
  ...(['jpeg', 'png', 'tiff'] as const).map((format): (typeof pictures)[number] => {
    const create = { width, height, channels: 3 as const, background: '#884466', noise }
    return [format, format, () => sharp({ create }).toFormat(format).toBuffer()]
  }),
  [
    'tiff of 16 bits',
    'tiff',
    async () => {
      const grey = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
        .extractChannel(0)
        .raw()
        .toBuffer()
      const samples = new Uint16Array(grey.length)
      for (let i = 0; i < samples.length; i++) samples[i] = 200 * (grey[i] ?? 0) + (i % 200)
      return (
        sharp(samples, { raw: { width, height, channels: 1 } })
          .toColourspace('grey16')
          // By default it would be JPEG, of 8 bits.
          .tiff({ compression: 'deflate' })
          .toBuffer()
      )
    },
  ],
]

interface Times {
  /** Milliseconds from the last byte until a picture of it is served: the preview, or the thumbnail. */
  picture: number
  /** Until the image is available. */
  available: number
}

/** Uploads the file, and returns when the image is available. */
const processed = async ({ client, project }: ServerUnderTest, file: Buffer, name: string): Promise<Times> => {
  const { imageId } = await client.upload(file, { project, name, originalFilename: name })
  const start = performance.now()
  let picture = Number.NaN
  for (;;) {
    const { status, thumbnailUrl, statusErrors } = await client.json<Image>(`/api/v1/images/${imageId}`)
    if (status === 'processingFailed') throw new Error(statusErrors.join(' '))
    if (Number.isNaN(picture) && thumbnailUrl && (await client.request('GET', thumbnailUrl)).status === 200)
      picture = performance.now() - start
    if (status === 'available' && !Number.isNaN(picture)) return { picture, available: performance.now() - start }
    await setTimeout(20)
  }
}

/** From the last byte of an upload of 10 megapixels to its picture, beside libvips alone on the same file. */
export const run = async (): Promise<BenchResult[]> => {
  const server = await startServerUnderTest()
  try {
    const results: BenchResult[] = []
    for (const [format, extension, make] of pictures) {
      const file = await make()
      const times: Times[] = []
      for (let turn = 0; turn < turns; turn++) times.push(await processed(server, file, `picture.${extension}`))
      const shown = median(times.map(({ picture }) => picture))
      const available = median(times.map((time) => time.available))
      const alone = await timesOf(turns, async () => void (await sharp(file).resize(512).webp().toBuffer()))
      results.push({
        name: `picture of a ${format}, ${round((width * height) / 1e6)} MP after its upload`,
        unit: 'ms',
        ours: round(shown),
        peers: [{ name: 'libvips alone, thumbnail only', value: round(alone.median) }],
        floor: `≤ ${limit} ms`,
        met: shown <= limit,
        notes: [
          `preview, with queue and a process of its own; available after ${round(available)} ms; load ${round(loadavg()[0] ?? 0, 1)}`,
        ],
      })
    }
    return results
  } finally {
    await server.stop()
  }
}
