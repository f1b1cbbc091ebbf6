import * as z from 'zod'
import { measureLevels } from '../../nuclei/fluorescence-levels.ts'
import { isEven } from '../../operators/even-blocks.ts'
import { AnalysisRefused } from '../../runtime/analysis-refused.ts'
import { splitIntoTiles } from '../../runtime/tiles.ts'
import { runWorkUnits } from '../../runtime/work-units.ts'
import { type MultichannelSource, multichannelSource } from '../../sources/multichannel.ts'
import { defineApplication } from '../application.ts'
import { agreeingFields } from './agreeing-fields.ts'
import { FIELD_UM, fieldsOf, type MeasuredField, measuredField, measureField } from './measure-field.ts'
import { lengthsOf, resultOf, spreadOf } from './result.ts'

/** µm between which lengths are searched: of contracted and of stretched heart muscle, and less than twice the shortest. */
const RANGE = [1.4, 2.7] as const
/** Pixels in the shortest sarcomere. */
const LEAST_PIXELS = 10
/** Fields, and share of all, that must have a clear period which agrees with that of a neighbour. */
const LEAST_FIELDS = 3
const LEAST_CLEAR = 0.5
/** Of their lengths: standard deviation over mean. */
const LARGEST_VARIATION = 0.08
/** Side of an image with fields enough, µm. */
const LEAST_UM = 2 * FIELD_UM

const params = z.strictObject({
  channel: z.int().min(0).default(0).meta({
    title: 'Channel',
    description: 'The one that shows the Z lines.',
    control: 'channel',
  }),
})

const cannot = (reason: string) =>
  new AnalysisRefused(`The length of sarcomeres cannot be measured in this image. ${reason}`)

const requirePeriod = (fields: readonly MeasuredField[]): void => {
  const clear = fields.filter(({ sarcomere }) => sarcomere).length
  if (clear >= LEAST_FIELDS && clear >= LEAST_CLEAR * fields.length) {
    const { mean, deviation } = spreadOf(lengthsOf(fields))
    if (deviation <= LARGEST_VARIATION * mean) return
    throw cannot(`The periods of its fields differ too much: ${mean.toFixed(2)} ± ${deviation.toFixed(2)} µm.`)
  }
  throw cannot(
    `Of its ${fields.length} fields of ${FIELD_UM} µm ${clear === 0 ? 'none has' : clear === 1 ? 'one has' : `only ${clear} have`} a clear period of ${RANGE[0]} to ${RANGE[1]} µm that goes on in the next field.`,
  )
}

/** Whether nothing but noise is in a channel: an empty image is a valid one. */
async function isEmpty(source: MultichannelSource, channel: number): Promise<boolean> {
  const { noise } = await measureLevels(source, channel)
  for (const { core } of splitIntoTiles(source, 1024, 0)) {
    const [plane] = await source.read(core, [channel])
    if (plane && !isEven(plane, core, noise)) return false
  }
  return true
}

/** Measures the length of sarcomeres in muscle that is cut along its fibres: the period of its bands, by autocorrelation, field by field. */
export const sarcomereLength = defineApplication({
  name: 'sarcomere-length',
  version: '1.1.0',
  status: 'available',
  displayName: 'Sarcomere length',
  description:
    'Measures the length of sarcomeres in muscle cut along its fibres, as the period of its bands. For research, not for diagnosis.',
  measures: `The median length of sarcomeres over fields of ${FIELD_UM} µm, and for every field its length and how clear its period is, with one sarcomere marked.`,
  needs: `A micrograph, or one channel, of striated muscle cut along its fibres, of at least ${LEAST_UM} × ${LEAST_UM} µm, whose pixel size is known.`,
  limits: `Any pattern that repeats after ${RANGE[0]} to ${RANGE[1]} µm is taken for sarcomeres. Fibres that are not in the plane of the section look shorter. Images without a clear period are refused, but for empty ones, which have no length.`,
  supportsROI: false,
  requires: {
    kinds: ['TwoDimensions', 'MultiChannel', 'TimeSeries'],
    photometric: 'gray',
    channels: { min: 1, max: null },
    timePoints: { min: 1, max: 1 },
    pixelSize: true,
  },
  params,
  classification: null,

  async analyse(image, given, context) {
    const source = multichannelSource(image)
    const { pixelSizeUm } = source
    if (!pixelSizeUm) throw cannot('It does not say how large its pixels are.')
    const coarsest = Math.max(pixelSizeUm.x, pixelSizeUm.y)
    if (coarsest * LEAST_PIXELS > RANGE[0]) {
      throw cannot(
        `Its pixels of ${coarsest.toPrecision(3)} µm are too large for bands of ${RANGE[0]} to ${RANGE[1]} µm.`,
      )
    }
    const { columns, regions } = fieldsOf(source, pixelSizeUm)
    if (Math.min(columns, regions.length / columns) < 2)
      throw cannot(`It is smaller than ${LEAST_UM} × ${LEAST_UM} µm.`)
    const units = regions.map((region, i) => ({
      name: `field-${i}`,
      work: () => measureField(source, given.channel, region, pixelSizeUm, RANGE),
    }))
    const fields = agreeingFields(await runWorkUnits(units, measuredField, context, [0, 1]), columns)
    const isClear = fields.some(({ sarcomere }) => sarcomere)
    if (isClear || !(await isEmpty(source, given.channel))) requirePeriod(fields)
    const channel = source.channels[given.channel] || `Channel ${given.channel + 1}`
    return {
      ...resultOf(fields, pixelSizeUm),
      provenance: { params: given, pixelSizeUm, channel, rangeUm: [...RANGE] },
    }
  },
})
