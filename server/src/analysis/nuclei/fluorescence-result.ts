import type { Classification, Measurement } from '@lamella/shared/contract'
import type { AnalysisResult } from '../applications/application.ts'
import type { Size } from '../operators/size.ts'
import type { PixelSize } from '../sources/pixel-source.ts'
import {
  areaMeasurements,
  besideWhole,
  diameterMeasurement,
  measurement,
  nucleusColumns,
  nucleusCounts,
  wholeNuclei,
} from './measurements.ts'
import type { NucleusColumns } from './nucleus-batch.ts'
import { nucleusResult } from './nucleus-result.ts'

/** Beside each of these stands that of the whole nuclei. */
const SHAPE_MEASURES = {
  meanArea: { kind: 'mean', column: 'area' },
  medianArea: { kind: 'median', column: 'area' },
  meanCircularity: { kind: 'mean', column: 'circularity' },
} as const

/** One class without cuts, the distribution of the area, and how the measurements follow from the nuclei. */
export const NUCLEI: Classification = {
  column: 'area',
  objects: 'nuclei',
  classes: [{ name: 'nucleus', color: '#56B4E9' }],
  cuts: [],
  minimum: 0,
  maximum: 100_000,
  step: 1,
  measures: {
    nuclei: { kind: 'count' },
    ...SHAPE_MEASURES,
    meanIntensity: { kind: 'mean', column: 'meanIntensity' },
    medianIntensity: { kind: 'median', column: 'meanIntensity' },
    imageArea: { kind: 'image' },
    density: { kind: 'ratio', over: 'imageArea' },
    nucleusDiameter: { kind: 'image' },
  },
  part: wholeNuclei(SHAPE_MEASURES),
}

/** What is known of the image and of its nuclei. */
interface Found {
  size: Size
  pixelSizeUm: PixelSize | null
  /** Intensities are fractions, not counts. */
  isFloat: boolean
  diameter: { px: number; from: string }
  batches: readonly NucleusColumns[]
}

/** The result without its provenance: areas in µm² (px² without pixel size), intensities in the unit of the file. */
export function resultOf({ size, pixelSizeUm, isFloat, diameter, batches }: Found): Omit<AnalysisResult, 'provenance'> {
  const decimals = isFloat ? 4 : 1
  const columns = nucleusColumns(pixelSizeUm, [
    { key: 'meanIntensity', title: 'Mean intensity', unit: '', decimals, kept: decimals + 4 },
  ])
  const area = columns.find(({ key }) => key === 'area')?.unit ?? ''
  const measurements: Measurement[] = [
    ...nucleusCounts(),
    ...besideWhole(measurement('meanArea', 'Mean area', area, 1)),
    ...besideWhole(measurement('medianArea', 'Median area', area, 1)),
    measurement('meanIntensity', 'Mean intensity', '', decimals),
    measurement('medianIntensity', 'Median intensity', '', decimals),
    ...besideWhole(measurement('meanCircularity', 'Mean circularity', '', 2)),
    ...areaMeasurements({ key: 'imageArea', title: 'Image area', of: 'image' }, size.width * size.height, pixelSizeUm),
    diameterMeasurement(diameter.px, diameter.from),
  ]
  return nucleusResult(batches, columns, NUCLEI, measurements)
}
