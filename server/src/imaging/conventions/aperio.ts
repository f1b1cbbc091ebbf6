import { fileMetadata, numberOf } from '../file-metadata.ts'
import { pixelSize } from '../pixel-size.ts'
import { readPage } from '../tiff/page.ts'
import { Tag } from '../tiff/tags.ts'
import type { TiffFile } from '../tiff/tiff-file.ts'
import { type Convention, singlePageDefaults, type TiffLayout } from './layout.ts'

/** Aperio SVS: the first page is the scan, the others its levels, label and overview; `MPP` is the pixel size in µm. */
export const aperio: Convention = async ({ tiff, description }) => {
  if (!description.startsWith('Aperio')) return null
  const base = await readPage(tiff, 0)
  const values = new Map(
    description.split('|').flatMap((entry) => {
      const at = entry.indexOf('=')
      return at < 0 ? [] : [[entry.slice(0, at).trim(), entry.slice(at + 1).trim()] as const]
    }),
  )
  const micrometres = numberOf(values.get('MPP'))
  return {
    ...singlePageDefaults(base),
    format: 'Aperio SVS',
    pixelSizeUm: pixelSize(micrometres, micrometres),
    hasPyramid: tiff.directories.length > 1,
    metadata: fileMetadata({
      acquiredAt: moment(values.get('Date'), values.get('Time')),
      instrument: values.get('ScanScope ID'),
      objective: { magnification: numberOf(values.get('AppMag')) },
    }),
    slidePictures: await slidePictures(tiff),
  }
}

/** `month/day/year` of two or four digits, and `hours:minutes:seconds`; undefined for anything else. */
function moment(date = '', time = ''): string | undefined {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d\d|\d{4})$/.exec(date) ?? []
  if (!month || !day || !year || !/^\d\d:\d\d:\d\d$/.test(time)) return undefined
  return `${year.length === 2 ? '20' : ''}${year}-${month}-${day}T${time}`
}

/** The second line of the description of such a page begins with what it is. */
async function slidePictures(tiff: TiffFile): Promise<TiffLayout['slidePictures']> {
  const found: { kind: 'label' | 'macro'; page: number }[] = []
  for (const [page, directory] of tiff.directories.entries()) {
    const description = page === 0 ? null : await tiff.text(directory, Tag.ImageDescription).catch(() => null)
    const kind = /^(label|macro)\b/m.exec(description ?? '')?.[1]
    if (kind === 'label' || kind === 'macro') found.push({ kind, page })
  }
  return found
}
