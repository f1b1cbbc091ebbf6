import type { Samples } from '../../imaging/sample-type.ts'
import { isEven } from '../operators/even-blocks.ts'
import { noiseEstimator } from '../operators/noise.ts'
import { agreeingFields } from '../sarcomeres/agreeing-fields.ts'
import { lengthsOf, RANGE_UM, spreadOf } from '../sarcomeres/clear-period.ts'
import { FIELD_UM, fieldsOf, type MeasuredField, measureField } from '../sarcomeres/measure-field.ts'
import type { MultichannelSource } from '../sources/multichannel.ts'
import type { PixelSize } from '../sources/pixel-source.ts'
import { MOST_CHANNELS } from './measure-fluorescence.ts'
import type { StriatedChannel, StriationMeasurements } from './measurements.ts'
import { MOST_REGIONS, REGION_SIDE, type SampledRegion } from './sample-regions.ts'
import { scaleOf } from './scale-of.ts'

/** Fields across the largest region: one that is a little larger is halved, and the middle one of three has neighbours on all sides. */
const FIELDS_ACROSS = 6
/** Of a region, pixels: 130 MB at 16 bits. */
const LARGEST_SIDE = 8192
const LEAST_REGIONS = 4

/** Side of the regions that are measured, pixels, and how many there are at most: fewer large ones. */
export const striatedSampling = (pixelSizeUm: PixelSize | null): { side: number; most: number } => {
  const finest = pixelSizeUm ? Math.min(pixelSizeUm.x, pixelSizeUm.y) : Number.POSITIVE_INFINITY
  const side = Math.min(LARGEST_SIDE, Math.max(REGION_SIDE, Math.ceil((FIELDS_ACROSS * FIELD_UM) / finest)))
  return { side, most: Math.max(LEAST_REGIONS, Math.floor(MOST_REGIONS * Math.min(1, (2 * REGION_SIDE) / side) ** 2)) }
}

/** One region of one channel in memory, so that its tiles are decoded once. */
const inMemory = (plane: Samples, { region }: SampledRegion, source: MultichannelSource): MultichannelSource => ({
  ...source,
  width: region.width,
  height: region.height,
  read: async ({ left, top, width, height }) => {
    const part = plane.slice(0, width * height)
    for (let y = 0; y < height; y++) {
      const from = (top + y) * region.width + left
      part.set(plane.subarray(from, from + width), y * width)
    }
    return [part]
  },
})

async function measureChannel(
  source: MultichannelSource,
  channel: number,
  sampled: readonly SampledRegion[],
  pixelSizeUm: PixelSize,
): Promise<StriatedChannel> {
  const noise = noiseEstimator(sampled.reduce((sum, { region }) => sum + region.width * region.height, 0))
  const found: MeasuredField[] = []
  let [weights, clear] = [0, 0]
  for (const one of sampled) {
    const [plane] = await source.read(one.region, [channel])
    if (!plane) continue
    noise.add(plane, one.region.width)
    const { columns, regions } = fieldsOf(one.region, pixelSizeUm)
    // A single field has no neighbour with which its period could agree.
    if (regions.length < 2) continue
    const part = inMemory(plane, one, source)
    const measured: MeasuredField[] = []
    for (const field of regions) measured.push(await measureField(part, 0, field, pixelSizeUm, RANGE_UM))
    const fields = agreeingFields(measured, columns)
    weights += one.weight * fields.length
    clear += one.weight * lengthsOf(fields).length
    found.push(...fields)
  }
  const deviation = noise.deviation(source.type.format !== 'float')
  const lengths = lengthsOf(found)
  const spread = lengths.length >= 2 ? spreadOf(lengths) : null
  let isEmpty = lengths.length === 0
  for (const { region } of sampled) {
    if (!isEmpty) break
    const [plane] = await source.read(region, [channel])
    isEmpty = !plane || isEven(plane, region, deviation)
  }
  return {
    name: source.channels[channel] ?? '',
    isEmpty,
    fields: found.length,
    clear: lengths.length,
    clearShare: weights === 0 ? 0 : clear / weights,
    mean: spread?.mean ?? null,
    deviation: spread?.deviation ?? null,
  }
}

/**
 * Measures by regions of a micrograph what the suitability for lengths of sarcomeres depends on: the period of its bands. Without a pixel size
 * there is nothing to be measured.
 * @param isWhole there is one region, which is the image
 */
export async function measureStriations(
  source: MultichannelSource,
  sampled: readonly SampledRegion[],
  isWhole: boolean,
): Promise<StriationMeasurements> {
  const { pixelSizeUm } = source
  const empty: StriationMeasurements = {
    kind: 'striations',
    scale: scaleOf(source),
    isWhole,
    columns: 0,
    rows: 0,
    channels: [],
  }
  if (!pixelSizeUm) return empty
  const { columns, regions } = fieldsOf(source, pixelSizeUm)
  const channels: StriatedChannel[] = []
  for (let channel = 0; channel < Math.min(MOST_CHANNELS, source.channels.length); channel++) {
    channels.push(await measureChannel(source, channel, sampled, pixelSizeUm))
  }
  return { ...empty, columns, rows: columns === 0 ? 0 : regions.length / columns, channels }
}
