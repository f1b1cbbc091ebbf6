import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hDabField, largeField, multichannelOmeTiff, toPng, toTiff } from '@lamella/shared/testing/pictures/index.ts'

/** Image files for one run through the main job. */
export interface Pictures {
  /** 2D; the largest first. */
  plain: string[]
  multichannel: string
  /** The one of `plain` for the deep zoom. */
  deep: string
  /** The one of `plain` that is analysed. */
  stained: string
  /** Number of nuclei in `stained`, where it is known. */
  nuclei?: number
}

/** Images made by the generators of shared/testing, written to `folder`. */
export const generatedPictures = async (folder: string): Promise<Pictures> => {
  await mkdir(folder, { recursive: true })
  const file = (name: string): string => path.join(folder, name)
  const field = hDabField({ seed: 7, width: 640, height: 480, nuclei: 120 })
  await largeField({ path: file('section.tif'), width: 5000, height: 4000 })
  await writeFile(file('stained.tif'), toTiff(field, 0.5))
  await writeFile(file('stained.png'), await toPng(hDabField({ seed: 8 })))
  await writeFile(file('culture.ome.tif'), multichannelOmeTiff({ seed: 3 }).bytes)
  return {
    plain: [file('section.tif'), file('stained.tif'), file('stained.png')],
    multichannel: file('culture.ome.tif'),
    deep: file('section.tif'),
    stained: file('stained.tif'),
    nuclei: field.objects.length,
  }
}

const dataFolder = process.env.LAMELLA_TEST_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data')

/** Real images of the laboratory; null on a machine without them. */
export const realPictures = (): Pictures | null => {
  const file = (name: string): string => path.join(dataFolder, name)
  const [slide, multichannel, stained] = [
    file('wsi/CMU-1-Small-Region.svs'),
    file('ome_tiff/multi-channel.ome.tif'),
    file('ihc_he/ihc.png'),
  ]
  if (![slide, multichannel, stained].every((name) => existsSync(name))) return null
  return { plain: [slide, stained], multichannel, deep: slide, stained }
}
