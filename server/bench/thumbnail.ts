import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Image } from '@lamella/shared/contract'
import sharp from 'sharp'
import { type BenchResult, round } from './bench-result.ts'
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

/** Uploads the file, and returns when its thumbnail is served. */
const showThumbnail = async ({ client, project }: ServerUnderTest, file: Buffer, name: string): Promise<number> => {
  const { imageId } = await client.upload(file, { project, name, originalFilename: name })
  const start = performance.now()
  for (;;) {
    const { status, thumbnailUrl, statusErrors } = await client.json<Image>(`/api/v1/images/${imageId}`)
    if (status === 'processingFailed') throw new Error(statusErrors.join(' '))
    if (thumbnailUrl && (await client.request('GET', thumbnailUrl)).status === 200) return performance.now() - start
    await setTimeout(20)
  }
}

/** From the last byte of an upload of 10 megapixels to its thumbnail, beside libvips alone on the same file. */
export const run = async (): Promise<BenchResult[]> => {
  const server = await startServerUnderTest()
  try {
    const results: BenchResult[] = []
    for (const [format, extension, make] of pictures) {
      const file = await make()
      const times: number[] = []
      for (let turn = 0; turn < turns; turn++) times.push(await showThumbnail(server, file, `picture.${extension}`))
      const sorted = times.toSorted((a, b) => a - b)
      const [fastest = Number.NaN] = sorted
      const median = sorted[Math.floor(turns / 2)] ?? Number.NaN
      const alone = await timesOf(turns, async () => void (await sharp(file).resize(512).webp().toBuffer()))
      results.push({
        name: `thumbnail of a ${format}, ${round((width * height) / 1e6)} MP after its upload`,
        unit: 'ms',
        ours: round(median),
        peers: [{ name: 'libvips alone, thumbnail only', value: round(alone.median) }],
        floor: `≤ ${limit} ms`,
        met: median <= limit,
        notes: [
          `fastest ${round(fastest)} ms; load ${round(loadavg()[0] ?? 0, 1)}; with queue, process of its own, statistics and pyramid`,
        ],
      })
    }
    return results
  } finally {
    await server.stop()
  }
}
