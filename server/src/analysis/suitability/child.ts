/** The process that measures one image for its suitability. */
import '../../platform/process/child-setup.ts'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SuitabilityMeasurements } from '@lamella/shared/contract'
import sharp from 'sharp'
import { ImagingError } from '../../imaging/imaging-error.ts'
import { openOriginalPlanes } from '../../imaging/original-planes.ts'
import { serveParent } from '../runtime/serve-parent.ts'
import { addDiameters } from './estimate-diameters.ts'
import { measureSuitability } from './measure.ts'
import { measureBrightField } from './measure-bright-field.ts'
import { measureFluorescence } from './measure-fluorescence.ts'
import { type MeasuringTask, measurementsFile } from './messages.ts'
import { sampledChannels, sampledRgb } from './pyramid-samples.ts'

sharp.cache(false)

/** Complete or not there at all, because the parent reads what was written before a process failed. */
const write = async (folder: string, measured: SuitabilityMeasurements): Promise<void> => {
  const draft = join(folder, 'draft.json')
  await writeFile(draft, JSON.stringify(measured))
  await rename(draft, join(folder, measurementsFile))
}

const measure = async ({ image, folder, kind, diameters }: MeasuringTask): Promise<void> => {
  if ('samples' in image) {
    const measured =
      kind === 'bright-field'
        ? await measureBrightField(sampledRgb(image.samples, folder))
        : await measureFluorescence(sampledChannels(image.samples, folder))
    return write(folder, measured)
  }
  const planes = await openOriginalPlanes(image.path, image.originalName, image.kind, folder)
  try {
    const measured = await measureSuitability(planes, kind)
    await write(folder, measured)
    if (diameters) await write(folder, await addDiameters(measured, planes))
  } finally {
    await planes.close()
  }
}

serveParent(measure, (error) => error instanceof ImagingError)
