import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPlanes, checkSize } from './check-size.ts'
import type { ImageKind } from './description.ts'
import { type ImageSource, singlePlaneDefaults } from './image-source.ts'
import { defaultLimits } from './limits.ts'
import { planPlanes } from './plan.ts'
import { processImage } from './process-image.ts'
import { uint8 } from './sample-type.ts'

const source = (changes: Partial<ImageSource>): ImageSource => ({
  ...singlePlaneDefaults,
  format: 'TIFF',
  mimeType: 'image/test',
  width: 512,
  height: 512,
  type: uint8,
  samples: 1,
  plane: () => Promise.reject(new Error('nothing is decoded')),
  ...changes,
})

const check = (kind: ImageKind, changes: Partial<ImageSource>, fileBytes: number) => () => {
  const file = source(changes)
  checkPlanes(kind, file, fileBytes, defaultLimits)
  checkSize(file, planPlanes(kind, file), fileBytes, defaultLimits)
}
const GB = 1e9

test.each<[string, ImageKind, Partial<ImageSource>, number]>([
  ['two weeks at one per minute', 'TimeSeries', { size: { c: 2, z: 1, t: 20_000 } }, 20 * GB],
  [
    'a light-sheet stack of two channels and some time points',
    'MultiChannel',
    { size: { c: 2, z: 2_000, t: 20 } },
    20 * GB,
  ],
  ['a hyperspectral cube', 'MultiChannel', { size: { c: 500, z: 1, t: 1 } }, GB / 10],
  ['sixty compressed label masks', 'MultiChannel', { size: { c: 60, z: 1, t: 1 }, width: 256, height: 256 }, 52_545],
  ['a stack whose pages may be anything', 'TimeSeries', { size: { c: 1, z: 4_000, t: 1 }, unlabelledAxis: 'z' }, GB],
])('%s is accepted', (_title, kind, changes, fileBytes) => {
  expect(check(kind, changes, fileBytes)).not.toThrow()
})

test.each<[string, ImageKind, Partial<ImageSource>, number, string]>([
  [
    'channels',
    'MultiChannel',
    { size: { c: 513, z: 1, t: 1 } },
    GB,
    'declares 513 channels, and one image may have 512',
  ],
  ['colour channels', 'MultiChannel', { size: { c: 200, z: 1, t: 1 }, samples: 3 }, GB, 'declares 600 channels'],
  ['channels not shown', 'TimeSeries', { size: { c: 8_000, z: 1, t: 1 } }, GB, 'declares 8,000 channels'],
  ['time points', 'TimeSeries', { size: { c: 1, z: 1, t: 20_001 } }, GB, 'declares 20,001 time points'],
  ['Z planes', 'TwoDimensions', { size: { c: 1, z: 4e9, t: 1 } }, GB, 'Z planes, and one image may have 20,000'],
  [
    'pages as channels',
    'MultiChannel',
    { size: { c: 1, z: 1_000, t: 1 }, unlabelledAxis: 'z' },
    GB,
    'declares 1,000 channels',
  ],
  ['planes', 'TwoDimensions', { size: { c: 500, z: 500, t: 2 } }, 20 * GB, 'declares 500,000 planes'],
  [
    'planes for its bytes',
    'TimeSeries',
    { size: { c: 1, z: 1, t: 8_000 }, width: 1, height: 1 },
    9_000,
    'far too small',
  ],
  [
    'pixels for its bytes',
    'TimeSeries',
    { size: { c: 1, z: 1, t: 2_000 }, width: 4_000, height: 4_000 },
    600_000,
    '4000 × 4000 pixels in 2,000 planes',
  ],
])('more %s than one image may have are refused in words', (_title, kind, changes, fileBytes, words) => {
  expect(check(kind, changes, fileBytes)).toThrow(words)
})

/** An ImageJ TIFF of one directory, followed by that many planes of one pixel. */
const imageJStack = (axis: string, planes: number): Buffer => {
  const description = Buffer.from(`ImageJ=1.53t\nimages=${planes}\n${axis}=${planes}\nhyperstack=true\n\0`)
  const at = 8 + 2 + 12 * 9 + 4
  const fields = [
    [256, 4, 1, 1],
    [257, 4, 1, 1],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [270, 2, description.length, at],
    [273, 4, 1, at + description.length],
    [277, 3, 1, 1],
    [279, 4, 1, 1],
  ]
  const file = Buffer.alloc(at + description.length + planes)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(fields.length, 8)
  for (const [i, [tag = 0, type = 0, count = 0, value = 0]] of fields.entries()) {
    file.writeUInt16LE(tag, 10 + 12 * i)
    file.writeUInt16LE(type, 12 + 12 * i)
    file.writeUInt32LE(count, 14 + 12 * i)
    file.writeUInt32LE(value, 18 + 12 * i)
  }
  description.copy(file, at)
  return file
}

test.each<[string, ImageKind, string]>([
  ['channels', 'MultiChannel', 'declares 8,000 channels, and one image may have 512 at most'],
  ['frames', 'TimeSeries', 'declares 8,000 planes but is far too small'],
  ['slices', 'TwoDimensions', 'declares 8,000 planes but is far too small'],
])('8 KB that declare 8,000 %s of one pixel are refused within 15 s', async (axis, kind, words) => {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-planes-'))
  try {
    const path = join(folder, 'stack.tif')
    await writeFile(path, imageJStack(axis, 8_000))
    const limits = { timeoutMs: 15_000 }
    const run = processImage({ source: path, kind, originalName: 'stack.tif', outputDir: join(folder, 'out'), limits })
    await expect(run).rejects.toMatchObject({ reason: 'tooLarge', message: expect.stringContaining(words) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
