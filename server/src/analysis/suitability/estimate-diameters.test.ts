import { hDabField } from '@lamella/shared/testing/pictures/index.ts'
import type { AnalysisApplication } from '../applications/application.ts'
import { ki67Breast } from '../applications/ki67-breast/application.ts'
import { nuclei } from '../applications/nuclei/application.ts'
import type { OpenModel } from '../nuclei/open-model.ts'
import { formulaModel } from '../nuclei/testing.ts'
import { type PixelSource, sourceInMemory } from '../sources/pixel-source.ts'
import { rgbInMemory } from '../sources/rgb.ts'
import { addDiameters } from './estimate-diameters.ts'
import { measureSuitability } from './measure.ts'
import type { MeasuredKind, Measurements } from './measurements.ts'

jest.setTimeout(60_000)

const field = hDabField({ seed: 21, width: 420, height: 300, nuclei: 90, positiveShare: 0.4 })
const section = (pixelSizeUm: PixelSource['pixelSizeUm']) =>
  rgbInMemory({ data: new Uint8Array(field.data), width: field.width, height: field.height, pixelSizeUm })
const light = Uint16Array.from(field.labels, (label, i) => (label ? 700 + 5 * (label % 20) : 100) + ((i * 7919) % 9))
const empty = new Uint16Array(light.length).fill(7)
const culture = sourceInMemory({
  width: field.width,
  height: field.height,
  pixelSizeUm: { x: 0.4, y: 0.4 },
  type: { bits: 16, format: 'uint' },
  samplesPerPixel: 1,
  channels: ['None', ...'ABCDE'],
  planes: [[empty, ...Array.from('ABCDE', () => light)]],
})

const openModel: OpenModel = async (name) => formulaModel(name === 'stained' ? 'absorption' : 'intensity')
const { sha256: model } = formulaModel('absorption')
const diametersOf = (measured: Measurements) => {
  const found =
    measured.kind === 'bright-field' ? [measured] : measured.kind === 'fluorescence' ? measured.channels : []
  return found.map(({ nucleusDiameter }) => nucleusDiameter)
}
const measure = async (source: PixelSource, kind: MeasuredKind, open = openModel) =>
  diametersOf(await addDiameters(await measureSuitability(source, kind), source, open))
/** The diameter that a job searches with, px. */
const ofJob = async (application: AnalysisApplication, source: PixelSource, params: object) => {
  const { provenance } = await application.run(source, params, { openModel })
  expect(provenance.nucleusDiameterFrom).toBe('estimated from the image')
  return provenance.nucleusDiameterPx
}

test('the estimate of a section without a pixel size is that of a job', async () => {
  const px = await ofJob(ki67Breast, section(null), {})
  expect(await measure(section(null), 'bright-field')).toEqual([{ px, model }])
})

test('a section whose file has a pixel size needs no estimate', async () => {
  expect(await measure(section({ x: 0.5, y: 0.5 }), 'bright-field')).toEqual([undefined])
})

test('fluorescence channels are estimated although the pixel size is known: four of those that show something', async () => {
  const px = await ofJob(nuclei, culture, { channel: 1 })
  const same = { px, model }
  expect(await measure(culture, 'fluorescence')).toEqual([undefined, same, same, same, same, undefined])
})

test('a network that cannot be loaded, or that fails, leaves the measurements as they are', async () => {
  const failing: OpenModel[] = [
    () => Promise.reject(new Error('no onnxruntime')),
    async () => {
      const found = formulaModel('absorption')
      return { ...found, network: { ...found.network, run: () => Promise.reject(new Error('broken')) } }
    },
  ]
  for (const open of failing) expect(await measure(section(null), 'bright-field', open)).toEqual([undefined])
})
