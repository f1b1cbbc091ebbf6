import type { ImageKind } from './description.ts'
import type { ImageSource } from './image-source.ts'
import { type PartOfFile, partOfFile } from './part-of-file.ts'
import { planPlanes } from './plan.ts'
import { uint8 } from './sample-type.ts'

const source = (changes: Partial<ImageSource>): ImageSource => ({
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
const open = () => Promise.reject(new Error('not opened'))
const scenes = { own: 'A1', others: [{ name: 'A2', open }] }

test.each<[what: string, kind: ImageKind, changes: Partial<ImageSource>, part: PartOfFile]>([
  ['a single plane', 'TwoDimensions', {}, {}],
  ['a stack', 'MultiChannel', { size: { c: 2, z: 21, t: 1 } }, { zPlane: '11 of 21, the middle one' }],
  [
    'a stack of two, of which the lower is measured',
    'TwoDimensions',
    { size: { c: 1, z: 2, t: 1 } },
    { zPlane: '1 of 2, the middle one' },
  ],
  ['the first time point', 'TwoDimensions', { size: { c: 1, z: 1, t: 5 } }, { timePoint: '1 of 5, the first one' }],
  ['all time points', 'TimeSeries', { size: { c: 1, z: 3, t: 5 } }, { zPlane: '2 of 3, the middle one' }],
  [
    'the first page',
    'TwoDimensions',
    { size: { c: 4, z: 1, t: 1 }, unlabelledAxis: 'c' },
    { page: '1 of 4, the first one' },
  ],
  ['pages that are channels', 'MultiChannel', { size: { c: 1, z: 4, t: 1 }, unlabelledAxis: 'z' }, {}],
  ['a scene', 'TwoDimensions', { scenes }, { scene: '1 of 2, A1' }],
  ['a scene without a name', 'TwoDimensions', { scenes: { ...scenes, own: '' } }, { scene: '1 of 2' }],
])('what part of its file is measured: %s', (_, kind, changes, part) => {
  const opened = source(changes)
  expect(partOfFile(opened, planPlanes(kind, opened).planes)).toEqual(part)
})
