/** @jest-environment ./test/native-arrays-environment.cjs */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hDabField } from '@lamella/shared/testing/pictures/index.ts'
import { type PixelSource, sourceInMemory } from '../sources/pixel-source.ts'
import { rgbInMemory } from '../sources/rgb.ts'
import dabScoring from './dab-scoring/golden.json'
import ki67Breast from './ki67-breast/golden.json'
import nuclei from './nuclei/golden.json'
import { applications } from './registry.ts'

/** Processors round the sums of a network differently, which may move a pixel of an outline. */
const ROUNDING = 0.005

const pixelSizeUm = { x: 0.5, y: 0.5 }
/** At twice the magnification of the field, so that the network looks at it in several views. */
const fineSection = (): PixelSource => {
  const { data, width, height } = hDabField({ seed: 61, width: 640, height: 480, nuclei: 150, touching: 0.4 })
  const fine = Uint8Array.from({ length: 4 * data.length }, (_, i) => {
    const [pixel, colour] = [Math.floor(i / 3), i % 3]
    const [x, y] = [(pixel % (2 * width)) >> 1, Math.floor(pixel / (2 * width)) >> 1]
    return data[3 * (y * width + x) + colour] ?? 0
  })
  return rgbInMemory({ data: fine, width: 2 * width, height: 2 * height, pixelSizeUm: { x: 0.25, y: 0.25 } })
}
const channel = (): PixelSource => {
  const { data, width, height } = hDabField({ seed: 62, width: 640, height: 480, nuclei: 120, positiveShare: 0 })
  // What absorbs red light shines.
  const samples = Uint8Array.from({ length: width * height }, (_, i) => 255 - (data[3 * i] ?? 0))
  return sourceInMemory({
    width,
    height,
    pixelSizeUm,
    type: { bits: 8, format: 'uint' },
    samplesPerPixel: 1,
    channels: ['DAPI'],
    planes: [[samples]],
  })
}

const available = applications.filter(({ status }) => status === 'available')

// Recorded when the versions were released: a version of an application never changes its numbers (ADR 45).
test.each([
  ['dab-scoring', fineSection, dabScoring],
  ['ki67-breast', fineSection, ki67Breast],
  ['nuclei', channel, nuclei],
] as const)('%s: the same network and the same numbers', async (name, image, golden) => {
  const application = available.find((one) => one.name === name)
  expect(application?.version).toBe(golden.version)
  const result = await application?.run(image(), {})
  const figures = Object.fromEntries((result?.measurements ?? []).map(({ key, value }) => [key, value]))
  expect(result?.provenance).toMatchObject({ model: golden.model })
  expect(Object.keys(figures)).toEqual(Object.keys(golden.figures))
  const differing = Object.entries<number | null>(golden.figures).filter(([key, value]) => {
    const now = figures[key]
    return typeof now === 'number' && value !== null ? Math.abs(now - value) > ROUNDING * value : now !== value
  })
  expect(differing).toEqual([])
})

test.each(available)('$name: its numbers are recorded', ({ name }) => {
  expect(existsSync(join(__dirname, name, 'golden.json'))).toBe(true)
})
