import { encodeTiff } from '@lamella/shared/testing/pictures/tiff.ts'
import { dicomFile } from '../../../test/dicom.ts'
import { type FileLook, headerText } from './file-header.ts'
import { joinSets, lookOf, missingOf, partsOf } from './file-set.ts'
import { lookIntoFile } from './look-into-file.ts'
import { type SelectedFile, withWarnings } from './selection.ts'

const names = ['plate_c0.ome.tif', 'plate_c1.ome.tif']
const places = names
  .map((name, c) => `<TiffData FirstC="${c}"><UUID FileName="${name}">urn:uuid:${name}</UUID></TiffData>`)
  .join('')
const whole = (own: string) =>
  `<OME UUID="urn:uuid:${own}"><Image><Pixels SizeX="8" SizeY="6" SizeC="2" SizeZ="1" SizeT="1">${places}</Pixels></Image></OME>`
const partial = (own: string) =>
  `<OME UUID="urn:uuid:${own}"><BinaryOnly MetadataFile="plate.companion.ome" UUID="urn:uuid:plate"/></OME>`
const tiff = (name: string, description?: string) => {
  const layout = {
    width: 8,
    height: 6,
    samples: 1 as const,
    bits: 8 as const,
    rowsPerStrip: 6,
    ...(description && { description }),
  }
  const bytes = encodeTiff([{ layout, strips: [new Uint8Array(48)] }])
  return new File([new Uint8Array(bytes)], name, { lastModified: 5 })
}
const companion = () => new File([`<?xml version="1.0"?>${whole('plate')}`], 'plate.companion.ome', { lastModified: 5 })
const row = (file: File, fileType: SelectedFile['fileType'] = 'MultiChannel'): SelectedFile => ({
  id: `${fileType} ${file.name}`,
  file,
  handle: null,
  name: file.name,
  fileType,
  warning: null,
})
const lookInto = async (list: readonly SelectedFile[]): Promise<Map<File, FileLook>> =>
  new Map(
    await Promise.all(
      list.flatMap(partsOf).map(async ({ file }) => [file, await lookIntoFile(file, file.name)] as const),
    ),
  )
const join = async (...list: SelectedFile[]) => {
  const looks = await lookInto(list)
  return { list: joinSets(list, looks), looks }
}
const shown = (list: readonly SelectedFile[]) =>
  list.map((one) => [one.file.name, partsOf(one).map(({ file }) => file.name)])

test.each([
  ['that each describe it', () => names.map((name) => tiff(name, whole(name))), []],
  ['with a companion', () => [...names.map((name) => tiff(name, partial(name))), companion()], ['plate.companion.ome']],
  ['that only the companion knows', () => [...names.map((name) => tiff(name)), companion()], ['plate.companion.ome']],
])('the files of a set %s are one row', async (_title, files, more) => {
  const other = row(tiff('other.tif'))
  const [first, ...rest] = files().map((file) => row(file))
  if (!first) throw new Error('no file')
  const { list, looks } = await join(first, other, ...rest)
  expect(shown(list)).toEqual([
    ['plate.ome.tar', [...more, ...names].sort()],
    ['other.tif', ['other.tif']],
  ])
  const [set] = list as [SelectedFile]
  expect([set.name, set.fileType, missingOf(set, looks)]).toEqual(['plate', 'MultiChannel', []])
  const { header, problem } = lookOf(set, looks) ?? {}
  expect([header && headerText(header), problem]).toEqual(['OME-TIFF, 8 × 6 px, 2 channels', null])
  // The same list again is left as it is.
  expect(joinSets(list, looks)).toBe(list)
})

test('a file that is selected later joins its set, and what is missing is named until then', async () => {
  const [a, b] = names.map((name) => row(tiff(name, partial(name)))) as [SelectedFile, SelectedFile]
  const first = await join(a, b)
  expect(missingOf(first.list[0] as SelectedFile, first.looks)).toEqual(['plate.companion.ome'])
  const renamed = { ...(first.list[0] as SelectedFile), name: 'Monday' }
  const then = await join(renamed, row(companion()))
  expect(then.list).toHaveLength(1)
  expect([then.list[0]?.name, missingOf(then.list[0] as SelectedFile, then.looks)]).toEqual(['Monday', []])
})

