import { type FileType, fileType, hasAllowedExtension } from './uploads.ts'

const flat = ['tif', 'tiff', 'stk', 'czi', 'ome.tif', 'ome.tiff', 'ome.tf2', 'ome.tf8', 'ome.btf']
const allowed: Record<FileType, string[]> = {
  TwoDimensions: [...flat, 'jpeg', 'jpg', 'png', 'bmp', 'vmic', 'gtif', 'svs', 'ndpi', 'scn', 'qptiff', 'ctl'],
  MultiChannel: [...flat, 'qptiff'],
  TimeSeries: flat,
}
const refused: Record<FileType, string[]> = {
  TwoDimensions: ['gif', 'tf2', 'tf8', 'btf', 'pdf', 'zip'],
  MultiChannel: ['svs', 'ndpi', 'png', 'jpg', 'gif'],
  TimeSeries: ['qptiff', 'svs', 'png', 'gif'],
}

test.each<[string, FileType, number]>([
  ['D3-5-05', 'TwoDimensions', 20],
  ['D3-5-06', 'MultiChannel', 10],
  ['D3-5-07', 'TimeSeries', 9],
])('%s %s takes its %i extensions and no other', (_, kind, count) => {
  expect(allowed[kind]).toHaveLength(count)
  const taken = (extension: string) => hasAllowedExtension(`slide.7.${extension}`, kind)
  expect(allowed[kind].filter((extension) => !taken(extension))).toEqual([])
  expect(refused[kind].filter(taken)).toEqual([])
})

test.each(['A.TIF', 'a.Tiff', 'a.OME.tif', 'b.CZI'])('D3-5-02 the case of %s does not matter', (name) => {
  for (const kind of fileType.options) expect(hasAllowedExtension(name, kind)).toBe(true)
})

test.each(['tif', 'slidetif', 'a.tif.exe', ''])('the name %j has no extension of an image', (name) => {
  for (const kind of fileType.options) expect(hasAllowedExtension(name, kind)).toBe(false)
})
