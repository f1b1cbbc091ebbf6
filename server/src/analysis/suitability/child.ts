/** The process that measures one image for its suitability. */
import '../../platform/process/child-setup.ts'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ImagingError } from '../../imaging/imaging-error.ts'
import { openOriginalPlanes } from '../../imaging/original-planes.ts'
import { type Parent, serveParent } from '../runtime/serve-parent.ts'
import type { Region } from '../runtime/tiles.ts'
import { multichannelSource } from '../sources/multichannel.ts'
import { sourceInMemory } from '../sources/pixel-source.ts'
import { rgbInMemory, rgbSource } from '../sources/rgb.ts'
import { addDiameters } from './estimate-diameters.ts'
import { isOfColours, measureChannels, measureColours, measureSuitability } from './measure.ts'
import type { MeasuredKind, Measurements } from './measurements.ts'
import { type MeasuringTask, measurementsFile } from './messages.ts'
import { channelsOfTiles, rgbOfTiles, type SampledImage, wholeOf } from './pyramid-samples.ts'

sharp.cache(false)

/** Complete or not there at all, because the parent reads what was written before a process failed. */
const write = async (folder: string, measured: Measurements): Promise<void> => {
  const draft = join(folder, 'draft.json')
  await writeFile(draft, JSON.stringify(measured))
  await rename(draft, join(folder, measurementsFile))
}

/** Measures tiles in the folder: those of the overview are there, the others are asked for. */
const measureTiles = async (
  samples: SampledImage,
  kind: MeasuredKind,
  folder: string,
  parent: Parent,
): Promise<Measurements> => {
  const fetch = async (wanted: readonly Region[]): Promise<void> => {
    await parent.report({ wanted })
    await parent.nextLine()
  }
  const { overview: small, largest, pixelSizeUm, channels, type } = samples
  const whole = wholeOf(small)
  if (isOfColours(kind)) {
    const data = await rgbOfTiles(samples, small, folder).read(whole)
    const overview = rgbSource(rgbInMemory({ ...whole, data, pixelSizeUm }))
    return measureColours({ image: rgbOfTiles(samples, largest, folder), overview, fetch }, kind)
  }
  const tiles = channelsOfTiles(samples, small, folder)
  const planes = [await tiles.read(whole, [...channels.keys()])]
  const overview = multichannelSource(
    sourceInMemory({ ...whole, pixelSizeUm, channels, type, samplesPerPixel: 1, planes }),
  )
  return measureChannels({ image: channelsOfTiles(samples, largest, folder), overview, fetch }, kind)
}

const measure = async ({ image, folder, kind, diameters }: MeasuringTask, parent: Parent): Promise<void> => {
  if ('samples' in image) return write(folder, await measureTiles(image.samples, kind, folder, parent))
  const planes = await openOriginalPlanes(image.path, image.originalName, image.kind, folder)
  try {
    const measured = await measureSuitability({ ...planes, pixelSizeUm: image.pixelSizeUm }, kind)
    await write(folder, measured)
    if (diameters) await write(folder, await addDiameters(measured, planes))
  } finally {
    await planes.close()
  }
}

serveParent(measure, (error) => error instanceof ImagingError)
