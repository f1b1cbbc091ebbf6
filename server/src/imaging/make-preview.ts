import { describeChannels } from './describe-channels.ts'
import type { BandPlane, Plane, SceneSource, SharpPlane } from './image-source.ts'
import type { Plan, Sample } from './plan.ts'
import { allocateSamples, type Samples, samplesFromBytes } from './sample-type.ts'
import { TILE_SIZE } from './sizes.ts'
import { type Statistics, statisticsOf } from './write/statistics.ts'
import { colourThumbnail, compositeThumbnail, THUMBNAIL_SIZE, thumbnailOf } from './write/thumbnail.ts'

/** Samples that are decoded for a preview at most. They are decoded again for the tiles, a tenth of a second later. */
const MOST_SAMPLES = 48_000_000
/** Milliseconds that reading rows for a preview may take: there are slow codecs, such as JPEG 2000. */
const MOST_TIME = 500
/** The pixels that a preview is made of are at least that many times as many per side. */
const FINENESS = 2

/** Every nth pixel of a plane in both directions: height × width × samples per pixel, row-major, interleaved. */
interface ThinnedPlane {
  width: number
  height: number
  samples: Samples
}

/**
 * A picture like the thumbnail, before any tile is written: of every nth pixel of the first time point, by whose values channels are ranged.
 *
 * @returns JPEG of at most 512 pixels per side; null: decoding the image twice would take long
 * @throws ImagingError and errors of the decoders (see `toImagingError`)
 */
export async function makePreview(source: SceneSource, plan: Plan): Promise<Buffer | null> {
  const shown = plan.channels.map((_, channel) => plan.planes.find(({ c, t }) => c === channel && t === 0))
  if (source.width * source.height * source.samples * shown.length > MOST_SAMPLES) return null
  const until = performance.now() + MOST_TIME
  const open = async (channel: number): Promise<{ plane: Plane; sample: Sample | null }> => {
    const planned = shown[channel]
    if (!planned) throw new RangeError(`channel ${channel} has no plane`)
    return { plane: await source.plane(planned.at), sample: planned.sample }
  }
  if (plan.photometric === 'rgb') {
    const { plane } = await open(0)
    if (plane.via === 'sharp') return thumbnailOf(plane.open()).toBuffer()
    const thinned = await thinRows(source, plane, null, until)
    return thinned && colourThumbnail({ ...thinned, data: Uint8Array.from(thinned.samples) }).toBuffer()
  }
  const planes: ThinnedPlane[] = []
  const measured: Statistics[] = []
  for (const channel of shown.keys()) {
    const { plane, sample } = await open(channel)
    const thinned =
      plane.via === 'sharp' ? await thinByLibvips(source, plane, sample) : await thinRows(source, plane, sample, until)
    if (!thinned) return null
    planes.push(thinned)
    measured.push(await statisticsOf(async (visit) => visit(thinned.samples), source.type))
  }
  const layers = describeChannels(plan, measured).map((channel, i) => {
    const thinned = planes[i] ?? { width: 0, height: 0, samples: new Uint8Array() }
    return { channel, read: async () => thinned }
  })
  return (await compositeThumbnail(layers)).toBuffer()
}

const stepOf = ({ width, height }: SceneSource): number =>
  Math.max(1, Math.floor(Math.max(width, height) / (FINENESS * THUMBNAIL_SIZE)))

/** @param sample null: the only one */
async function thinByLibvips(source: SceneSource, plane: SharpPlane, sample: Sample | null): Promise<ThinnedPlane> {
  const step = stepOf(source)
  const size = { width: Math.ceil(source.width / step), height: Math.ceil(source.height / step) }
  const bytes = await plane
    .open()
    .extractChannel(sample ?? 0)
    .resize({ ...size, fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false })
    .raw({ depth: source.type.bits === 16 ? 'ushort' : 'uchar' })
    .toBuffer()
  return { ...size, samples: samplesFromBytes(source.type, bytes) }
}

/**
 * @param sample null: all of a pixel
 * @param until by `performance.now()`
 * @returns null: it took longer
 */
async function thinRows(
  source: SceneSource,
  plane: BandPlane,
  sample: Sample | null,
  until: number,
): Promise<ThinnedPlane | null> {
  const { width, height, samples: perPixel } = source
  const step = stepOf(source)
  const size = { width: Math.ceil(width / step), height: Math.ceil(height / step) }
  const [first, kept] = sample === null ? [0, perPixel] : [sample, 1]
  const samples = allocateSamples(source.type, size.width * size.height * kept)
  let to = 0
  for (let top = 0; top < height; top += TILE_SIZE) {
    if (performance.now() > until) return null
    const count = Math.min(TILE_SIZE, height - top)
    const band = await plane.rows(top, count)
    for (let row = (step - (top % step)) % step; row < count; row += step) {
      for (let x = 0; x < width; x += step) {
        const at = (row * width + x) * perPixel + first
        for (let i = 0; i < kept; i++) samples[to++] = band[at + i] ?? 0
      }
    }
  }
  return { ...size, samples }
}
