/**
 * The analysing process: one application on one image, then it ends. The order comes as one JSON line on standard input; each
 * further line acknowledges a checkpoint. When standard input closes, the parent is gone and so is the reason to go on.
 */
import '../../platform/process/child-setup.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { ImagingError } from '../../imaging/imaging-error.ts'
import { openRgbPixels } from '../../imaging/rgb-pixels.ts'
import { findApplication } from '../applications/registry.ts'
import { type AnalysisOrder, resultFile } from './messages.ts'

sharp.cache(false)

const say = (message: object): Promise<void> =>
  new Promise((done) => process.stdout.write(`${JSON.stringify(message)}\n`, () => done()))

let acknowledge: () => void = () => undefined

const analyse = async (order: AnalysisOrder): Promise<void> => {
  const application = findApplication(order.appName, order.appVersion)
  if (!application) throw new Error(`There is no application ${order.appName} ${order.appVersion}`)
  const pixels = await openRgbPixels(order.source, order.originalName, order.folder)
  try {
    const result = await application.run(pixels, order.params, {
      checkpoints: order.checkpoints,
      onProgress: (progress) => void say({ progress }),
      onCheckpoint: async (checkpoint) => {
        const stored = new Promise<void>((done) => {
          acknowledge = done
        })
        await say({ checkpoint })
        await stored
      },
    })
    await writeFile(join(order.folder, resultFile), JSON.stringify(result))
  } finally {
    await pixels.close()
  }
}

const run = async (line: string): Promise<void> => {
  try {
    await analyse(JSON.parse(line) as AnalysisOrder)
    await say({ done: true })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await say({ error: { message, forUser: error instanceof ImagingError } })
  }
  process.exit(0)
}

const lines = createInterface({ input: process.stdin })
lines.once('line', (order) => {
  lines.on('line', () => acknowledge())
  void run(order)
})
lines.once('close', () => process.exit(1))
