import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tarHeader, tarOf, zipOf } from '../../../test/zip-of.ts'
import { openSource } from '../sources/open-source.ts'
import { openTar } from './tar.ts'
import { openZip } from './zip.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-archives-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const readerOf = (bytes: Buffer) => async (offset: number, length: number) => bytes.subarray(offset, offset + length)
const filesOf = async (open: typeof openZip, bytes: Buffer): Promise<Record<string, string>> => {
  const archive = await open(readerOf(bytes), bytes.length)
  const found: Record<string, string> = {}
  for (const { name, size, read } of archive.values()) found[name] = Buffer.from(await read(0, size)).toString()
  return found
}
const sentenceOf = async (name: string, bytes: Buffer): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, bytes)
  const opened = await openSource(path, name, folder).catch((error: Error) => error.message)
  return typeof opened === 'string' ? opened : 'opened'
}

const long = `${'folder/'.repeat(30)}picture.tif`

test.each(['ustar', 'pax', 'gnu'])('the files of a tar of another program (%s) are read', async (format) => {
  await promisify(execFile)('mkdir', ['-p', join(folder, 'in', long.slice(0, -12))])
  const names = format === 'ustar' ? ['a.txt', 'b ä.txt'] : ['a.txt', 'b ä.txt', long]
  for (const name of names) await writeFile(join(folder, 'in', name), `content of ${name}`)
  const path = join(folder, 'other.tar')
  await promisify(execFile)('tar', [`--format=${format}`, '-C', join(folder, 'in'), '-cf', path, ...names])
  const expected = Object.fromEntries(names.map((name) => [name, `content of ${name}`]))
  expect(await filesOf(openTar, await readFile(path))).toEqual(expected)
})

test.each([false, true])(
  'the files of a zip are read, compressed: %s; those of systems and folders are not',
  async (compress) => {
    const files = { 'a/b.txt': 'b'.repeat(5000), 'ä.txt': '', '__MACOSX/a/._b.txt': 'x', '.DS_Store': 'x' }
    expect(await filesOf(openZip, await zipOf(files, compress))).toEqual({ 'a/b.txt': files['a/b.txt'], 'ä.txt': '' })
  },
)

test('names that lead out of the archive are names only: nothing is written outside', async () => {
  const names = ['../../outside.ome.tif', '/etc/outside.ome.tif']
  const bytes = tarOf(Object.fromEntries(names.map((name) => [name, 'no image'])))
  expect([...(await openTar(readerOf(bytes), bytes.length)).keys()]).toEqual(names)
  const before = await readdir(join(folder, '..'))
  expect(await sentenceOf('out.tar', bytes)).toContain('neither an OME-Zarr nor')
  expect((await readdir(join(folder, '..'))).includes('outside.ome.tif')).toBe(before.includes('outside.ome.tif'))
})

describe('archives that lie are refused in words', () => {
  const zip = () => zipOf({ '.zattrs': '{}', 'a.bin': 'a'.repeat(100_000) }, true)
  const record = (bytes: Buffer, nth: number) => {
    let at = -1
    for (let i = 0; i <= nth; i++) at = bytes.indexOf('PK\x01\x02', at + 1, 'latin1')
    return at
  }

  test('a zip that is cut off', async () => {
    expect(await sentenceOf('a.zip', (await zip()).subarray(0, 200))).toContain('cut off')
  })

  test('a zip whose list is longer than it', async () => {
    const bytes = await zip()
    bytes.writeUInt32LE(0x7fffffff, bytes.length - 10)
    expect(await sentenceOf('a.zip', bytes)).toContain('list of files in this archive is damaged')
  })

  test('a zip whose files share bytes', async () => {
    const bytes = await zip()
    for (const nth of [0, 1]) bytes.writeUInt32LE(bytes.length - 1, record(bytes, nth) + 20)
    expect(await sentenceOf('a.zip', bytes)).toContain('lie in the same place')
  })

  test('a zip file that unpacks to more than it says', async () => {
    const bytes = await zip()
    bytes.writeUInt32LE(5, record(bytes, 1) + 24)
    const archive = await openZip(readerOf(bytes), bytes.length)
    await expect(archive.get('a.bin')?.read(0, 5)).rejects.toThrow('The file a.bin of this archive is damaged')
  })

  test('a zip file that says that it unpacks to gigabytes is not unpacked', async () => {
    const bytes = await zip()
    bytes.writeUInt32LE(0xfffffff0, record(bytes, 1) + 24)
    const archive = await openZip(readerOf(bytes), bytes.length)
    await expect(archive.get('a.bin')?.read(0, 5)).rejects.toThrow('large and compressed')
  })

  test('an encrypted zip', async () => {
    const bytes = await zip()
    bytes.writeUInt16LE(1, record(bytes, 0) + 8)
    expect(await sentenceOf('a.zip', bytes)).toContain('encrypted')
  })

  test('a tar whose file is longer than it', async () => {
    const bytes = Buffer.concat([tarHeader('a.ome.tif', 10_000_000), Buffer.alloc(1024)])
    expect(await sentenceOf('a.tar', bytes)).toContain('cut off')
  })

  test('a tar with a damaged header', async () => {
    const bytes = tarOf({ 'a.ome.tif': 'x', 'b.ome.tif': 'y' })
    bytes[1024 + 3] = 1
    expect(await sentenceOf('a.tar', bytes)).toContain('list of files in this archive is damaged')
  })

  test('a zip and a tar of something else', async () => {
    const words = 'This archive is neither an OME-Zarr nor the files of an OME-TIFF set'
    expect(await sentenceOf('a.zip', await zipOf({ 'a.txt': 'a' }))).toContain(words)
    expect(await sentenceOf('a.tar', tarOf({ 'a.txt': 'a' }))).toContain(words)
  })
})
