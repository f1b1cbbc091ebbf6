/** @jest-environment ./test/native-arrays-environment.cjs */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ImageKind } from '../../imaging/index.ts'
import { openOriginalPlanes } from '../../imaging/original-planes.ts'
import { readBaseModel } from '../../learning/models/base-models.ts'
import { sourceInMemory } from '../sources/pixel-source.ts'
import { assessSuitability } from '../suitability/assess.ts'
import { kindFor, measureSuitability } from '../suitability/measure.ts'
import { findApplication } from './registry.ts'

const data = process.env.LAMELLA_TEST_DATA ?? join(__dirname, '../../../../../shared/data')
/** Skipped with the missing file in the title. */
const onRealData = (file: string, title: string, body: (path: string) => Promise<void>) =>
  (existsSync(join(data, file)) ? test : test.skip)(`${title} (skipped without ${file})`, () => body(join(data, file)))

const applicationOf = (name: string, version: string) => {
  const application = findApplication(name, version)
  if (!application) throw new Error(`there is no ${name} ${version}`)
  return application
}

const analyse = async (path: string, kind: ImageKind, name: string, version: string, params: object = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'real-images-'))
  const application = applicationOf(name, version)
  const planes = await openOriginalPlanes(path, path, kind, folder)
  try {
    const { suitability } = application.requires
    if (!suitability) throw new Error('its images are not measured')
    const { verdict } = assessSuitability(await measureSuitability(planes, kindFor(suitability)), suitability)
    const { measurements, provenance, objects } = await application.run(planes, params)
    const value = (key: string) => measurements.find((one) => one.key === key)?.value ?? Number.NaN
    return { verdict, value, provenance, objects }
  } finally {
    await planes.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

// The networks are replaced by better ones: these bounds hold for any that is of use, and are not their quality (`npm run validate`).
onRealData('ihc_truth/34_3_image.png', 'DAB scoring of a real Ki-67 field', async (path) => {
  const { verdict, value, provenance } = await analyse(path, 'TwoDimensions', 'dab-scoring', '2.3.0')
  expect(verdict).toBe('fits')
  // 100 nuclei are outlined, about 24 are not.
  expect(value('nuclei')).toBeGreaterThan(85)
  expect(value('nuclei')).toBeLessThan(180)
  const { sha256 } = await readBaseModel('stained')
  expect(provenance).toMatchObject({
    model: { name: 'stained', sha256 },
    nucleusDiameterFrom: 'estimated from the image',
    stainVectorsFrom: 'estimated from the image',
  })
  expect(provenance.nucleusDiameterPx).toBeGreaterThan(20)
  expect(provenance.nucleusDiameterPx).toBeLessThan(50)
})

onRealData('ihc_truth/Bladder1_image.png', 'Ki-67 of a field with few positive nuclei', async (path) => {
  const { value, objects } = await analyse(path, 'TwoDimensions', 'ki67-breast', '1.3.0', { nucleusDiameterPx: 26 })
  // In truth 183 nuclei, 8.2 % of them positive.
  expect(objects.count).toBeGreaterThan(110)
  expect(objects.count).toBeLessThan(260)
  expect(Math.abs(value('index') - 8.2)).toBeLessThan(8)
  expect(value('positive') + value('negative')).toBe(objects.count)
})

onRealData('nuclei_dsb2018/fluo/0402a81e7526_image.png', 'nuclei of a fluorescence field', async (path) => {
  const { data: bytes, info } = await sharp(path)
    .toColourspace('b-w')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const gray = Uint8Array.from({ length: width * height }, (_, i) => bytes[i * info.channels] ?? 0)
  const type = { bits: 8, format: 'uint' } as const
  const source = sourceInMemory({
    width,
    height,
    pixelSizeUm: null,
    type,
    samplesPerPixel: 1,
    channels: [''],
    planes: [[gray]],
  })
  const { objects, provenance } = await applicationOf('nuclei', '1.3.0').run(source, {})
  // In truth 125.
  expect(objects.count).toBeGreaterThan(80)
  expect(objects.count).toBeLessThan(160)
  expect(provenance).toMatchObject({ channel: 'Channel 1', nucleusDiameterFrom: 'estimated from the image' })
})

onRealData('ome_tiff/cells-2c.ome.tif', 'a file of two channels: the chosen one is measured', async (path) => {
  const first = await analyse(path, 'MultiChannel', 'nuclei', '1.3.0', { channel: 0, nucleusDiameterPx: 20 })
  const second = await analyse(path, 'MultiChannel', 'nuclei', '1.3.0', { channel: 1, nucleusDiameterPx: 20 })
  expect(first.provenance.channel).not.toBe(second.provenance.channel)
  expect(first.provenance.levels).not.toEqual(second.provenance.levels)
  await expect(analyse(path, 'MultiChannel', 'nuclei', '1.3.0', { channel: 2 })).rejects.toThrow()
})
