import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allowedExtensions } from '@lamella/shared/contract'
import { writtenTable } from '../corpus/format-tables.ts'
import { furtherTests } from '../corpus/formats-page.ts'
import { decodeWritten } from '../corpus/written-outcomes.ts'
import { imageFamilies } from '../src/imaging/families.ts'
import { readableFormats } from '../src/imaging/readable-formats.ts'
import { sniff } from '../src/imaging/sniff.ts'

const root = join(import.meta.dirname, '../..')

/** Some forty small files, on a machine that may be busy. */
jest.setTimeout(120_000)

describe('docs/formats.md', () => {
  let page: string[]
  let samples: Awaited<ReturnType<typeof decodeWritten>>
  beforeAll(async () => {
    page = (await readFile(join(root, 'docs/formats.md'), 'utf8')).split('\n')
    const folder = await mkdtemp(join(tmpdir(), 'lamella-written-'))
    samples = await decodeWritten(folder)
    await rm(folder, { recursive: true, force: true })
  })

  it('each family that is told apart has a file here, which is read as one of it', () => {
    expect(samples.map(({ image, name }) => [name, image.format])).toEqual(samples.map((s) => [s.name, s.family]))
    const families = new Set<string>(samples.map(({ family }) => family))
    // That one needs a file of over 4 GB and a program.
    expect(imageFamilies.filter((family) => !families.has(family))).toEqual(['Whole-slide image'])
  })

  it('each content that has a decoder has a file here', () => {
    const formats = new Set(samples.map(({ bytes }) => sniff(bytes)))
    expect(readableFormats.filter((format) => !formats.has(format))).toEqual([])
  })

  it('has a row for each of them, with what is shown of it: npm run formats writes it anew', () => {
    const rows = writtenTable(samples)
    expect(rows).toHaveLength(samples.length)
    expect(rows.filter((row) => !page.includes(row))).toEqual([])
    const families = new Set(page.map((line) => line.split(' | ')[0]?.replace('| ', '')))
    expect(imageFamilies.filter((family) => !families.has(family))).toEqual(['Whole-slide image'])
    expect(page.join('\n')).toContain('“Whole-slide image”')
  })

  it('D3-5-05 D3-5-06 D3-5-07 has the extensions that are accepted', () => {
    for (const extensions of Object.values(allowedExtensions))
      expect(page.some((line) => line.endsWith(`: ${extensions.join(', ')}`))).toBe(true)
  })

  it('names tests that there are', () => {
    const tests = furtherTests.flatMap(([, paths]) => paths)
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(tests.filter((path) => !page.some((line) => line.includes(path)))).toEqual([])
  })
})
