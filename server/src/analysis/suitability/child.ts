/** The process that measures one image for its suitability. */
import '../../platform/process/child-setup.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SuitabilityMeasurements } from '@lamella/shared/contract'
import sharp from 'sharp'
import { ImagingError } from '../../imaging/imaging-error.ts'
import { openOriginalPlanes } from '../../imaging/original-planes.ts'
import { serveParent } from '../runtime/serve-parent.ts'
import { measureSuitability } from './measure.ts'
import { measureBrightField } from './measure-bright-field.ts'
import { measureFluorescence } from './measure-fluorescence.ts'
import { type MeasuringTask, measurementsFile } from './messages.ts'
import { sampledChannels, sampledRgb } from './pyramid-samples.ts'

sharp.cache(false)

const measured = async ({ image, folder, kind }: MeasuringTask): Promise<SuitabilityMeasurements> => {
  if ('samples' in image) {
    return kind === 'bright-field'
      ? measureBrightField(sampledRgb(image.samples, folder))
      : measureFluorescence(sampledChannels(image.samples, folder))
  }
  const planes = await openOriginalPlanes(image.path, image.originalName, image.kind, folder)
  try {
    return await measureSuitability(planes, kind)
  } finally {
    await planes.close()
  }
}

const measure = async (task: MeasuringTask): Promise<void> =>
  writeFile(join(task.folder, measurementsFile), JSON.stringify(await measured(task)))

serveParent(measure, (error) => error instanceof ImagingError)
