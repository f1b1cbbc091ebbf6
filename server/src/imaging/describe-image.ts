import { basename, join } from 'node:path'
import { describeChannels } from './describe-channels.ts'
import type { Further, ImageDescription, ImageKind } from './description.ts'
import type { SceneSource } from './image-source.ts'
import { type Plan, relabellingNotes } from './plan.ts'
import { TILE_SIZE } from './sizes.ts'
import { withPyramid } from './write/plane-file.ts'
import { channelStatistics, luminanceStatistics, type Statistics } from './write/statistics.ts'
import { writeColourThumbnail, writeCompositeThumbnail } from './write/thumbnail.ts'
import type { PlaneFile } from './write/write-planes.ts'

const THUMBNAIL_FILE = 'thumbnail.jpg'
const MAXIMUM_THUMBNAIL_FILE = 'thumbnail-max.jpg'

/** An image that was written, and its files that the description has no place for. */
interface Described {
  description: ImageDescription
  zPlanes: Further['zPlanes']
  maximumThumbnail: string | null
}

/**
 * Measures the written planes, writes the thumbnails of the first time point, and returns the description of the image.
 *
 * @throws ImagingError; RangeError when a channel has no plane at time point 0
 */
export async function describeImage(
  job: { kind: ImageKind; outputDir: string; prefix: string },
  source: SceneSource,
  plan: Plan,
  planes: PlaneFile[],
): Promise<Described> {
  const rgb = plan.photometric === 'rgb'
  const channels = describeChannels(plan, await measureChannels(source, plan, planes))
  const layers = (z: PlaneFile['z']) =>
    channels.map((channel) => ({ channel, file: firstPlane(planes, channel.index, z).file }))
  const { file: base, kept } = firstPlane(planes, 0, null)
  const named = (file: string) => `${job.prefix}${file}`
  const thumbnail = join(job.outputDir, named(THUMBNAIL_FILE))
  await (rgb
    ? writeColourThumbnail(base, thumbnail, kept)
    : writeCompositeThumbnail(layers(null), source.type, thumbnail))
  const hasMaximum = planes.some(({ z }) => z === 'max')
  const maximumThumbnail = hasMaximum ? named(MAXIMUM_THUMBNAIL_FILE) : null
  if (maximumThumbnail) {
    await writeCompositeThumbnail(layers('max'), source.type, join(job.outputDir, maximumThumbnail))
  }
  const stored = await withPyramid(base, async ({ encoding, levels }) => ({
    encoding,
    levels: levels.map(({ width, height }) => ({ width, height })),
  }))
  const description: ImageDescription = {
    kind: job.kind,
    format: source.format,
    mimeType: source.mimeType,
    width: source.width,
    height: source.height,
    bitDepth: source.type.bits,
    sampleFormat: source.type.format,
    photometric: plan.photometric,
    encoding: stored.encoding,
    channels,
    timePoints: plan.timePoints,
    zPlanes: plan.zPlanes,
    zUsed: plan.zUsed,
    pixelSizeUm: source.pixelSizeUm,
    planes: planes.filter(({ z }) => z === null).map(({ c, t, file }) => ({ c, t, file: basename(file) })),
    tileSize: TILE_SIZE,
    levels: stored.levels,
    hasPyramid: source.hasPyramid,
    thumbnail: named(THUMBNAIL_FILE),
    notes: [...source.notes, ...relabellingNotes(job.kind, source), ...plan.notes],
  }
  const zPlanes = planes.flatMap(({ c, t, z, file }) => (z === null ? [] : [{ c, t, z, file: basename(file) }]))
  return { description, zPlanes, maximumThumbnail }
}

async function measureChannels({ type }: SceneSource, plan: Plan, planes: PlaneFile[]): Promise<Statistics[]> {
  const measured: Statistics[] = []
  for (const index of plan.channels.keys()) {
    const own = planes.filter(({ c, z }) => c === index && z !== 'max')
    measured.push(
      plan.photometric === 'rgb'
        ? await luminanceStatistics(own[0]?.file ?? '', own[0]?.kept)
        : await channelStatistics(
            own.map(({ file }) => file),
            type,
          ),
    )
  }
  return measured
}

function firstPlane(planes: PlaneFile[], channel: number, wanted: PlaneFile['z']): PlaneFile {
  const plane = planes.find(({ c, t, z }) => c === channel && t === 0 && z === wanted)
  if (!plane) throw new RangeError(`channel ${channel} has no plane`)
  return plane
}
