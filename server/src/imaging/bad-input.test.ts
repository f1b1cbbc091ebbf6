import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import sharp from 'sharp'
import { dataPath, describeWithData } from '../../test/imaging-data.ts'
import { measureChildren } from '../../test/imaging-memory.ts'
import type { ImageDescription } from './description.ts'
import { ImagingError } from './imaging-error.ts'
import { defaultLimits } from './limits.ts'
import { processImage } from './process-image.ts'

/**
 * What each damaged, hostile or unusual file gets: a sentence, or a picture that was compared by eye with what its
 * name promises. Columns: path, `available`, size, pixels, mean colour of the four quarters of its thumbnail;
 * or path, `processingFailed`, reason, sentence.
 */
const table = readFileSync(join(import.meta.dirname, 'bad-input.table.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))

const COLOUR_TOLERANCE = 6
const AT_ONCE = 2

type Outcome = { description: ImageDescription; quarters: number[] } | { error: unknown; leftBehind: boolean }

describeWithData('D3-3-20 bad input and variants of TIFF', () => {
  const outcomes = new Map<string, Outcome>()
  let folder: string
  let peakBytes: number
  let parentGrowth: number

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lamella-bad-input-'))
    const waiting = table.map(([path = '']) => path)
    const work = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) outcomes.set(path, await run(path))
    }
    const before = process.memoryUsage.rss()
    peakBytes = await measureChildren(() => Promise.all(Array.from({ length: AT_ONCE }, work)))
    parentGrowth = process.memoryUsage.rss() - before
  }, 300_000)

  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function run(path: string): Promise<Outcome> {
    const outputDir = await mkdtemp(join(folder, 'out-'))
    try {
      const source = dataPath(path)
      const input = { source, kind: 'TwoDimensions' as const, originalName: basename(path), outputDir }
      const description = await processImage(input)
      const quarters = await sharp(join(outputDir, description.thumbnail))
        .resize(2, 2, { fit: 'fill', kernel: 'linear' })
        .toColourspace('srgb')
        .raw()
        .toBuffer()
      return { description, quarters: [...quarters] }
    } catch (error) {
      return { error, leftBehind: existsSync(outputDir) }
    }
  }

  test('the table has a row for each file', () => {
    const files = ['bad_input', 'tiff_variants'].flatMap((part) =>
      readdirSync(dataPath(part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(dataPath(''), join(entry.parentPath, entry.name))),
    )
    expect(table.map(([path]) => path)).toEqual(files.sort())
  })

  const rows = (expected: string) => table.filter((row) => row[1] === expected)

  test.each(rows('processingFailed'))('%s: %s, %s: %s', (path, _status, reason, sentence) => {
    const outcome = outcomes.get(path)
    expect(outcome).toMatchObject({ error: { reason, message: sentence }, leftBehind: false })
    expect(outcome && 'error' in outcome && outcome.error).toBeInstanceOf(ImagingError)
  })

  test.each(rows('available'))('%s: %s, %s, %s, %s', (path, _status, size, pixels, colours = '') => {
    const outcome = outcomes.get(path)
    if (!outcome || 'error' in outcome) throw outcome?.error ?? new Error('not run')
    const { width, height, sampleFormat, bitDepth, photometric } = outcome.description
    expect(`${width}x${height}`).toBe(size)
    expect(`${sampleFormat}${bitDepth} ${photometric}`).toBe(pixels)
    const expected = colours.split(/[ ,]/).map(Number)
    const distance = Math.max(...expected.map((value, i) => Math.abs(value - (outcome.quarters[i] ?? Number.NaN))))
    expect(distance).toBeLessThanOrEqual(COLOUR_TOLERANCE)
  })

  test('the children of both jobs together stay under the memory limit of one, the parent hardly grows', () => {
    expect(peakBytes).toBeGreaterThan(0)
    expect(peakBytes).toBeLessThan(defaultLimits.memoryBytes)
    expect(parentGrowth).toBeLessThan(300e6)
  })
})
