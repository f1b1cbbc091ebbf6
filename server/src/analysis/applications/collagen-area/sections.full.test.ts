import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { blankTruth, TrichromeSlide } from '../../../samples/histology/slide.ts'
import { type RgbImage, rgbInMemory } from '../../sources/rgb.ts'
import { assessSuitability } from '../../suitability/assess.ts'
import { measureSuitability } from '../../suitability/measure.ts'
import { collagenArea } from './application.ts'
import { run } from './testing.ts'

// Drawing is slow on a busy machine.
jest.setTimeout(120_000)

const verdictOf = async (image: RgbImage) => {
  const measured = await measureSuitability(rgbInMemory(image), 'trichrome')
  return assessSuitability(measured, { modality: 'trichrome' }).verdict
}

test('D2-2-50 of a slide as in the sample project, collagen is within one point of what was drawn', async () => {
  const [width, height] = [2048, 1280]
  const truth = blankTruth()
  const drawn = new TrichromeSlide(3, { width: 3072, height: 1792 }).draw(0, 256, width, height, truth)
  const jpeg = sharp(drawn, { raw: { width, height, channels: 3 } }).jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
  const data = new Uint8Array(
    await sharp(await jpeg.toBuffer())
      .raw()
      .toBuffer(),
  )
  const image = { data, width, height, pixelSizeUm: { x: 0.5, y: 0.5 } }
  expect(await verdictOf(image)).toBe('fits')
  const { figures } = await run(image)
  const stained = truth.blueDye + truth.redDye + truth.darkDye
  expect(Math.abs((figures.collagenShare ?? Number.NaN) - (100 * truth.blueDye) / stained)).toBeLessThan(1)
  expect(Math.abs((figures.tissueArea ?? Number.NaN) / ((stained * 0.25) / 1e6) - 1)).toBeLessThan(0.02)
})

const folder = process.env.LAMELLA_TEST_DATA ?? join(__dirname, '../../../../../../shared/data')
const real = ['ihc_he', 'ihc_truth', 'he_truth'].flatMap((part) =>
  existsSync(join(folder, part))
    ? readdirSync(join(folder, part))
        .filter(
          (name) =>
            /image|he|ihc|dab/i.test(name) && /\.(png|jpg|tiff?)$/.test(name) && !/mask|classes|Fluor/.test(name),
        )
        .map((name) => join(folder, part, name))
    : [],
)
const onRealData = real.length > 0 ? test : test.skip
onRealData('real sections in other stains are refused', async () => {
  const [taken, fitting]: [string[], string[]] = [[], []]
  for (const file of real) {
    const picture = sharp(file, { limitInputPixels: false }).toColourspace('srgb').removeAlpha()
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const image = { data: new Uint8Array(data), width: info.width, height: info.height, pixelSizeUm: null }
    if ((await verdictOf(image)) === 'fits') fitting.push(file)
    await collagenArea.run(rgbInMemory(image), {}).then(
      () => taken.push(file),
      ({ name }) => expect(name).toBe('AnalysisRefused'),
    )
  }
  expect(taken).toEqual([])
  expect(fitting).toEqual([])
  expect(real.length).toBeGreaterThan(10)
})
