import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPlanes, checkSize } from './check-size.ts'
import { describeImage, type PlaneFile } from './describe-image.ts'
import type { ImageDescription, ImageKind } from './description.ts'
import type { ImageSource } from './image-source.ts'
import type { ImagingLimits } from './limits.ts'
import { type Plan, planPlanes } from './plan.ts'
import { openSource } from './sources/open-source.ts'
import { writePlane } from './write/write-plane.ts'

/** The input of the decoding process, one JSON line. */
export interface ImagingJob {
  /** Path of the uploaded file. */
  source: string
  kind: ImageKind
  originalName: string
  outputDir: string
  limits: ImagingLimits
}

const DESCRIPTION_FILE = 'description.json'

/** Fraction of the progress reserved for statistics and thumbnail. */
const DESCRIBING = 0.1

/**
 * Decodes one file inside the child process and writes pyramids, thumbnail and description into `job.outputDir`. The description is written
 * last: a folder that has it is complete.
 *
 * @param onProgress called with growing fractions from 0 to 1
 * @throws ImagingError and errors of the decoders (see `toImagingError`)
 */
export async function runImagingJob(
  job: ImagingJob,
  onProgress: (fraction: number) => void,
): Promise<ImageDescription> {
  const source = await openSource(job.source, job.originalName)
  try {
    const { size } = await stat(job.source)
    checkPlanes(job.kind, source, size, job.limits)
    const plan = planPlanes(job.kind, source)
    checkSize(source, plan, size, job.limits)
    const planes = await writePlanes(source, plan, job.outputDir, (fraction) => onProgress(fraction * (1 - DESCRIBING)))
    const description = await describeImage(job, source, plan, planes)
    await writeFile(join(job.outputDir, DESCRIPTION_FILE), JSON.stringify(description))
    return description
  } finally {
    await source.close()
  }
}

async function writePlanes(
  source: ImageSource,
  plan: Plan,
  outputDir: string,
  onProgress: (fraction: number) => void,
): Promise<PlaneFile[]> {
  const files: PlaneFile[] = []
  for (const { c, t, at, sample } of plan.planes) {
    const file = join(outputDir, `plane-c${c}-t${t}.tif`)
    await writePlane(source, await source.plane(at), { sample, photometric: plan.photometric, file })
    files.push({ c, t, file })
    onProgress(files.length / plan.planes.length)
  }
  return files
}
