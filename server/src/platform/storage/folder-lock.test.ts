import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderInUse, lockFolder } from './folder-lock.ts'

describe('Folder lock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has one owner at a time, and the next one after its release', () => {
    const first = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    first.release()
    lockFolder(folder).release()
  })

  it('names its owner', () => {
    const first = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(`(process ${process.pid})`)
    first.release()
  })
})
