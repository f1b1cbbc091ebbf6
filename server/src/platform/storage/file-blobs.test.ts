import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
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
  it('of a killed process are removed at the next start, unless another process may be writing them', async () => {
    await openFileBlobs(folder, true)
    const left = join(folder, '.partial', 'left')
    await writeFile(left, 'half')
    await openFileBlobs(folder, false)
    expect(existsSync(left)).toBe(true)
    await openFileBlobs(folder, true)
    expect(existsSync(left)).toBe(false)
  })

  it('of a killed process are removed by age too, written or half removed, but not those being written', async () => {
    const blobs = await openFileBlobs(folder, true)
    const partial = join(folder, '.partial')
    await mkdir(join(partial, 'removed'))
    await writeFile(join(partial, 'removed', 'part'), 'half')
    for (const name of ['written', 'fresh']) await writeFile(join(partial, name), 'half')
    const old = new Date('2026-03-01T08:00:00.000Z')
    for (const name of ['removed', 'written']) await utimes(join(partial, name), old, old)
    await blobs.removeUnfinished(new Date('2026-03-01T08:00:01.000Z'))
    expect(readdirSync(partial)).toEqual(['fresh'])
    await openFileBlobs(folder, true)
  })

  it('leave nothing behind when all went well', async () => {
    const blobs = await openFileBlobs(folder, true)
    await blobs.write('x/y', Buffer.from('1'))
    await blobs.remove('x/')
    expect(readdirSync(join(folder, '.partial'))).toEqual([])
  })
})
