import { link, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAnalysisResult } from './analysis-result.ts'
import { objectsFile, resultFile } from './messages.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'result-'))
})
afterEach(() => rm(folder, { recursive: true }))

const measurement = { key: 'nuclei', title: 'Nuclei', value: 2, unit: '', decimals: 0 }
const valid = { measurements: [measurement], classes: [], columns: [], objectCount: 2, provenance: { params: {} } }

/** Leaves the files of a process, and reads them. */
const read = async (result: string | object, leave = (file: string): Promise<unknown> => writeFile(file, '')) => {
  await writeFile(join(folder, resultFile), typeof result === 'string' ? result : JSON.stringify(result))
  await leave(join(folder, objectsFile))
  return readAnalysisResult(folder)
}

test('a result is read with the path of its objects', async () => {
  expect(await read(valid)).toEqual({ ...valid, objectsFile: join(folder, objectsFile) })
})

test.each([
  ['no JSON', '{"measurements":', 'JSON'],
  ['no measurements', { ...valid, measurements: undefined }, 'measurements'],
  ['a text as value', { ...valid, measurements: [{ ...measurement, value: '2' }] }, 'value'],
  ['a negative number of objects', { ...valid, objectCount: -1 }, 'objectCount'],
  ['provenance that is a list', { ...valid, provenance: [] }, 'provenance'],
  ['more than a mebibyte', { ...valid, provenance: { text: 'x'.repeat(1024 ** 2) } }, 'more than 1048576'],
])('a result with %s is refused', async (_, result, reason) => {
  await expect(read(result)).rejects.toThrow(reason)
})

test.each([
  ['a symbolic link', symlink],
  ['a hard link', link],
])('objects that are %s are refused', async (_, linkTo) => {
  const secret = join(folder, 'secret')
  await writeFile(secret, '')
  await expect(read(valid, (file) => linkTo(secret, file))).rejects.toThrow(`${objectsFile} is not a file of its own`)
})

test.each([
  ['a symbolic link', symlink],
  ['a hard link', link],
])('a result that is %s is refused', async (_, linkTo) => {
  const secret = join(folder, 'secret')
  await writeFile(secret, JSON.stringify(valid))
  await writeFile(join(folder, objectsFile), '')
  await linkTo(secret, join(folder, resultFile))
  await expect(readAnalysisResult(folder)).rejects.toThrow(/not a file of its own|ELOOP/)
})
