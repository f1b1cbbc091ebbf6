import type { Application, Job, JobResult, Project, ResultObject } from '@lamella/shared/contract'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'

export const projectId = sampleImage().project
export const jobId = '019aa000-0000-7000-8000-f00000000001'

export const sampleProject = (changes: Partial<Project> = {}): Project => ({
  id: projectId,
  name: 'Ki-67',
  description: '',
  owner: sampleImage().owner,
  created: '2026-11-20T09:00:00.000Z',
  modified: '2026-11-20T12:00:00.000Z',
  imageCount: 1,
  thumbnailUrl: null,
  contributors: [],
  statistics: { imageCount: 1, annotationCount: 0, jobCount: 1 },
  ...changes,
})

export const sampleApplication = (changes: Partial<Application> = {}): Application => ({
  name: 'dab-scoring',
  version: '1.2.0',
  status: 'available',
  displayName: 'DAB scoring',
  description: 'Counts stained nuclei.',
  measures: 'Nuclei, positive share, H-score',
  needs: 'Brightfield images with DAB and haematoxylin',
  supportsROI: false,
  supportsTimeSeries: false,
  supportsMultichannel: false,
  requiresMultichannel: false,
  requires: {
    kinds: ['TwoDimensions'],
    photometric: 'rgb',
    channels: { min: 1, max: null },
    timePoints: { min: 1, max: null },
    pixelSize: false,
  },
  params: { type: 'object', properties: {}, additionalProperties: false },
  ...changes,
})

export const sampleJob = (changes: Partial<Job> = {}): Job => ({
  id: jobId,
  type: 'Job',
  appName: 'dab-scoring',
  appVersion: '1.2.0',
  images: [sampleImage().id],
  imageName: 'field.tif',
  project: projectId,
  owner: sampleImage().owner,
  status: 'successful',
  progress: 1,
  statusErrors: [],
  created: '2026-11-20T09:00:00.000Z',
  started: '2026-11-20T09:00:10.000Z',
  finished: '2026-11-20T09:01:15.000Z',
  resultId: '019aa000-0000-7000-8000-a00000000001',
  ...changes,
})

/** Result with three nuclei of two classes. */
export const sampleResult = (changes: Partial<JobResult> = {}): JobResult => ({
  id: '019aa000-0000-7000-8000-a00000000001',
  job: jobId,
  image: sampleImage().id,
  figures: [
    { key: 'nuclei', title: 'Nuclei', value: 3, unit: '', decimals: 0 },
    { key: 'meanArea', title: 'Mean area', value: null, unit: 'µm²', decimals: 1 },
  ],
  classes: [
    { name: 'negative', color: '#3B82F6', count: 2 },
    { name: '3+', color: '#B45309', count: 1 },
  ],
  columns: [
    { key: 'x', title: 'X', unit: 'px', decimals: 0 },
    { key: 'area', title: 'Area', unit: 'µm²', decimals: 1 },
    { key: 'dabOd', title: 'Mean DAB density', unit: '', decimals: 3 },
  ],
  objectCount: 3,
  provenance: { appVersion: '1.2.0', imageSha256: 'abc' },
  ...changes,
})

const nucleus = (no: number, group: string, left: number, top: number): ResultObject => ({
  no,
  class: group,
  polygon: [
    [left, top],
    [left + 20, top],
    [left + 20, top + 20],
    [left, top + 20],
    [left, top],
  ],
  values: { x: left + 10, area: 100.04, dabOd: no === 2 ? null : 0.1235 },
})

export const sampleObjects: readonly ResultObject[] = [
  nucleus(1, 'negative', 0, 0),
  nucleus(2, '3+', 400, 300),
  nucleus(3, 'negative', 900, 700),
]
