import { type Classification, hotSpotIn, type Measurement } from '@lamella/shared/contract'
import type { AnalysisResult } from '../applications/application.ts'
import type { PixelSize } from '../sources/pixel-source.ts'
import type { DabNuclei } from './dab-nuclei.ts'
import {
  besideWhole,
  diameterMeasurement,
  measurement,
  nucleusColumns,
  nucleusCounts,
  tissueMeasurements,
  wholeNuclei,
} from './measurements.ts'
import { nucleusResult } from './nucleus-result.ts'

/** Nuclei of a hot spot: what the International Ki67 in Breast Cancer Working Group counts at least (Nielsen et al. 2021). */
const HOT_SPOT_NUCLEI = 500

/** Beside each of these stands that of the whole nuclei. */
const SHAPE_MEASURES = {
  meanArea: { kind: 'mean', column: 'area' },
} as const

/**
 * Positive is a nucleus with a mean DAB optical density of 0.2 and more, the default of QuPath's positive cell detection (Bankhead et al.
 * 2017). The Ki-67 index is the share of these in all nuclei.
 */
export const KI67_CLASSES: Classification = {
  column: 'dabOd',
  objects: 'nuclei',
  classes: [
    { name: 'negative', color: '#56B4E9' },
    { name: 'positive', color: '#E24328' },
  ],
  cuts: [0.2],
  minimum: 0,
  maximum: 2,
  step: 0.01,
  measures: {
    nuclei: { kind: 'count' },
    positive: { kind: 'count', classes: ['positive'] },
    negative: { kind: 'count', classes: ['negative'] },
    index: { kind: 'share', classes: ['positive'] },
    hotSpotIndex: { kind: 'hotSpot', classes: ['positive'], least: HOT_SPOT_NUCLEI },
    meanDabOd: { kind: 'mean', column: 'dabOd' },
    ...SHAPE_MEASURES,
    tissueArea: { kind: 'image' },
    density: { kind: 'ratio', over: 'tissueArea' },
    nucleusDiameter: { kind: 'image' },
  },
  part: wholeNuclei(SHAPE_MEASURES),
}

/** The result of an image, its provenance with the place of the hot spot, pixels. */
export function resultOf(found: DabNuclei, pixelSizeUm: PixelSize | null): AnalysisResult {
  const columns = nucleusColumns(pixelSizeUm, [
    { key: 'dabOd', title: 'DAB OD', unit: '', decimals: 3, kept: 5 },
    { key: 'hematoxylinOd', title: 'Hematoxylin OD', unit: '', decimals: 3, kept: 5 },
  ])
  const area = columns.find(({ key }) => key === 'area')?.unit ?? ''
  const measurements: Measurement[] = [
    ...nucleusCounts(),
    measurement('positive', 'Positive', '', 0),
    measurement('negative', 'Negative', '', 0),
    measurement('index', 'Ki-67 index', '%', 1),
    measurement('hotSpotIndex', 'Ki-67 index of the hot spot', '%', 1),
    measurement('meanDabOd', 'Mean DAB OD', '', 3),
    ...besideWhole(measurement('meanArea', 'Mean area', area, 1)),
    ...tissueMeasurements(found.tissuePixels, pixelSizeUm),
    diameterMeasurement(found.diameter.px, found.diameterFrom),
  ]
  const result = nucleusResult(found.batches, columns, KI67_CLASSES, measurements)
  const { classes: codes, values } = result.objects
  const hotSpot = hotSpotIn({ classification: KI67_CLASSES, codes, columns: values })
  return {
    ...result,
    provenance: {
      ...found.provenance,
      dabOdCuts: KI67_CLASSES.cuts,
      // Corrected results, which may have another one, carry this provenance too.
      hotSpotAsMeasured: hotSpot ?? `none: fewer than ${HOT_SPOT_NUCLEI} nuclei`,
    },
  }
}
