import { pixelSize } from '../pixel-size.ts'
import { readPage } from '../tiff/page.ts'
import { type Convention, singlePageDefaults } from './layout.ts'

/** Aperio SVS: the first page is the scan, the others its levels, label and overview; `MPP` is the pixel size in µm. */
export const aperio: Convention = async ({ tiff, description }) => {
  if (!description.startsWith('Aperio')) return null
  const base = await readPage(tiff, 0)
  const micrometres = Number(/\|\s*MPP\s*=\s*([\d.]+)/.exec(description)?.[1])
  return {
    ...singlePageDefaults(base),
    format: 'Aperio SVS',
    pixelSizeUm: pixelSize(micrometres, micrometres),
    hasPyramid: tiff.directories.length > 1,
  }
}
