import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '@lamella/shared/contract'
import { areaOf, geometryOfWkt } from '@lamella/shared/geometry'
import { decode, encode, type ImageData } from 'fast-png'
import sharp from 'sharp'
import { createImportAnnotations } from '../src/domains/annotations/import-job.ts'
import { onPremisePlans } from '../src/domains/quotas/plans.ts'
import { addAnnotatedImage } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { dataPath, describeWithData } from './imaging-data.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

// Without workers: a test runs the job.
const server = setUpServer()
let lab: Organisation
let editor: Person
let projectId: string
beforeEach(async () => {
  lab = await addOrganisation(server, onPremisePlans)
  editor = await addPerson(server, lab.id, 'edi')
  projectId = await addProject(server, lab.member, [[editor, 'editor']])
})

type Pixels = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array

/** An uncompressed TIFF of grey pages, little-endian as the machine. */
const tiffOf = (width: number, pages: readonly Pixels[]): Buffer => {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])]
  let end = 8
  const add = (part: Buffer): number => {
    const at = end
    parts.push(part)
    end += part.length
    return at
  }
  let link = { of: parts[0] ?? Buffer.alloc(8), at: 4 }
  for (const page of pages) {
    const [bytes, height] = [page.BYTES_PER_ELEMENT, page.length / width]
    const format = page instanceof Float32Array ? 3 : page instanceof Int32Array ? 2 : 1
    const strip = add(Buffer.from(page.buffer, page.byteOffset, page.byteLength))
    const fields = [
      [256, width],
      [257, height],
      [258, 8 * bytes],
      [259, 1],
      [262, 1],
      [273, strip],
      [277, 1],
      [278, height],
      [279, page.byteLength],
      [339, format],
    ] as const
    const directory = Buffer.alloc(2 + 12 * fields.length + 4)
    directory.writeUInt16LE(fields.length)
    for (const [index, [tag, value]] of fields.entries()) {
      directory.writeUInt16LE(tag, 2 + 12 * index)
      directory.writeUInt16LE(4, 4 + 12 * index)
      directory.writeUInt32LE(1, 6 + 12 * index)
      directory.writeUInt32LE(value, 10 + 12 * index)
    }
    link.of.writeUInt32LE(add(directory), link.at)
    link = { of: directory, at: directory.length - 4 }
  }
  return Buffer.concat(parts)
}

const pngOf = (image: ImageData): Buffer => Buffer.from(encode(image))

/** 6 × 4 pixels: 300 in the upper left corner and at the right edge, 7 beside it, and 9 that touches itself at a corner only. */
const values = [...[300, 300, 7, 0, 0, 300], ...[300, 300, 7, 0, 0, 300], ...[0, 0, 0, 0, 9, 0], ...[0, 0, 0, 9, 0, 0]]
const grey16 = () => pngOf({ width: 6, height: 4, data: Uint16Array.from(values), depth: 16, channels: 1 })

const importMask = async (
  payload: Buffer,
  mask: contract.MaskValues | undefined,
  planes: Parameters<typeof addAnnotatedImage>[3] = { width: 6, height: 4 },
) => {
  const imageId = await addAnnotatedImage(server, lab.member, projectId, planes)
  const call = { token: editor.token, params: { imageId }, query: { name: 'mask', mask }, payload }
  const importId = (await server.call(contract.importAnnotations, call)).body.data.id
  const signal = new AbortController().signal
  await createImportAnnotations(server.context)({ importId }, { signal, isLastTry: true })
  const params = { imageId, importId }
  const report = (await server.call(contract.getAnnotationImport, { token: editor.token, params })).body.data
  const query = { 'page[size]': 500, 'filter[image]': imageId }
  const list = await server.call(contract.listAnnotations, { token: editor.token, params: { projectId }, query })
  return { report, objects: list.body.data.toSorted((a, b) => a.no - b.no), imageId }
}

const labels = async (): Promise<Map<string, { name: string; color: string }>> => {
  const call = { token: editor.token, params: { projectId }, query: {} }
  return new Map((await server.call(contract.listLabels, call)).body.data.map((label) => [label.id, label]))
}

