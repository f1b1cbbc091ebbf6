import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { multichannelOmeTiff } from '@lamella/shared/testing/pictures/index.ts'
import sharp from 'sharp'
import { measureChildren, watchDescendants } from '../../test/imaging-memory.ts'
import { type ImageKind, processedImageSchema } from './description.ts'
import type { ImagingLimits } from './limits.ts'
import { type ProcessImageInput, processImage } from './process-image.ts'

let folder: string
let source: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-process-'))
  source = join(folder, 'picture.png')
  await noise(1500, 1100).png().toFile(source)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

let runs = 0
const input = (changes: Partial<ProcessImageInput> = {}): ProcessImageInput => ({
  source,
  kind: 'TwoDimensions',
  originalName: 'picture.png',
  outputDir: join(folder, `out-${runs++}`),
  ...changes,
})

async function contents(outputDir: string): Promise<Record<string, string>> {
  const names = (await readdir(outputDir)).sort()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await readFile(join(outputDir, name))).toString('base64')])),
  )
}

test('D3-3-19 a picture becomes one pyramid, a thumbnail and a description', async () => {
  const fractions: number[] = []
  const job = input({ onProgress: (fraction) => fractions.push(fraction) })
  const description = await processImage(job)
  expect(description).toMatchObject({
    width: 1500,
    height: 1100,
    photometric: 'rgb',
    encoding: 'webp',
    mimeType: 'image/png',
  })
  expect(description.levels.map(({ width, height }) => [width, height])).toEqual([
    [187, 137],
    [375, 275],
    [750, 550],
    [1500, 1100],
  ])
  const files = await readdir(job.outputDir)
  expect(files.sort()).toEqual(['description.json', 'plane-c0-t0.tif', 'thumbnail.jpg'])
  const written = JSON.parse(await readFile(join(job.outputDir, 'description.json'), 'utf8'))
  expect(processedImageSchema.parse(written)).toEqual(description)
  expect(fractions.every((fraction, i) => fraction > (fractions[i - 1] ?? 0) && fraction <= 1)).toBe(true)
})

/** One of several processes may end with another, or by itself. */
const killIfThere = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test('a second run writes the same bytes, also over the remains of a killed one', async () => {
  const first = input()
  await processImage(first)
  const killed = input()
  const children = watchDescendants()
  let ended: unknown
  do {
    // On a busy machine the process may finish before the signal: then it is started again.
    await rm(killed.outputDir, { recursive: true, force: true })
    const running = processImage(killed).catch((error) => error)
    while (!existsSync(join(killed.outputDir, 'plane-c0-t0.tif'))) await new Promise(setImmediate)
    for (const pid of children()) killIfThere(pid)
    ended = await running
  } while (!(ended instanceof Error))
  expect(ended).toMatchObject({ reason: 'crashed' })
  await mkdir(killed.outputDir)
  await writeFile(join(killed.outputDir, 'plane-c0-t0.tif'), 'half of a plane')
  await processImage(killed)
  expect(await contents(killed.outputDir)).toEqual(await contents(first.outputDir))
})

const grey = (depth: 'uchar' | 'ushort') => {
  const samples = new (depth === 'ushort' ? Uint16Array : Uint8Array)(1500 * 1100)
  for (let i = 0; i < samples.length; i++) samples[i] = (i % 1500) / 10 + (Math.floor(i / 1500) > 550 ? 40 : 0)
  return sharp(samples, { raw: { width: 1500, height: 1100, channels: 1 } }).toColourspace(
    depth === 'ushort' ? 'grey16' : 'b-w',
  )
}
const cells = multichannelOmeTiff({ seed: 5, width: 1400, height: 1200, cells: 30 })

