import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderInUse, lockFolder } from './folder-lock.ts'

describe('Folder lock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('lets one in at a time, and the next when it is released', () => {
    const first = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    first.release()
    lockFolder(folder).release()
  })

  it('names who is in', () => {
    const first = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(`(process ${process.pid})`)
    first.release()
  })
})
