import { readPage, samePixels, type TiffPage } from '../tiff/page.ts'
import { Tag } from '../tiff/tags.ts'
import { parseXml } from '../xml.ts'
import { type Convention, singlePageDefaults } from './layout.ts'
import { resolutionTags } from './resolution.ts'

const ROOT = 'PerkinElmer-QPI-ImageDescription'

/** PerkinElmer/Akoya QPTIFF: an XML in each page; the pages of full resolution are the channels. */
export const perkinElmer: Convention = async ({ tiff, description }) => {
  if (!description.includes(`<${ROOT}`)) return null
  const channels: { page: TiffPage; name: string }[] = []
  let hasPyramid = false
  for (const [index, directory] of tiff.directories.entries()) {
    const qpi = parseXml((await tiff.text(directory, Tag.ImageDescription)) ?? '')?.find(ROOT)
    const type = qpi?.find('ImageType')?.text
    if (type === 'ReducedResolution') hasPyramid = true
    if (type === 'FullResolution')
      channels.push({ page: await readPage(tiff, index), name: qpi?.find('Name')?.text ?? '' })
  }
  const base = channels[0]?.page
  if (!base) return null
  const alike = channels.filter(({ page }) => samePixels(page, base))
  return {
    ...singlePageDefaults(base),
    format: 'PerkinElmer QPTIFF',
    size: { c: alike.length, z: 1, t: 1 },
    locate: ({ c }) => ({ page: alike[c]?.page.index ?? base.index, planeOffset: 0 }),
    channelNames: alike.map(({ name }) => name),
    pixelSizeUm: await resolutionTags(tiff, base),
    hasPyramid,
  }
}
