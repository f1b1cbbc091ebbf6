/** `npm run validate`: how right the nuclei are, on images that were used for no training and no parameter. */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countLevels, type Field, levelsOf } from '../src/learning/dataset/field.ts'
import { typicalDiameter } from '../src/learning/dataset/objects.ts'
import { type Network, openNetwork } from '../src/learning/inference/network.ts'
import { DECODE_DEFAULTS } from '../src/learning/instances/instance.ts'
import { instanceScore, type Labelled, pixelF1 } from '../src/learning/metrics/instance-scores.ts'
import { type BaseModelName, readBaseModel } from '../src/learning/models/base-models.ts'
import { type DsbClass, readNucleiDsb2018, type Split } from '../training/nuclei-dsb2018.ts'
import { makeSyntheticFields } from '../training/synthetic-fields.ts'
import { positiveNuclei } from './dab-class.ts'
import { maskComponents, outlinedNuclei, type Picture, readPicture } from './images.ts'
import { classical, type Image, learned, type Method, otsuWatershed } from './methods.ts'
import { outlinedScore } from './outlined-score.ts'
import { drawOverlay, writeContactSheet } from './pictures.ts'

const { values } = parseArgs({
  options: {
    data: {
      type: 'string',
      default: process.env.LAMELLA_TEST_DATA ?? join(import.meta.dirname, '../../../shared/data'),
    },
    fluorescence: { type: 'string' },
    stained: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    split: { type: 'string', default: 'test' },
    foreground: { type: 'string' },
    dynamics: { type: 'string' },
    pictures: { type: 'string' },
    quick: { type: 'boolean', default: false },
    /** Writes the tables beside the models, as their figures. */
    card: { type: 'boolean', default: false },
  },
})
const options = {
  ...DECODE_DEFAULTS,
  ...(values.foreground ? { foreground: Number(values.foreground) } : {}),
  ...(values.dynamics ? { dynamics: Number(values.dynamics) } : {}),
}
/** Generated fields of this seed are in no training. */
const VALIDATION_SEED = 4711

if (values.card && (values.fluorescence || values.stained || values.only.length > 0 || values.split !== 'test')) {
  console.error('The card is about all figures of the models that come with the portal, on the test split.')
  process.exit(2)
}
const lines: string[] = []
const say = (text: string) => {
  lines.push(text)
  console.log(text)
}
const figure = (value: number) => value.toFixed(3)
const imageOf = (field: Field): Image & { truth: Int32Array } => {
  const truth = Int32Array.from(field.labels)
  return { ...field, truth, diameter: diameterOf(truth) || 20 }
}
const diameterOf = (labels: Int32Array): number => {
  const areas = new Map<number, number>()
  for (const label of labels) if (label) areas.set(label, (areas.get(label) ?? 0) + 1)
  return typicalDiameter([...areas.values()].map((area) => Math.sqrt((4 * area) / Math.PI)))
}
/** Writes what the learned method found with the scale that it found itself. */
const show = async (row: string, name: string, image: Image, found: Int32Array, truth: Int32Array | null) => {
  if (values.pictures && row === 'learned, estimated') await drawOverlay(values.pictures, name, image, found, truth)
}
const rowsOf = (network: Network, isFluorescence: boolean): [string, Method][] => [
  ['learned, true diameter', learned(network, 'true diameter', options)],
  ['learned, estimated', learned(network, 'estimated', options)],
  ...mirroredRows(network, isFluorescence),
  ...(values.quick ? [] : classicalRows(isFluorescence)),
]
/** As Ki-67 breast and nuclei do since 1.1.0, and DAB scoring since 2.1.0. */
const mirroredRows = (network: Network, isFluorescence: boolean): [string, Method][] => {
  const views = isFluorescence ? 'mirrored if small' : 'mirrored if fine'
  return [
    ['mirrored, true diameter', learned(network, 'true diameter', options, views)],
    ['mirrored, estimated', learned(network, 'estimated', options, views)],
  ]
}
const classicalRows = (isFluorescence: boolean): [string, Method][] => [
  ['classical, true diameter', classical('true diameter')],
  ...(isFluorescence ? [] : ([['classical, 20 px', classical('20 px')]] as [string, Method][])),
  ['Otsu + watershed', otsuWatershed],
]

async function instanceTable(title: string, fields: readonly Field[], network: Network, isFluorescence: boolean) {
  say(`\n${title} (${fields.length} fields)\n${'method'.padEnd(26)} AP.5   AP.7   AP.9   F1.5   pixels`)
  for (const [name, method] of rowsOf(network, isFluorescence)) {
    const images: Labelled[] = []
    for (const field of fields) {
      const image = imageOf(field)
      const { labels } = await method(image)
      images.push({ truth: image.truth, found: labels })
      await show(name, `${field.kind}-${field.name}`, image, labels, image.truth)
    }
    const at = (threshold: number) => instanceScore(images, threshold)
    const cells = [
      at(0.5).averagePrecision,
      at(0.7).averagePrecision,
      at(0.9).averagePrecision,
      at(0.5).f1,
      pixelF1(images),
    ]
    say(`${name.padEnd(26)} ${cells.map(figure).join('  ')}`)
  }
}

