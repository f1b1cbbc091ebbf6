import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { processImage } from './process-image.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-memory-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('more memory than allowed ends with a message, and no files are left', async () => {
  // Decoding takes seconds and far more than is allowed, of which the system grants what the program maps at its start besides.
  const source = join(folder, 'large.png')
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'grey', noise } })
    .png()
    .toFile(source)
  const outputDir = join(folder, 'out')
  const limits = { memoryBytes: 120e6 }
  const job = processImage({ source, kind: 'TwoDimensions', originalName: 'large.png', outputDir, limits })
  await expect(job).rejects.toMatchObject({
    name: 'ImagingError',
    reason: 'outOfMemory',
    message: expect.stringMatching(/\.$/),
  })
  expect(existsSync(outputDir)).toBe(false)
})