describe('import of label masks', () => {
  it('each value is an object along the edges of its pixels, whatever is missing between the values', async () => {
    const { report, objects, imageId } = await importMask(grey16(), 'objects')
    expect(report.error).toBeNull()
    expect(objects.map(({ geometry }) => geometry)).toEqual([
      'POLYGON ((2 0,3 0,3 2,2 2,2 0))',
      'MULTIPOLYGON (((4 2,5 2,5 3,4 3,4 2)),((3 3,4 3,4 4,3 4,3 3)))',
      'MULTIPOLYGON (((0 0,2 0,2 2,0 2,0 0)),((5 0,6 0,6 2,5 2,5 0)))',
    ])
    expect([...(await labels()).values()]).toEqual([])
    const call = { token: editor.token, params: { imageId }, query: {} }
    const { features } = JSON.parse(String((await server.call(contract.exportAnnotations, call)).raw))
    expect(features.map((one: { properties: { name: string } }) => one.properties.name)).toEqual(['7', '9', '300'])
  })

  it('each value is a class, of which connected areas are objects', async () => {
    const { objects } = await importMask(grey16(), 'classes')
    const names = await labels()
    expect(
      objects.map((one) => [one.labelAssignments.map(({ labelId }) => names.get(labelId)?.name), one.geometry]),
    ).toEqual([
      [['Class 7'], 'POLYGON ((2 0,3 0,3 2,2 2,2 0))'],
      [['Class 9'], 'POLYGON ((4 2,5 2,5 3,4 3,4 2))'],
      [['Class 9'], 'POLYGON ((3 3,4 3,4 4,3 4,3 3))'],
      [['Class 300'], 'POLYGON ((0 0,2 0,2 2,0 2,0 0))'],
      [['Class 300'], 'POLYGON ((5 0,6 0,6 2,5 2,5 0))'],
    ])
  })

  it.each<[what: string, file: () => Buffer, names: string[]]>([
    ['a TIFF of 32 bits', () => tiffOf(2, [Uint32Array.of(0, 70_000, 5, 5)]), ['5', '70000']],
    ['a TIFF of signed numbers', () => tiffOf(2, [Int32Array.of(0, 70_000, 5, 5)]), ['5', '70000']],
    ['a TIFF of floating point', () => tiffOf(2, [Float32Array.of(0, 70_000, 5, 5)]), ['5', '70000']],
    [
      'a PNG of 8 bits',
      () => pngOf({ width: 2, height: 2, channels: 1, data: Uint8Array.of(0, 2, 255, 255) }),
      ['2', '255'],
    ],
    [
      'a PNG of 2 bits, not scaled to 8',
      () => pngOf({ width: 2, height: 2, depth: 2, channels: 1, data: Uint8Array.of(0b0011_0000, 0b0100_0000) }),
      ['1', '3'],
    ],
    [
      'what is opaque of a PNG with transparency',
      () => pngOf({ width: 2, height: 2, channels: 2, data: Uint8Array.of(4, 0, 5, 255, 0, 255, 6, 255) }),
      ['5', '6'],
    ],
    [
      'the colours of a PNG',
      () => pngOf({ width: 2, height: 2, channels: 3, data: Uint8Array.of(0, 0, 0, 255, 0, 1, 3, 3, 3, 255, 0, 1) }),
      ['3', '#ff0001'],
    ],
  ])('the values of %s are read as they are', async (_, file, names) => {
    const { report, objects, imageId } = await importMask(file(), 'objects', { width: 2, height: 2 })
    expect([report.error, objects.length]).toEqual([null, 2])
    const call = { token: editor.token, params: { imageId }, query: {} }
    const { features } = JSON.parse(String((await server.call(contract.exportAnnotations, call)).raw))
    expect(features.map((one: { properties: { name: string } }) => one.properties.name)).toEqual(names)
  })

  it('classes of a palette have its colours, and their numbers', async () => {
    const palette: ImageData['palette'] = [
      [0, 0, 0],
      [1, 2, 3],
      [170, 187, 204],
    ]
    const png = pngOf({ width: 2, height: 2, depth: 8, channels: 1, palette, data: Uint8Array.of(0, 1, 2, 2) })
    await importMask(png, 'classes', { width: 2, height: 2 })
    expect([...(await labels()).values()].map(({ name, color }) => [name, color])).toEqual([
      ['Class 1', '#010203'],
      ['Class 2', '#aabbcc'],
    ])
  })

  it('pages are the time points or Z planes that the image has as many of; a single one is on all of them', async () => {
    const pages = [Uint8Array.of(0, 0, 0, 0), Uint8Array.of(1, 1, 0, 0), Uint8Array.of(0, 0, 1, 2)]
    const stack = tiffOf(2, pages)
    const series = await importMask(stack, 'objects', { width: 2, height: 2, timePoints: 3 })
    expect(series.objects.map(({ timeSeriesStep, z }) => [timeSeriesStep, z])).toEqual([
      [1, null],
      [2, null],
      [2, null],
    ])
    const planes = await importMask(stack, 'objects', { width: 2, height: 2, zPlanes: 3 })
    expect(planes.objects.map(({ timeSeriesStep, z }) => [timeSeriesStep, z])).toEqual([
      [null, 1],
      [null, 2],
      [null, 2],
    ])
    const one = await importMask(tiffOf(2, pages.slice(2)), 'objects', { width: 2, height: 2, timePoints: 3 })
    expect(one.objects.map(({ timeSeriesStep }) => timeSeriesStep)).toEqual([null, null])
  })

  const noise = () => Uint16Array.from({ length: 400 }, (_, at) => at + 1)
  it.each<[what: string, mask: contract.MaskValues | undefined, file: () => Buffer | Promise<Buffer>, error: string]>([
    [
      'of another size',
      'objects',
      () => tiffOf(2, [Uint8Array.of(1, 1)]),
      'The mask has 2 × 1 pixels, and the image has 20 × 20.',
    ],
    [
      'of which is not said what its values are',
      undefined,
      () => tiffOf(20, [new Uint8Array(400)]),
      'The file is a label mask: say whether its values are objects or classes.',
    ],
    ['without objects', 'objects', () => tiffOf(20, [new Uint8Array(400)]), 'The file has no objects.'],
    [
      'of fractions',
      'objects',
      () => tiffOf(20, [new Float32Array(400).fill(0.5)]),
      'The file is no label mask: it has the value 0.5. Values are whole numbers from 0 on.',
    ],
    [
      'of negative values',
      'objects',
      () => tiffOf(20, [new Int32Array(400).fill(-1)]),
      'The file is no label mask: it has the value -1. Values are whole numbers from 0 on.',
    ],
    [
      'of too many classes',
      'classes',
      () => tiffOf(20, [noise()]),
      'The mask has 400 different values, and may have 255 classes. Import it with each value as an object.',
    ],
    [
      'of more pages than the image has planes',
      'objects',
      () => tiffOf(20, [new Uint8Array(400), new Uint8Array(400)]),
      'The mask has 2 pages, and the image has 1 Z plane and 1 time point: it is not clear what they are.',
    ],
    [
      'in JPEG',
      'objects',
      () =>
        sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
          .jpeg()
          .toBuffer(),
      'Label masks are read from PNG and TIFF: save it as one of them.',
    ],
    [
      'interlaced and of less than a byte a pixel',
      'objects',
      () =>
        sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
          .png({ palette: true, colours: 2, progressive: true })
          .toBuffer(),
      'The mask is an interlaced PNG of less than 8 bits: save it without interlacing.',
    ],
    [
      'that is damaged',
      'objects',
      () => grey16().subarray(0, 60),
      'This file is damaged: its image data cannot be decoded. Save or export it again and upload the new file.',
    ],
  ])('a mask %s is refused, and leaves nothing behind', async (_, mask, file, error) => {
    const { report, objects } = await importMask(await file(), mask, { width: 20, height: 20 })
    expect(report).toMatchObject({ status: 'failed', error })
    expect(objects).toEqual([])
    expect(await readdir(join(server.context.config.dataDir, 'tmp')).catch(() => [])).toEqual([])
  })
})

describeWithData('label masks of real images', () => {
  it('has every nucleus of a real mask, with exactly its pixels', async () => {
    const [header = '', ...rows] = (await readFile(dataPath('nuclei_dsb2018/INDEX.tsv'), 'utf8')).trim().split(/\r?\n/)
    const columns = header.split('\t')
    const row = rows.map((line) => line.split('\t')).find((cells) => cells[columns.indexOf('class')] === 'histology')
    const cell = (name: string) => row?.[columns.indexOf(name)] ?? ''
    const file = await readFile(dataPath(`nuclei_dsb2018/${cell('label')}`))
    const { width, height, data } = decode(file)
    const { objects } = await importMask(file, 'objects', { width, height })
    expect(objects).toHaveLength(Number(cell('n_objects')))
    const counts = new Map<number, number>()
    for (const value of data) if (value > 0) counts.set(value, (counts.get(value) ?? 0) + 1)
    const inOrder = [...counts].toSorted(([one], [other]) => one - other).map(([, count]) => count)
    expect(objects.map(({ geometry }) => areaOf(geometryOfWkt(geometry)))).toEqual(inOrder)
  })
})