const planesOf = ({ rgb, width, height }: Picture) =>
  [0, 1, 2].map((channel) => Uint8Array.from({ length: width * height }, (_, i) => rgb[3 * i + channel] ?? 0))

async function ihcTable(network: Network) {
  const folder = join(values.data, 'ihc_truth')
  for (const name of ['34_3', 'Bladder1', 'Lung1']) {
    const picture = await readPicture(join(folder, `${name}_image.png`))
    const truth = outlinedNuclei(await readPicture(join(folder, `${name}_classes.png`)))
    const planes = planesOf(picture)
    const levels = levelsOf('stained', planes.map(countLevels))
    const diameter = typicalDiameter(truth.map(({ pixels }) => Math.sqrt((4 * pixels.size) / Math.PI)))
    const image: Image = { ...picture, planes, levels, diameter }
    const positiveIn = await positiveNuclei(picture)
    say(
      `\nKi-67 ${name}, ${truth.length} outlined, ${diameter.toFixed(0)} px\n${'method'.padEnd(26)} found  matched  cut    class  positive (outlined)`,
    )
    for (const [row, method] of rowsOf(network, false)) {
      const found = await method(image)
      const drawn = new Int32Array(found.labels.length)
      for (const [number, { pixels }] of truth.entries()) for (const i of pixels) drawn[i] = number + 1
      await show(row, name, image, found.labels, drawn)
      const score = outlinedScore(truth, found.labels, positiveIn(found.labels))
      const cells = [score.matched, score.cut, score.rightClass, score.positive].map(figure).join('  ')
      say(
        `${row.padEnd(26)} ${String(score.found).padStart(5)}  ${cells} (${figure(score.truePositive)})  d ${found.diameter.toFixed(1)}`,
      )
    }
  }
}

async function heTable(network: Network) {
  const folder = join(values.data, 'he_truth')
  const names = (await readdir(folder)).filter((name) => name.endsWith('_image.jpg')).sort()
  say(`\nH&E (${names.length} fields)\n${'method'.padEnd(26)} pixels  F1.5   found / components`)
  for (const [row, method] of rowsOf(network, false)) {
    const images: Labelled[] = []
    let [count, components, diameters] = [0, 0, '']
    for (const name of names) {
      const picture = await readPicture(join(folder, name))
      const truth = maskComponents(await readPicture(join(folder, name.replace('_image', '_mask'))))
      const planes = planesOf(picture)
      const image: Image = { ...picture, planes, levels: levelsOf('stained', planes.map(countLevels)), diameter: 24 }
      const found = await method(image)
      images.push({ truth, found: found.labels })
      await show(row, name.slice(0, 12), image, found.labels, truth)
      count += new Set(found.labels).size - 1
      components += new Set(truth).size - 1
      diameters += ` ${found.diameter.toFixed(0)}`
    }
    const each = images.map((image) => pixelF1([image]).toFixed(2)).join(' ')
    say(
      `${row.padEnd(26)} ${figure(pixelF1(images))}  ${figure(instanceScore(images, 0.5).f1)}  ${count} / ${components}  d${diameters}  pixels ${each}`,
    )
  }
}

/** The model that comes with the portal, or the file given. */
const open = async (name: BaseModelName, file: string | undefined): Promise<Network> => {
  const bytes = file ? await readFile(file) : (await readBaseModel(name)).bytes
  say(`\n${name}, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`)
  return openNetwork(bytes)
}
const wanted = (name: string) => values.only.length === 0 || values.only.includes(name)
const dsb = (kind: DsbClass) => readNucleiDsb2018(join(values.data, 'nuclei_dsb2018'), kind, values.split as Split)
if (wanted('fluorescence')) {
  const network = await open('fluorescence-2', values.fluorescence)
  await instanceTable('Fluorescence, nuclei_dsb2018', await dsb('fluo'), network, true)
}
if (['histology', 'synthetic', 'ihc', 'he'].some(wanted)) {
  const network = await open('stained', values.stained)
  if (wanted('histology')) await instanceTable('Stained, nuclei_dsb2018', await dsb('histology'), network, false)
  if (wanted('synthetic')) {
    await instanceTable('Generated H-DAB', await makeSyntheticFields('h-dab', 20, VALIDATION_SEED), network, false)
    await instanceTable('Generated H&E', await makeSyntheticFields('h-e', 20, VALIDATION_SEED), network, false)
  }
  if (wanted('ihc')) await ihcTable(network)
  if (wanted('he')) await heTable(network)
}
if (values.pictures) await writeContactSheet(values.pictures)
if (values.card) {
  const figures = `# Figures\n\nWritten by \`npm run validate -- --card\`.\n\n\`\`\`text\n${lines.join('\n').trim()}\n\`\`\`\n`
  await writeFile(join(import.meta.dirname, '../src/learning/models/figures.md'), figures)
}
