import type { Classification, Measurement } from '@lamella/shared/contract'
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

/** Beside each of these stands that of the whole nuclei. */
const SHAPE_MEASURES = {
  meanArea: { kind: 'mean', column: 'area' },
  medianArea: { kind: 'median', column: 'area' },
} as const

/**
 * Classes by the mean DAB optical density of a nucleus, and what follows from them. The cuts are the defaults of QuPath's positive cell
 * detection ("Nucleus: DAB OD mean" 0.2, 0.4, 0.6; Bankhead et al. 2017), so that scores can be compared. Positive share: nuclei of
 * the classes 1+ to 3+ in percent of all; H-score: 1 × % of 1+ plus 2 × % of 2+ plus 3 × % of 3+, 0 to 300 (McCarty et al. 1985).
 */
export const DAB_CLASSES: Classification = {
  column: 'dabOd',
  objects: 'nuclei',
  classes: [
    { name: '0', color: '#56B4E9' },
    { name: '1+', color: '#F7D644' },
    { name: '2+', color: '#E69F00' },
    { name: '3+', color: '#E24328' },
  ],
  cuts: [0.2, 0.4, 0.6],
  minimum: 0,
  maximum: 2,
  step: 0.01,
  measures: {
    nuclei: { kind: 'count' },
    count0: { kind: 'count', classes: ['0'] },
    'count1+': { kind: 'count', classes: ['1+'] },
    'count2+': { kind: 'count', classes: ['2+'] },
    'count3+': { kind: 'count', classes: ['3+'] },
    positiveShare: { kind: 'share', classes: ['1+', '2+', '3+'] },
    hScore: { kind: 'score', weights: { '1+': 1, '2+': 2, '3+': 3 } },
    ...SHAPE_MEASURES,
    meanDabOd: { kind: 'mean', column: 'dabOd' },
    tissueArea: { kind: 'image' },
    density: { kind: 'ratio', over: 'tissueArea' },
    nucleusDiameter: { kind: 'image' },
  },
  part: wholeNuclei(SHAPE_MEASURES),
}

/** The result without its provenance: areas in µm² (px² without pixel size), optical densities without unit, positions in pixels. */
export function resultOf(
  { batches, diameter, diameterFrom, tissuePixels }: DabNuclei,
  pixelSizeUm: PixelSize | null,
): Omit<AnalysisResult, 'provenance'> {
  const columns = nucleusColumns(pixelSizeUm, [
    { key: 'dabOd', title: 'DAB OD', unit: '', decimals: 3, kept: 5 },
    { key: 'hematoxylinOd', title: 'Hematoxylin OD', unit: '', decimals: 3, kept: 5 },
  ])
  const area = columns.find(({ key }) => key === 'area')?.unit ?? ''
  const measurements: Measurement[] = [
    ...nucleusCounts(),
    ...DAB_CLASSES.classes.map(({ name }) => measurement(`count${name}`, `Class ${name}`, '', 0)),
    measurement('positiveShare', 'Positive', '%', 1),
    measurement('hScore', 'H-score', '', 0),
    ...besideWhole(measurement('meanArea', 'Mean area', area, 1)),
    ...besideWhole(measurement('medianArea', 'Median area', area, 1)),
    measurement('meanDabOd', 'Mean DAB OD', '', 3),
    ...tissueMeasurements(tissuePixels, pixelSizeUm),
    diameterMeasurement(diameter.px, diameterFrom),
  ]
  return nucleusResult(batches, columns, DAB_CLASSES, measurements)
}
