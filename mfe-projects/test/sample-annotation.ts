import { type Annotation, defaultRegionName, type Region } from '@lamella/shared/contract'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { sampleProject } from './sample-result.ts'

const { id: imageId, name: imageName } = sampleImage()
const { id: projectId, owner } = sampleProject()

/** A region: a rectangle of 200 × 100 px. */
export const sampleRegion = (changes: Partial<Region> = {}): Region => ({
  id: '019aa000-0000-7000-8000-f00000000001',
  type: 'RegionOfInterest',
  image: imageId,
  imageName,
  projectId,
  no: 7,
  name: defaultRegionName,
  exhaustiveFor: [],
  geometryType: 'Polygon',
  geometry: 'POLYGON ((50 50,250 50,250 150,50 150,50 50))',
  dimensionCoordinates: [],
  scene: 0,
  z: null,
  owner,
  ownerName: 'Mia Lang',
  created: '2026-11-01T10:00:00.000Z',
  modified: '2026-11-01T10:00:00.000Z',
  revision: 1,
  ...changes,
})

/** An annotation: a rectangle of 20 × 10 px. */
export const sampleAnnotation = (changes: Partial<Annotation> = {}): Annotation => ({
  id: '019aa000-0000-7000-8000-e00000000001',
  type: 'Annotation',
  imageId,
  imageName,
  projectId,
  no: 1,
  labelAssignments: [],
  geometryType: 'Polygon',
  geometry: 'POLYGON ((100 100,120 100,120 110,100 110,100 100))',
  scene: 0,
  z: null,
  isTimeSeries: false,
  timeSeriesStep: null,
  owner,
  ownerName: 'Mia Lang',
  created: '2026-11-01T10:00:00.000Z',
  modified: '2026-11-01T10:00:00.000Z',
  revision: 1,
  previewUrl: null,
  ...changes,
})
