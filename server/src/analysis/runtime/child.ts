/** The analysing process: runs one application on one image. */
import '../../platform/process/child-setup.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ImagingError } from '../../imaging/imaging-error.ts'
import { openOriginalPlanes } from '../../imaging/original-planes.ts'
import type { AnalysisResult } from '../applications/application.ts'
import { findApplication } from '../applications/registry.ts'
import { encodeObjectFile } from '../results/write-objects.ts'
import type { PixelSource } from '../sources/pixel-source.ts'
import { AnalysisRefused } from './analysis-refused.ts'
import type { Checkpoints } from './checkpoints.ts'
import { type AnalysisTask, checkpointFile, objectsFile, resultFile } from './messages.ts'
import { type Parent, serveParent } from './serve-parent.ts'

sharp.cache(false)

const checkpointsIn = (folder: string, parent: Parent): Checkpoints => ({
  async read(unit) {
    const text = await readFile(join(folder, checkpointFile(unit)), 'utf8').catch(() => 'null')
    try {
      return JSON.parse(text)
    } catch {
      // A damaged checkpoint counts as missing.
      return undefined
    }
  },
  async write(unit, outcome) {
    await writeFile(join(folder, checkpointFile(unit)), JSON.stringify(outcome))
    await parent.report({ checkpoint: unit })
    await parent.nextLine()
  },
})

const writeResult = async (folder: string, { objects, ...rest }: AnalysisResult): Promise<void> => {
  const names = { classes: rest.classes.map(({ name }) => name), columns: rest.columns.map(({ key }) => key) }
  await writeFile(join(folder, objectsFile), encodeObjectFile(objects, names))
  await writeFile(join(folder, resultFile), JSON.stringify({ ...rest, objectCount: objects.count }))
}

const analyse = async (task: AnalysisTask, parent: Parent): Promise<void> => {
  const { folder } = task
  const application = findApplication(task.appName, task.appVersion)
  if (!application) throw new Error(`There is no application ${task.appName} ${task.appVersion}`)
  const planes = await openOriginalPlanes(task.source, task.originalName, task.kind, folder)
  try {
    const source: PixelSource = { ...planes, pixelSizeUm: task.pixelSizeUm }
    const result = await application.run(source, task.params, {
      checkpoints: checkpointsIn(folder, parent),
      onProgress: (progress) => void parent.report({ progress }),
    })
    await writeResult(folder, { ...result, provenance: { ...result.provenance, ...planes.part } })
  } finally {
    await planes.close()
  }
}

serveParent(analyse, (error) => error instanceof ImagingError || error instanceof AnalysisRefused)
