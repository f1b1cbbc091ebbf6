import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeBlobs } from './blobs.contract.ts'
import { openFileBlobs } from './file-blobs.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
})
afterAll(() => rm(folder, { recursive: true }))

describeBlobs('Blobs as files', () => openFileBlobs(folder, true))

describe('Unfinished blobs', () => {
  it('of a killed process go at the next start, unless another process may be writing them', async () => {
    await openFileBlobs(folder, true)
    const left = join(folder, '.partial', 'left')
    await writeFile(left, 'half')
    await openFileBlobs(folder, false)
    expect(existsSync(left)).toBe(true)
    await openFileBlobs(folder, true)
    expect(existsSync(left)).toBe(false)
  })

  it('leave nothing behind when all went well', async () => {
    const blobs = await openFileBlobs(folder, true)
    await blobs.write('x/y', Buffer.from('1'))
    await blobs.remove('x/')
    expect(readdirSync(join(folder, '.partial'))).toEqual([])
  })
})
