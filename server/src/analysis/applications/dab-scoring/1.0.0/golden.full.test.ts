import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type HDabFieldOptions, hDabField } from '@lamella/shared/testing/pictures/index.ts'
import sharp from 'sharp'
import { objectsIn } from '../../../results/testing.ts'
import type { PixelSize } from '../../../sources/pixel-source.ts'
import { type RgbImage, rgbInMemory } from '../../../sources/rgb.ts'
import { dabScoring } from './application.ts'
import golden from './golden.json'

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const outcomeOf = async (image: RgbImage, params: object = {}) => {
  const { measurements, classes, ...result } = await dabScoring.run(rgbInMemory(image), params)
  const objects = objectsIn(
    result.objects,
    classes.map(({ name }) => name),
  )
  return {
    figures: Object.fromEntries(measurements.map(({ key, value }) => [key, value])),
    classes: classes.map(({ count }) => count),
    objects: objects.length,
    valuesSha256: sha256(objects.map(({ no, class: name, values }) => [no, name, ...Object.values(values)])),
    polygonsSha256: sha256(objects.map(({ polygon }) => polygon)),
  }
}
const field = (
  options: Partial<HDabFieldOptions> & { seed: number },
  pixelSizeUm: PixelSize | null = null,
): RgbImage => {
  const { data, width, height } = hDabField(options)
  return { data: new Uint8Array(data), width, height, pixelSizeUm }
}
const large = { seed: 31, nuclei: 70, meanRadius: 16, touching: 0.4 }

// Recorded from version 1.0.0 as first released (commit f2410c6): a version of an application never changes its numbers (ADR 45).
test.each([
  ['easy field', () => field({ seed: 21, nuclei: 140, positiveShare: 0.4 }), {}],
  ['dense field with a pixel size', () => field(large, { x: 0.25, y: 0.25 }), {}],
  ['field of two tiles', () => field({ seed: 41, width: 1100, height: 300, nuclei: 240, touching: 0.4 }), {}],
  ['field of own diameter', () => field(large), { nucleusDiameterPx: 32 }],
] as const)('%s: the same numbers and outlines, to the last bit', async (name, image, params) => {
  expect(await outcomeOf(image(), params)).toEqual(golden[name])
})

const ihc = join(process.env.LAMELLA_TEST_DATA ?? join(__dirname, '../../../../../../../shared/data'), 'ihc_he/ihc.png')
const onRealData = existsSync(ihc) ? test : test.skip
onRealData('a real section: the same numbers and outlines, to the last bit', async () => {
  const { data, info } = await sharp(ihc).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const image = { data: new Uint8Array(data), width: info.width, height: info.height, pixelSizeUm: null }
  expect(await outcomeOf(image)).toEqual(golden['ihc_he/ihc.png'])
})
