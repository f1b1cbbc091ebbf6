/** The analysing process: one application on one image. */
import '../../platform/process/child-setup.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ImagingError } from '../../imaging/imaging-error.ts'
import { openOriginalPlanes } from '../../imaging/original-planes.ts'
import type { AnalysisResult } from '../applications/application.ts'
import { findApplication } from '../applications/registry.ts'
import { objectFile } from '../results/write-objects.ts'
import type { Checkpoints } from './checkpoints.ts'
import { type Parent, serveParent } from './child-lines.ts'
import { type AnalysisOrder, checkpointFile, objectsFile, resultFile } from './messages.ts'

sharp.cache(false)

const checkpointsIn = (folder: string, parent: Parent): Checkpoints => ({
  async read(unit) {
    const text = await readFile(join(folder, checkpointFile(unit)), 'utf8').catch(() => 'null')
    try {
      return JSON.parse(text)
    } catch {
      // Damaged: it is worked anew.
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
  await writeFile(join(folder, objectsFile), objectFile(objects, names))
  await writeFile(join(folder, resultFile), JSON.stringify({ ...rest, objectCount: objects.count }))
}

const analyse = async (order: AnalysisOrder, parent: Parent): Promise<void> => {
  const { folder } = order
  const application = findApplication(order.appName, order.appVersion)
  if (!application) throw new Error(`There is no application ${order.appName} ${order.appVersion}`)
  const planes = await openOriginalPlanes(order.source, order.originalName, order.kind, folder)
  try {
    const result = await application.run(planes, order.params, {
      checkpoints: checkpointsIn(folder, parent),
      onProgress: (progress) => void parent.report({ progress }),
    })
    await writeResult(folder, result)
  } finally {
    await planes.close()
  }
}

serveParent(analyse, (error) => error instanceof ImagingError)
