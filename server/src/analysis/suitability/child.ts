/** The process that measures one image for its suitability. */
import '../../platform/process/child-setup.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ImagingError } from '../../imaging/imaging-error.ts'
import { openOriginalPlanes } from '../../imaging/original-planes.ts'
import { serveParent } from '../runtime/serve-parent.ts'
import { measureSuitability } from './measure.ts'
import { type MeasuringTask, measurementsFile } from './messages.ts'

sharp.cache(false)

const measure = async ({ source, originalName, imageKind, folder, kind }: MeasuringTask): Promise<void> => {
  const planes = await openOriginalPlanes(source, originalName, imageKind, folder)
  try {
    await writeFile(join(folder, measurementsFile), JSON.stringify(await measureSuitability(planes, kind)))
  } finally {
    await planes.close()
  }
}

serveParent(measure, (error) => error instanceof ImagingError)
