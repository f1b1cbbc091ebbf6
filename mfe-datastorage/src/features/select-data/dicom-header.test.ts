import { dicomFile } from '../../../test/dicom.ts'
import { dicomHeader } from './dicom-header.ts'
import { headerText } from './file-header.ts'
import { lookIntoFile } from './look-into-file.ts'

const slide = { series: '1.2.3', width: 70_000, height: 50_000, role: 'VOLUME' as const }

test.each([
  ['explicit', false],
  ['implicit', true],
])('a slide tells its size, its optical paths and its series: %s', async (_title, implicit) => {
  const { header, problem } = await lookIntoFile(dicomFile('a.dcm', { ...slide, implicit, opticalPaths: 3 }), 'a.dcm')
  expect([header && headerText(header), problem]).toEqual(['DICOM slide, 70,000 × 50,000 px, 3 channels', null])
  expect(header?.set).toEqual({ id: 'DICOM 1.2.3', names: [], isCompanion: false, picture: '70000 × 50000' })
})

test('pictures of a camera are of no set', async () => {
  const { header } = await lookIntoFile(dicomFile('a.dcm', { ...slide, width: 640, height: 480, role: null }), 'a.dcm')
  expect(header && headerText(header)).toBe('DICOM, 640 × 480 px, 3 pages')
  expect(header?.set).toBeUndefined()
})

const ways = ([true, false] as const).flatMap((implicit) =>
  ([true, false] as const).flatMap((lengths) =>
    (['all frames', 'each frame'] as const).map((saidOf) => ({ implicit, lengths, saidOf })),
  ),
)

test.each(ways)('a slide tells its scale, of columns: %j', async (way) => {
  const { header } = await lookIntoFile(dicomFile('a.dcm', { ...slide, ...way, spacing: '0.0005\\0.00025' }), 'a.dcm')
  expect(header && headerText(header)).toBe('DICOM slide, 70,000 × 50,000 px, 0.25 µm/px')
})

test('pictures of a camera tell their scale', async () => {
  const camera = { ...slide, width: 640, height: 480, role: null, spacing: '0.00325\\0.00325 ' }
  const { header } = await lookIntoFile(dicomFile('a.dcm', camera), 'a.dcm')
  expect(header && headerText(header)).toBe('DICOM, 640 × 480 px, 3.25 µm/px, 3 pages')
})

test.each(['0\\0', '0.0005', '\\0.00025', 'a\\b', '-1\\-1', '1e9\\1e9'])('no scale is made of %j', async (spacing) => {
  const { header, problem } = await lookIntoFile(dicomFile('a.dcm', { ...slide, spacing }), 'a.dcm')
  expect([header?.micrometres, header?.width, problem]).toEqual([null, 70_000, null])
})

test('a scale that is cut off is unknown, and the rest is told', async () => {
  const whole = dicomFile('a.dcm', { ...slide, spacing: '0.0005\\0.00025' })
  for (let length = whole.size - 60; length < whole.size; length++) {
    const header = await dicomHeader(whole.slice(0, length))
    expect(header?.width).toBe(70_000)
    expect([null, 0.25]).toContain(header?.micrometres)
  }
})

test('a header that is longer than what is read tells nothing, rather than the size of a tile', async () => {
  const bytes = new Uint8Array(await dicomFile('a.dcm', slide).arrayBuffer())
  const at = 132 + 28 // Behind the transfer syntax: an element of two megabytes.
  const large = new Uint8Array([0x09, 0, 0x10, 0, 0x4f, 0x42, 0, 0, 0, 0, 0x20, 0])
  const file = new Blob([bytes.subarray(0, at), large, new Uint8Array(2 * 1024 * 1024), bytes.subarray(at)])
  expect(await dicomHeader(file)).toBeNull()
})

test('a file with another name says so', async () => {
  const { problem } = await lookIntoFile(dicomFile('a.tif', slide), 'a.tif')
  expect(problem).toBe('The content is DICOM, which the name does not say')
})

test('any file that is cut off or damaged ends in a header, in none, or in an error that is known', async () => {
  const bytes = new Uint8Array(await dicomFile('a.dcm', { ...slide, spacing: '0.0005\\0.00025' }).arrayBuffer())
  const look = (file: Blob) =>
    dicomHeader(file).catch((error: unknown) => {
      // That of typed arrays is another class in jsdom.
      if ((error as Error).name !== 'RangeError') throw error
      return null
    })
  for (let length = 133; length < bytes.length; length++) await look(new Blob([bytes.subarray(0, length)]))
  for (let at = 132; at < bytes.length; at++) {
    for (const value of [0, 255, 0xfe]) {
      const damaged = bytes.slice()
      damaged[at] = value
      await look(new Blob([damaged]))
    }
  }
})
