import { pickFiles, type SelectedFile, selectedSize, withWarnings } from './selection.ts'

const file = (name: string, size = 10) => ({ file: new File([new Uint8Array(size)], name), handle: null })
const selected = (name: string, size: number): SelectedFile => ({
  id: name,
  ...file(name, size),
  name,
  fileType: 'TwoDimensions',
  warning: null,
})
const unlimited = Number.MAX_VALUE

test('D3-5-01 extensions are compared without case and the wrong ones are named once', () => {
  const files = [file('a.SVS'), file('b.ome.TIFF'), file('c.gif'), file('d.gif'), file('e.exe')]
  const picked = pickFiles(files, 'TwoDimensions', 100)
  expect(picked.accepted.map(({ name }) => name)).toEqual(['a.SVS', 'b.ome.TIFF'])
  expect(picked.invalidExtensions).toEqual(['gif', 'exe'])
  expect(picked.invalid).toEqual(['c.gif', 'd.gif', 'e.exe'])
})

test('a JPEG is no multichannel image', () => {
  expect(pickFiles([file('a.jpg')], 'MultiChannel', 100).invalidExtensions).toEqual(['jpg'])
})

test('a file without content is not taken', () => {
  const picked = pickFiles([file('a.png', 0), file('b.png', 1), file('c.gif', 0)], 'TwoDimensions', 100)
  expect(picked.accepted.map(({ name }) => name)).toEqual(['b.png'])
  expect(picked.empty).toEqual(['a.png'])
  expect(picked.invalid).toEqual(['c.gif'])
})

test('a file above the maximum upload size is not taken', () => {
  const picked = pickFiles([file('a.png', 100), file('b.png', 101)], 'TwoDimensions', 100)
  expect(picked.accepted.map(({ name }) => name)).toEqual(['a.png'])
  expect(picked.tooLarge).toEqual(['b.png'])
})

test('each copy of a file has an id of its own, which is the same when the files are picked again', () => {
  const idsOf = (list: readonly SelectedFile[]) => list.map(({ id }) => id)
  const pickTwice = () => {
    const { accepted: first } = pickFiles([file('a.png'), file('b.png')], 'TwoDimensions', 100)
    return [...first, ...pickFiles([file('a.png'), file('a.png')], 'TwoDimensions', 100, first).accepted]
  }
  const ids = idsOf(pickTwice())
  expect(new Set(ids).size).toBe(4)
  expect(idsOf(pickTwice())).toEqual(ids)
})

test.each([
  ['storage', { bytes: 15, files: unlimited }, [null, 'Exceeds storage limit: will not be uploaded']],
  ['files', { bytes: unlimited, files: 1 }, [null, 'Exceeds image file limit: will not be uploaded']],
  ['both', { bytes: 15, files: 1 }, [null, 'Exceeds storage limit and Exceeds image file limit: will not be uploaded']],
  ['nothing', { bytes: unlimited, files: unlimited }, [null, null]],
])('warnings when the limit of %s is exceeded', (_, capacity, warnings) => {
  const files = withWarnings([selected('a.png', 10), selected('b.png', 10)], capacity)
  expect(files.map(({ warning }) => warning)).toEqual(warnings)
})

test('D3-5-09 an empty name is a warning', () => {
  const [first] = withWarnings([{ ...selected('a.png', 1), name: ' ' }], { bytes: unlimited, files: unlimited })
  expect(first?.warning).toBe('Empty filename is not allowed')
})

test('the selected size is the sum of the files', () => {
  expect(selectedSize([selected('a', 3), selected('b', 4)])).toBe(7)
})
