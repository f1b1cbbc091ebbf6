import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkAll, checkPlanes, checkSize } from './check-size.ts'
import { describeImage } from './describe-image.ts'
import type { FileMetadata, Further, ImageDescription, ImageKind, ProcessedImage } from './description.ts'
import type { ImageSource, SceneSource } from './image-source.ts'
import type { ImagingLimits } from './limits.ts'
import { makePreview } from './make-preview.ts'
import { type Plan, planPlanes, sizeForKind } from './plan.ts'
import { openSource } from './sources/open-source.ts'
import { writeSlidePicture } from './write/slide-picture.ts'
import { writePlanes } from './write/write-planes.ts'

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

/** An image of the file that is to be written: the source with its plan, and what the names of its files begin with. */
interface PlannedScene {
  name: string
  source: SceneSource
  plan: Plan
  prefix: string
}

/**
 * Decodes one file inside the child process and writes pyramids, thumbnail and description into `job.outputDir`. The description is written
 * last: a folder that has it is complete.
 *
 * @param hooks `onProgress` is called with growing fractions from 0 to 1, `onPreview` at most once, with a JPEG
 * @throws ImagingError and errors of the decoders (see `toImagingError`)
 */
export async function runImagingJob(
  job: ImagingJob,
  { onProgress, onPreview }: { onProgress: (fraction: number) => void; onPreview: (jpeg: Buffer) => void },
): Promise<ProcessedImage> {
  const source = await openSource(job.source, job.originalName, job.outputDir)
  try {
    const scenes = await planScenes(job, source)
    const [shown] = scenes
    // What fails here fails again when planes are written, which says why.
    const preview = shown && (await makePreview(shown.source, shown.plan).catch(() => null))
    if (preview) onPreview(preview)
    const written: WrittenScene[] = []
    for (const scene of scenes) {
      const done = written.length
      written.push(await writeScene(job, scene, (fraction) => onProgress((done + fraction) / scenes.length)))
    }
    const [first, ...others] = written
    if (!first) throw new RangeError('a file without images')
    const further: Further = {
      metadata: relevantMetadata(source, sizeForKind(job.kind, source)),
      zPlanes: first.zPlanes,
      maximumThumbnail: first.maximumThumbnail,
      sceneName: first.name,
      scenes: others.map(({ name, description, zPlanes }) => ({ name, description, zPlanes })),
      slidePictures: await writeSlidePictures(source, job.outputDir),
    }
    const processed: ProcessedImage = { ...first.description, further }
    await writeFile(join(job.outputDir, DESCRIPTION_FILE), JSON.stringify(processed))
    return processed
  } finally {
    await source.close()
  }
}

/** All images of the file, each within the limits, and all together. */
async function planScenes(job: ImagingJob, source: ImageSource): Promise<PlannedScene[]> {
  const { size } = await stat(job.source)
  const scenes: PlannedScene[] = []
  const add = (name: string, one: PlannedScene['source']) => {
    checkPlanes(job.kind, one, size, job.limits)
    const plan = planPlanes(job.kind, one)
    checkSize(one, plan, size, job.limits)
    scenes.push({ name, source: one, plan, prefix: scenes.length === 0 ? '' : `s${scenes.length}-` })
    checkAll(scenes, size, job.limits)
  }
  add(source.scenes?.own ?? '', source)
  for (const { name, open } of source.scenes?.others ?? []) add(name, await open())
  return scenes
}

/** Steps between planes only where there are several: many programs write 1 for those that they do not know. */
function relevantMetadata({ metadata }: SceneSource, size: SceneSource['size']): FileMetadata | null {
  if (!metadata) return null
  const { zStepUm, timeStepS, ...rest } = metadata
  const relevant = {
    ...rest,
    ...(size.z > 1 && zStepUm !== undefined && { zStepUm }),
    ...(size.t > 1 && timeStepS !== undefined && { timeStepS }),
  }
  return Object.keys(relevant).length > 1 || relevant.channels.length > 0 ? relevant : null
}

interface WrittenScene {
  name: string
  description: ImageDescription
  zPlanes: Further['zPlanes']
  maximumThumbnail: string | null
}

async function writeScene(
  job: ImagingJob,
  { name, source, plan, prefix }: PlannedScene,
  onProgress: (fraction: number) => void,
): Promise<WrittenScene> {
  const target = { outputDir: job.outputDir, prefix }
  const planes = await writePlanes(source, plan, target, onProgress)
  return { name, ...(await describeImage({ ...target, kind: job.kind }, source, plan, planes)) }
}

/** A slide whose label is damaged is shown without it. */
async function writeSlidePictures({ slidePictures = [] }: ImageSource, folder: string) {
  const written: Further['slidePictures'] = []
  for (const { kind, open } of slidePictures) {
    const file = `${kind}.jpg`
    const isWritten = await open()
      .then((picture) => writeSlidePicture(picture, join(folder, file)))
      .then(
        () => true,
        () => false,
      )
    if (isWritten) written.push({ kind, file })
  }
  return written
}
