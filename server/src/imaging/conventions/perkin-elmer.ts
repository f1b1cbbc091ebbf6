import { colourOf, fileMetadata, numberOf } from '../file-metadata.ts'
import { readPage, samePixels, type TiffPage } from '../tiff/page.ts'
import { Tag } from '../tiff/tags.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import { type Convention, singlePageDefaults, type TiffLayout } from './layout.ts'
import { resolutionTags } from './resolution.ts'

const ROOT = 'PerkinElmer-QPI-ImageDescription'

/** PerkinElmer/Akoya QPTIFF: an XML in each page; the pages of full resolution are the channels. */
export const perkinElmer: Convention = async ({ tiff, description }) => {
  if (!description.includes(`<${ROOT}`)) return null
  const channels: { page: TiffPage; qpi: XmlElement | undefined }[] = []
  const slidePictures: TiffLayout['slidePictures'][number][] = []
  let hasPyramid = false
  for (const [index, directory] of tiff.directories.entries()) {
    const qpi = parseXml((await tiff.text(directory, Tag.ImageDescription)) ?? '')?.find(ROOT)
    const type = qpi?.find('ImageType')?.text
    if (type === 'ReducedResolution') hasPyramid = true
    if (type === 'FullResolution') channels.push({ page: await readPage(tiff, index), qpi })
    if (type === 'Label') slidePictures.push({ kind: 'label', page: index })
    if (type === 'Overview') slidePictures.push({ kind: 'macro', page: index })
  }
  const base = channels[0]?.page
  if (!base) return null
  const alike = channels.filter(({ page }) => samePixels(page, base))
  return {
    ...singlePageDefaults(base),
    format: 'PerkinElmer QPTIFF',
    size: { c: alike.length, z: 1, t: 1 },
    locate: ({ c }) => ({ page: alike[c]?.page.index ?? base.index, planeOffset: 0 }),
    channelNames: alike.map(({ qpi }) => qpi?.find('Name')?.text ?? ''),
    pixelSizeUm: await resolutionTags(tiff, base),
    hasPyramid,
    metadata: microscopeOf(alike.map(({ qpi }) => qpi)),
    slidePictures,
  }
}

const MICROSECONDS_PER_MILLISECOND = 1000

/** Exposures are in microseconds (PerkinElmer Image Format, revision 2). */
function microscopeOf(channels: readonly (XmlElement | undefined)[]) {
  const objective = channels[0]?.find('Objective')?.text
  return fileMetadata({
    objective: { name: objective, magnification: numberOf(/^([\d.]+) ?x$/i.exec(objective ?? '')?.[1]) },
    channels: channels.map((qpi) => {
      const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = (qpi?.find('Color')?.text ?? '')
        .split(',')
        .map(numberOf)
      return {
        name: qpi?.find('Name')?.text,
        color: colourOf(red, green, blue),
        exposureMs: numberOf(qpi?.find('ExposureTime')?.text) / MICROSECONDS_PER_MILLISECOND,
      }
    }),
  })
}
