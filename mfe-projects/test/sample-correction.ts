import type { Classification, CorrectedResult, JobResult } from '@lamella/shared/contract'
import { jobId, sampleResult } from './sample-result.ts'

/** Two classes of nuclei by their DAB density. */
export const sampleClassification: Classification = {
  column: 'dabOd',
  objects: 'nuclei',
  classes: [
    { name: 'negative', color: '#3B82F6' },
    { name: '1+', color: '#F7D644' },
    { name: '3+', color: '#B45309' },
  ],
  cuts: [0.2, 0.6],
  minimum: 0,
  maximum: 2,
  step: 0.01,
  measures: {
    nuclei: { kind: 'count' },
    'count3+': { kind: 'count', classes: ['3+'] },
    positiveShare: { kind: 'share', classes: ['1+', '3+'] },
    hScore: { kind: 'score', weights: { '1+': 1, '3+': 3 } },
    meanArea: { kind: 'mean', column: 'area' },
  },
}

/** Density and area of ten nuclei. */
export const sampleValues = {
  dabOd: [0.05, 0.1, 0.15, 0.21, 0.3, 0.45, 0.5, 0.7, 0.9, 1.1],
  area: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
}

/** Result of these nuclei: three are negative, four 1+, three 3+. */
export const sampleCutResult = (): JobResult => ({
  ...sampleResult(),
  figures: [
    { key: 'nuclei', title: 'Nuclei', value: 10, unit: '', decimals: 0 },
    { key: 'count3+', title: 'Class 3+', value: 3, unit: '', decimals: 0 },
    { key: 'positiveShare', title: 'Positive', value: 70, unit: '%', decimals: 1 },
    { key: 'hScore', title: 'H-score', value: 130, unit: '', decimals: 0 },
    { key: 'meanArea', title: 'Mean area', value: 55, unit: 'µm²', decimals: 1 },
  ],
  classes: [3, 4, 3].map((count, code) => ({ ...sampleClassification.classes[code], count })) as JobResult['classes'],
  columns: [
    { key: 'area', title: 'Area', unit: 'µm²', decimals: 1 },
    { key: 'dabOd', title: 'DAB OD', unit: '', decimals: 3 },
  ],
  objectCount: 10,
})

export const sampleCorrection = (changes: Partial<CorrectedResult> = {}): CorrectedResult => ({
  id: '019aa000-0000-7000-8000-c00000000001',
  result: sampleResult().id,
  source: null,
  created: '2026-11-22T07:40:11.000Z',
  createdBy: { id: jobId, fullName: 'Mia Lang' },
  cuts: [0.25, 0.6],
  leftOut: [
    { by: { id: jobId, fullName: 'Mia Lang' }, at: '2026-11-22T07:40:11.000Z', objects: [1, 10] },
    { by: { id: jobId, fullName: 'Jonas Weber' }, at: '2026-11-21T10:00:00.000Z', objects: [4] },
  ],
  figures: [],
  classes: [],
  ...changes,
})

/** Nuclei of a single class: nothing is cut. */
export const sampleSingleClass: Classification = {
  ...sampleClassification,
  column: 'area',
  classes: [{ name: 'nucleus', color: '#56B4E9' }],
  cuts: [],
  maximum: 100_000,
  step: 1,
  measures: { nuclei: { kind: 'count' }, meanArea: { kind: 'mean', column: 'area' } },
}

/** Result of the ten nuclei in a single class. */
export const sampleUncutResult = (): JobResult => {
  const { figures, ...result } = sampleCutResult()
  return {
    ...result,
    figures: figures.filter(({ key }) => key in sampleSingleClass.measures),
    classes: [{ name: 'nucleus', color: '#56B4E9', count: 10 }],
  }
}

/** The sample with a hot spot of at least three nuclei, of which most are 3+. */
export const sampleHotSpot: Classification = {
  ...sampleClassification,
  measures: { ...sampleClassification.measures, hotSpot: { kind: 'hotSpot', classes: ['3+'], least: 3 } },
}
