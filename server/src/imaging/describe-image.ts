import { basename, join } from 'node:path'
import { channelColour, RGB_COLOURS } from './channel-colours.ts'
import type { ChannelDescription, ImageDescription, ImageKind } from './description.ts'
import type { ImageSource } from './image-source.ts'
import { type Plan, relabellingNotes } from './plan.ts'
import { TILE_SIZE } from './sizes.ts'
import { withPyramid } from './write/plane-file.ts'
import { channelStatistics, luminanceStatistics } from './write/statistics.ts'
import { writeColourThumbnail, writeCompositeThumbnail } from './write/thumbnail.ts'

const THUMBNAIL_FILE = 'thumbnail.jpg'

/** A written pyramid of channel `c` and time point `t`, by its full path. */
export interface PlaneFile {
  c: number
  t: number
  file: string
}

/**
 * Measures the written planes, writes the thumbnail of the first time point, and returns the description of the image.
 *
 * @throws ImagingError; RangeError when a channel has no plane at time point 0
 */
export async function describeImage(
  job: { kind: ImageKind; outputDir: string },
  source: ImageSource,
  plan: Plan,
  planes: PlaneFile[],
): Promise<ImageDescription> {
  const rgb = plan.photometric === 'rgb'
  const channels = await describeChannels(source, plan, planes)
  const layers = channels.map((channel) => ({ channel, file: firstFile(planes, channel.index) }))
  const base = firstFile(planes, 0)
  const thumbnail = join(job.outputDir, THUMBNAIL_FILE)
  await (rgb ? writeColourThumbnail(base, thumbnail) : writeCompositeThumbnail(layers, source.type, thumbnail))
  const stored = await withPyramid(base, async ({ encoding, levels }) => ({
    encoding,
    levels: levels.map(({ width, height }) => ({ width, height })),
  }))
  return {
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
    planes: planes.map(({ c, t, file }) => ({ c, t, file: basename(file) })),
    tileSize: TILE_SIZE,
    levels: stored.levels,
    hasPyramid: source.hasPyramid,
    thumbnail: THUMBNAIL_FILE,
    notes: [...source.notes, ...relabellingNotes(job.kind, source), ...plan.notes],
  }
}

async function describeChannels(source: ImageSource, plan: Plan, planes: PlaneFile[]): Promise<ChannelDescription[]> {
  const measure = plan.photometric === 'rgb' ? luminanceStatistics : channelStatistics
  const channels: ChannelDescription[] = []
  for (const [index, { name, sample }] of plan.channels.entries()) {
    const files = planes.filter(({ c }) => c === index).map(({ file }) => file)
    channels.push({ index, name, color: colourOf(plan, index, sample), ...(await measure(files, source.type)) })
  }
  return plan.naturalColours ? sharingOneRange(channels) : channels
}

function colourOf(plan: Plan, index: number, sample: number | null): string | null {
  if (plan.photometric === 'rgb') return null
  if (plan.naturalColours && sample !== null) return RGB_COLOURS[sample] ?? null
  return channelColour(index, plan.channels.length)
}

/** Separate contrast ranges for red, green and blue would change hues. */
function sharingOneRange(channels: ChannelDescription[]): ChannelDescription[] {
  const auto = {
    min: Math.min(...channels.map((channel) => channel.auto.min)),
    max: Math.max(...channels.map((channel) => channel.auto.max)),
  }
  return channels.map((channel) => ({ ...channel, auto }))
}

function firstFile(planes: PlaneFile[], channel: number): string {
  const plane = planes.find(({ c, t }) => c === channel && t === 0)
  if (!plane) throw new RangeError(`channel ${channel} has no plane`)
  return plane.file
}