test.each<[string, string, ImageKind, () => Promise<Buffer>]>([
  ['a JPEG', 'a.jpg', 'TwoDimensions', () => noise(1500, 1100).blur(20).jpeg().toBuffer()],
  ['a JPEG by channels', 'a.jpg', 'MultiChannel', () => noise(1500, 1100).blur(20).jpeg().toBuffer()],
  ['a grey PNG', 'a.png', 'TwoDimensions', () => grey('uchar').png().toBuffer()],
  ['a TIFF of 16 bits', 'a.tif', 'TwoDimensions', () => grey('ushort').tiff({ compression: 'deflate' }).toBuffer()],
  [
    'a TIFF of WebP',
    'a.tif',
    'TwoDimensions',
    // Decoded far within the time that a preview may take, also on a busy machine.
    () => noise(700, 520).blur(20).tiff({ compression: 'webp' }).toBuffer(),
  ],
  ['channels', 'a.ome.tif', 'MultiChannel', async () => Buffer.from(cells.bytes)],
])('the preview of %s comes before its planes and looks like the thumbnail', async (_title, name, kind, make) => {
  const file = join(folder, `preview-${name}`)
  await writeFile(file, await make())
  const previews: { jpeg: Buffer; after: number }[] = []
  let fraction = 0
  const job = input({
    source: file,
    originalName: name,
    kind,
    onProgress: (value) => {
      fraction = value
    },
    onPreview: (jpeg) => previews.push({ jpeg, after: fraction }),
  })
  await processImage(job)
  expect(previews).toEqual([{ jpeg: expect.any(Buffer), after: 0 }])
  const thumbnail = sharp(join(job.outputDir, 'thumbnail.jpg'))
  const { width, height } = await thumbnail.metadata()
  const preview = sharp(previews[0]?.jpeg)
  expect(await preview.metadata()).toMatchObject({ format: 'jpeg', width, height })
  const [a, b] = await Promise.all([preview, thumbnail].map((picture) => picture.blur(3).raw().toBuffer()))
  const difference = a?.reduce((sum, value, i) => sum + Math.abs(value - (b?.[i] ?? 0)), 0) ?? Number.NaN
  expect(difference / (b?.length ?? 0)).toBeLessThan(3)
})

test('an aborted run is cancelled and leaves no files', async () => {
  const control = new AbortController()
  const job = input({ signal: control.signal })
  const children = watchDescendants()
  const running = processImage(job)
  control.abort()
  await expect(running).rejects.toMatchObject({ reason: 'cancelled' })
  expect(existsSync(job.outputDir)).toBe(false)
  expect(children()).toEqual([])
})

test('D3-3-20 a declared size out of all proportion to the file is refused before decoding', async () => {
  const bomb = join(folder, 'bomb.png')
  const side = 4_000
  await sharp({ create: { width: side, height: side, channels: 3, background: 'black' }, limitInputPixels: false })
    .toColourspace('b-w')
    .png({ compressionLevel: 9, palette: false })
    .toFile(bomb)
  const job = input({ source: bomb, limits: { bombFloor: 1e6, maxPixelsPerByte: 500 } })
  const peak = await measureChildren(() => expect(processImage(job)).rejects.toMatchObject({ reason: 'tooLarge' }))
  expect(peak).toBeLessThan(300e6)
  expect(existsSync(job.outputDir)).toBe(false)
})

test.each<[string, Partial<ImagingLimits>, string]>([
  ['more pixels than allowed', { maxPixels: 1e6 }, 'tooLarge'],
  ['more time than allowed', { timeoutMs: 1, timeoutMsPerMegabyte: 0 }, 'timeout'],
])('%s ends with a message, and no files are left', async (_title, limits, reason) => {
  const job = input({ limits })
  await expect(processImage(job)).rejects.toMatchObject({
    name: 'ImagingError',
    reason,
    message: expect.stringMatching(/\.$/),
  })
  expect(existsSync(job.outputDir)).toBe(false)
})

test.each([
  ['nothing', '', 'empty', 'This file is empty'],
  ['text', 'not an image', 'unknownFormat', 'not an image of a supported format'],
  ['a GIF', 'GIF89a…', 'unsupported', 'GIF'],
])('%s is refused in words', async (_title, text, reason, words) => {
  const path = join(folder, `${reason}.tif`)
  await writeFile(path, text)
  await expect(processImage(input({ source: path }))).rejects.toMatchObject({
    reason,
    message: expect.stringContaining(words),
  })
})

test.each(['.vmic', '.CTL'])('a proprietary %s is named in its refusal', async (extension) => {
  const path = join(folder, `slide${extension}`)
  await writeFile(path, 'a format without a description')
  await expect(processImage(input({ source: path, originalName: `slide${extension}` }))).rejects.toMatchObject({
    reason: 'unsupported',
    message: expect.stringContaining(`${extension.slice(1).toUpperCase()} is a proprietary format`),
  })
})

test('a missing file is an error in words, too', async () => {
  const job = input({ source: join(folder, 'missing.png') })
  await expect(processImage(job)).rejects.toMatchObject({ name: 'ImagingError' })
  expect(existsSync(job.outputDir)).toBe(false)
})
