import type { ImageKind } from './description.ts'
import type { ImageSource } from './image-source.ts'
import { planPlanes } from './plan.ts'
import { uint8, uint16 } from './sample-type.ts'

const source = (changes: Partial<ImageSource> = {}): ImageSource => ({
  format: 'TIFF',
  mimeType: 'image/test',
  width: 10,
  height: 10,
  type: uint8,
  samples: 1,
  size: { c: 1, z: 1, t: 1 },
  unlabelledAxis: null,
  channelNames: [],
  pixelSizeUm: null,
  hasPyramid: false,
  notes: [],
  plane: () => Promise.reject(new Error('a plan decodes nothing')),
  close: async () => {},
  ...changes,
})

const planeAddresses = (kind: ImageKind, changes: Partial<ImageSource>) =>
  planPlanes(kind, source(changes)).planes.map(
    ({ c, t, at, sample }) => `c${c} t${t} ← c${at.c} z${at.z} t${at.t}${sample ?? ''}`,
  )

test.each<[string, ImageKind, Partial<ImageSource>, string[]]>([
  ['one grey plane', 'TwoDimensions', {}, ['c0 t0 ← c0 z0 t0']],
  ['two channels as 2D: the first', 'TwoDimensions', { size: { c: 2, z: 1, t: 1 } }, ['c0 t0 ← c0 z0 t0']],
  ['two channels', 'MultiChannel', { size: { c: 2, z: 1, t: 3 } }, ['c0 t0 ← c0 z0 t0', 'c1 t0 ← c1 z0 t0']],
  [
    'two time points, two channels',
    'TimeSeries',
    { size: { c: 2, z: 1, t: 2 } },
    ['c0 t0 ← c0 z0 t0', 'c1 t0 ← c1 z0 t0', 'c0 t1 ← c0 z0 t1', 'c1 t1 ← c1 z0 t1'],
  ],
  [
    'two time points, two channels of RGB: the first',
    'TimeSeries',
    { size: { c: 2, z: 1, t: 2 }, samples: 3 },
    ['c0 t0 ← c0 z0 t0', 'c0 t1 ← c0 z0 t1'],
  ],
  ['the middle of five Z planes', 'TwoDimensions', { size: { c: 1, z: 5, t: 1 } }, ['c0 t0 ← c0 z2 t0']],
  ['the lower middle of four', 'TimeSeries', { size: { c: 1, z: 4, t: 1 } }, ['c0 t0 ← c0 z1 t0']],
  [
    'loose pages as channels',
    'MultiChannel',
    { size: { c: 1, z: 2, t: 1 }, unlabelledAxis: 'z' },
    ['c0 t0 ← c0 z0 t0', 'c1 t0 ← c0 z1 t0'],
  ],
  [
    'loose pages as time points',
    'TimeSeries',
    { size: { c: 2, z: 1, t: 1 }, unlabelledAxis: 'c' },
    ['c0 t0 ← c0 z0 t0', 'c0 t1 ← c1 z0 t0'],
  ],
  ['loose pages as 2D', 'TwoDimensions', { size: { c: 1, z: 3, t: 1 }, unlabelledAxis: 'z' }, ['c0 t0 ← c0 z1 t0']],
  ['RGB as channels', 'MultiChannel', { samples: 3 }, ['c0 t0 ← c0 z0 t00', 'c1 t0 ← c0 z0 t01', 'c2 t0 ← c0 z0 t02']],
])('%s', (_title, kind, changes, expected) => {
  expect(planeAddresses(kind, changes)).toEqual(expected)
})

test('8-bit RGB stays a colour picture, deeper RGB becomes three planes in their own colours', () => {
  expect(planPlanes('TwoDimensions', source({ samples: 3 }))).toMatchObject({
    photometric: 'rgb',
    channels: [{ name: 'RGB' }],
  })
  expect(planPlanes('TwoDimensions', source({ samples: 3, type: uint16 }))).toMatchObject({
    photometric: 'gray',
    naturalColours: true,
    channels: [{ name: 'Red' }, { name: 'Green' }, { name: 'Blue' }],
  })
})

test('notes state what is left out', () => {
  const { notes } = planPlanes('TwoDimensions', source({ size: { c: 3, z: 5, t: 7 } }))
  expect(notes).toEqual([
    'The file is a stack of 5 Z planes; analyses measure plane 3, the middle one.',
    'The file has 3 channels; only the first is shown. Upload it as a multichannel image to see all of them.',
    'The file has 7 time points; only the first is shown. Upload it as a time series to see all of them.',
  ])
})

test('a time series leaves no channel out', () => {
  const size = { c: 2, z: 1, t: 7 }
  expect(planPlanes('TimeSeries', source({ size })).notes).toEqual([])
  expect(planPlanes('TimeSeries', source({ size, samples: 3 })).notes).toHaveLength(1)
})

test('pages of unstated meaning are called pages', () => {
  const { notes } = planPlanes('TwoDimensions', source({ size: { c: 3, z: 1, t: 1 }, unlabelledAxis: 'c' }))
  expect(notes).toEqual([
    'The file has 3 pages; only the first is shown. Upload it as a multichannel image or a time series to see all of them.',
  ])
})
