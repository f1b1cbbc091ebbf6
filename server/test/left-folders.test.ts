import { randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { createMakeBundle } from '../src/domains/analysis/jobs/make-bundle.ts'
import { createMeasureImage } from '../src/domains/analysis/jobs/measure-image.ts'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createResultObjects } from '../src/domains/analysis/result-objects.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { createDrawSample } from '../src/domains/samples/jobs/draw-sample.ts'
import type { AppContext } from '../src/platform/context.ts'
import { lastTry } from './analysed-project.ts'
import { setUpImageServer } from './image-server.ts'

const server = setUpImageServer()

/** A run that was killed after its outcome was stored, before it removed its folder. */
const leaveFolder = async (work: string) => {
  const folder = join(server.context.config.dataDir, 'tmp', `${work}-Ab12Cd`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'description.json'), '{}')
}
const folders = () => readdir(join(server.context.config.dataDir, 'tmp')).catch(() => [])

type Run = (context: AppContext, id: string) => Promise<void>

describe('A job that finds its work done removes the folder of the killed run that did it, and no other', () => {
  it.each<[job: string, folder: (id: string) => string, run: Run]>([
    [
      'process-image',
      (id) => `process-${id}`,
      (context, mediumId) => createProcessImage(context)({ mediumId }, lastTry),
    ],
    [
      'draw-sample',
      (id) => `draw-${id}`,
      (context, id) => createDrawSample(context)({ mediumId: id, pictureId: 'tem-1' }, lastTry),
    ],
    ['run-analysis', (id) => `analysis-${id}`, (context, jobId) => createRunAnalysis(context)({ jobId }, lastTry)],
    [
      'run-analysis, while it measured',
      (id) => `analysis-${id}-measure`,
      (context, jobId) => createRunAnalysis(context)({ jobId }, lastTry),
    ],
    [
      'make-bundle',
      (id) => `bundle-${id}`,
      (context, bundleId) => createMakeBundle(context, createResultObjects(context))({ bundleId }, lastTry),
    ],
  ])('%s', async (_, folder, run) => {
    const [id, other] = [randomUUID(), randomUUID()]
    await leaveFolder(folder(id))
    await leaveFolder(folder(other))
    await run(server.context, id)
    expect((await folders()).filter((name) => name.includes(id))).toEqual([])
    expect((await folders()).filter((name) => name.includes(other))).toHaveLength(1)
  })

  it('measure-image', async () => {
    const field = toTiff(hDabField({ seed: 1, width: 200, height: 200, nuclei: 8 }), 0.5)
    const { imageId, mediumId } = await server.client.upload(field, {
      project: server.project,
      originalFilename: 'field.tif',
    })
    await createProcessImage(server.context)({ mediumId }, lastTry)
    const measure = () => createMeasureImage(server.context)({ imageId, kind: 'bright-field' }, lastTry)
    await measure()
    await leaveFolder(`measure-${mediumId}-bright-field`)
    await measure()
    expect((await folders()).filter((name) => name.includes(mediumId))).toEqual([])
  })
})
