import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { countLevels, type Field, levelsOf } from '../src/learning/dataset/field.ts'
import { seededRandom, shuffled } from '../src/learning/random.ts'

/**
 * Reader of the training images of the Data Science Bowl 2018 with instance labels (Caicedo et al. 2019, BBBC038; CC0), as they
 * lie in the folder of test data: INDEX.tsv with class, id, size, count, split, image and label.
 */

export type DsbClass = 'fluo' | 'histology' | 'brightfield_gray'

const KINDS = { fluo: 'fluorescence', histology: 'stained', brightfield_gray: 'smear' } as const
export type Split = 'train' | 'validation' | 'test'

/** Of each class: the rest is for training. */
const SHARES = { validation: 0.1, test: 0.2 }
const SPLIT_SEED = 2018

interface Row {
  id: string
  /** Height and width. */
  size: string
  image: string
  label: string
}

async function rowsOf(folder: string, wanted: DsbClass): Promise<Row[]> {
  const text = await readFile(join(folder, 'INDEX.tsv'), 'utf8')
  const rows = text.trim().split(/\r?\n/).slice(1)
  return rows.flatMap((row) => {
    const [kind, id = '', height, width, , , image = '', label = ''] = row.split('\t')
    return kind === wanted ? [{ id, size: `${height} ${width}`, image, label }] : []
  })
}

const pixels = async (path: string): Promise<{ data: Buffer; width: number; height: number; channels: number }> => {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** Labels have 8 or 16 bits, and sharp would stretch the former to the range of the latter. */
async function readLabels(path: string): Promise<Uint16Array> {
  const { depth } = await sharp(path).metadata()
  if (depth !== 'ushort') {
    const { data, channels } = await pixels(path)
    return Uint16Array.from({ length: data.length / channels }, (_, i) => data[i * channels] ?? 0)
  }
  const data = await sharp(path).toColourspace('grey16').raw({ depth: 'ushort' }).toBuffer()
  return new Uint16Array(Uint8Array.from(data).buffer)
}

async function readField(folder: string, { id, image, label }: Row, wanted: DsbClass): Promise<Field> {
  const { data, width, height, channels } = await pixels(join(folder, image))
  const colours = wanted === 'fluo' ? [0] : [0, 1, 2]
  const planes = colours.map((colour) =>
    Uint8Array.from({ length: width * height }, (_, i) => data[i * channels + Math.min(colour, channels - 1)] ?? 0),
  )
  const kind = KINDS[wanted]
  return {
    name: id.slice(0, 12),
    kind,
    width,
    height,
    planes,
    levels: levelsOf(kind, planes.map(countLevels)),
    labels: await readLabels(join(folder, label)),
  }
}

/**
 * Fields of a class, split once and for all by a fixed seed: each size of pictures, which is a kind of microscope here, is split by itself,
 * because the six thick sections among 283 fields have as many nuclei as a third of the others.
 * @param folder of the data set
 */
export async function readNucleiDsb2018(folder: string, wanted: DsbClass, split: Split): Promise<Field[]> {
  const rows = (await rowsOf(folder, wanted)).sort((a, b) => (a.id < b.id ? -1 : 1))
  const fields: Field[] = []
  for (const kind of [...new Set(rows.map(({ size }) => size))].sort()) {
    const same = shuffled(
      seededRandom(SPLIT_SEED),
      rows.filter(({ size }) => size === kind),
    )
    const test = Math.round(same.length * SHARES.test)
    const validation = test + Math.round(same.length * SHARES.validation)
    const ranges = { test: [0, test], validation: [test, validation], train: [validation, same.length] } as const
    for (const row of same.slice(...ranges[split])) fields.push(await readField(folder, row, wanted))
  }
  return fields
}