test('a single file of a set is uploaded as it is, and the others are named', async () => {
  const { list, looks } = await join(row(tiff(names[0] ?? '', whole(names[0] ?? ''))))
  expect(shown(list)).toEqual([[names[0], [names[0]]]])
  expect(missingOf(list[0] as SelectedFile, looks)).toEqual([names[1]])
})

test('files of other kinds, of other sets, or twice the same do not mix', async () => {
  const both = names.map((name) => tiff(name, whole(name)))
  const other = names.map((name) => tiff(name, whole(name).replaceAll('urn:uuid:', 'urn:uuid:other-')))
  const rows = [...both, ...both, ...other].map((file, i) => ({ ...row(file), id: String(i) }))
  const { list } = await join(...rows, row(tiff(names[0] ?? '', whole(names[0] ?? '')), 'TimeSeries'))
  expect(shown(list)).toEqual([
    ['plate.ome.tar', names],
    ['plate.ome.tar', names],
    [names[0], [names[0]]],
  ])
  expect(new Set(list.map(({ id }) => id)).size).toBe(3)
})

test('a companion alone and a set beyond the maximum are not uploaded, and take no place', async () => {
  const { list } = await join(...names.map((name) => row(tiff(name, whole(name)))))
  const files = withWarnings(
    [row(companion()), ...list, row(tiff('c.tif'))],
    { bytes: Number.MAX_VALUE, files: 1 },
    1000,
  )
  expect(files.map(({ warning }) => warning)).toEqual([
    'It describes other files, which have to be selected too: will not be uploaded',
    'The files of this set are larger together than the maximum: will not be uploaded',
    null,
  ])
})

describe('the files of a DICOM slide', () => {
  const level = (name: string, width: number, role: 'VOLUME' | 'LABEL' | 'OVERVIEW' = 'VOLUME', series = '1.2') =>
    row(dicomFile(name, { series, width, height: width, role, spacing: `${1 / width}\\${1 / width}` }), 'TwoDimensions')
  const whole = () => [
    level('DCM_0.dcm', 4000),
    level('DCM_1.dcm', 1000),
    level('DCM_2.dcm', 300, 'LABEL'),
    level('DCM_3.dcm', 300, 'OVERVIEW'),
  ]

  test('are one row with the facts of the largest, and another series is a row of its own', async () => {
    const { list, looks } = await join(...whole(), level('other.dcm', 4000, 'VOLUME', '1.3'))
    expect(shown(list)).toEqual([
      ['DCM.dcm.tar', ['DCM_0.dcm', 'DCM_1.dcm', 'DCM_2.dcm', 'DCM_3.dcm']],
      ['other.dcm', ['other.dcm']],
    ])
    const [set] = list as [SelectedFile]
    const { header, problem } = lookOf(set, looks) ?? {}
    expect([header && headerText(header), problem]).toEqual(['DICOM slide, 4,000 × 4,000 px, 0.25 µm/px', null])
    expect([set.name, missingOf(set, looks)]).toEqual(['DCM', []])
    expect(joinSets(list, looks)).toBe(list)
  })

  test('of which two have the same resolution stay as they are: it is not clear which is the image', async () => {
    const { list } = await join(...whole(), level('DCM_4.dcm', 1000))
    expect(list).toHaveLength(5)
  })

  test('without the image stay as they are', async () => {
    const { list } = await join(level('a.dcm', 300, 'LABEL'), level('b.dcm', 300, 'OVERVIEW'))
    expect(list).toHaveLength(2)
  })

  test('that are selected twice are there once', async () => {
    const { list } = await join(...whole(), level('DCM_0.dcm', 4000))
    expect(shown(list)).toEqual([['DCM.dcm.tar', ['DCM_0.dcm', 'DCM_1.dcm', 'DCM_2.dcm', 'DCM_3.dcm']]])
  })

  test('that have no name in common are named after the largest', async () => {
    const largest = new File([await level('x.dcm', 4000).file.arrayBuffer(), new Uint8Array(99)], 'slide.dcm')
    const { list } = await join(row(largest, 'TwoDimensions'), level('label.dcm', 300, 'LABEL'))
    expect(list.map(({ name }) => name)).toEqual(['slide'])
  })
})
