import * as z from 'zod'
import { measureLevels } from '../../nuclei/fluorescence-levels.ts'
import { isEven } from '../../operators/even-blocks.ts'
import { AnalysisRefused } from '../../runtime/analysis-refused.ts'
import { splitIntoTiles } from '../../runtime/tiles.ts'
import { runWorkUnits } from '../../runtime/work-units.ts'
import { agreeingFields } from '../../sarcomeres/agreeing-fields.ts'
import {
  differingPeriods,
  fewClear,
  formatProblem,
  LEAST_FIELDS,
  LEAST_UM,
  lengthsOf,
  PERIOD_LIMITS,
  RANGE_UM,
  spreadOf,
} from '../../sarcomeres/clear-period.ts'
import { FIELD_UM, fieldsOf, type MeasuredField, measuredField, measureField } from '../../sarcomeres/measure-field.ts'
import { type MultichannelSource, multichannelSource } from '../../sources/multichannel.ts'
import { defineApplication } from '../application.ts'
import { resultOf } from './result.ts'

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
  if (clear >= LEAST_FIELDS && clear >= PERIOD_LIMITS.clear.doubtful * fields.length) {
    const { mean, deviation } = spreadOf(lengthsOf(fields))
    if (deviation <= PERIOD_LIMITS.variation.doubtful * mean) return
    throw cannot(differingPeriods(mean, deviation))
  }
  throw cannot(fewClear(clear, fields.length, true))
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
  limits: `Any pattern that repeats after ${RANGE_UM[0]} to ${RANGE_UM[1]} µm is taken for sarcomeres. Fibres that are not in the plane of the section look shorter. Images without a clear period are refused, but for empty ones, which have no length.`,
  supportsROI: false,
  requires: {
    kinds: ['TwoDimensions', 'MultiChannel', 'TimeSeries'],
    photometric: 'gray',
    channels: { min: 1, max: null },
    timePoints: { min: 1, max: 1 },
    pixelSize: true,
    suitability: { modality: 'striations' },
  },
  params,
  classification: null,

  async analyse(image, given, context) {
    const source = multichannelSource(image)
    const { pixelSizeUm } = source
    if (!pixelSizeUm) throw cannot('It does not say how large its pixels are.')
    const { columns, regions } = fieldsOf(source, pixelSizeUm)
    const problem = formatProblem(pixelSizeUm, { columns, rows: columns === 0 ? 0 : regions.length / columns })
    if (problem !== null) throw cannot(problem)
    const units = regions.map((region, i) => ({
      name: `field-${i}`,
      work: () => measureField(source, given.channel, region, pixelSizeUm, RANGE_UM),
    }))
    const fields = agreeingFields(await runWorkUnits(units, measuredField, context, [0, 1]), columns)
    const isClear = fields.some(({ sarcomere }) => sarcomere)
    if (isClear || !(await isEmpty(source, given.channel))) requirePeriod(fields)
    const channel = source.channels[given.channel] || `Channel ${given.channel + 1}`
    return {
      ...resultOf(fields, pixelSizeUm),
      provenance: { params: given, pixelSizeUm, channel, rangeUm: [...RANGE_UM] },
    }
  },
})
