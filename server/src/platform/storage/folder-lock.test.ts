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

  it('is shared by any number of owners that agree to it, and then nobody has it alone', () => {
    const shared = [lockFolder(folder, { isShared: true }), lockFolder(folder, { isShared: true })]
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    shared[0]?.release()
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    shared[1]?.release()
    const alone = lockFolder(folder)
    expect(() => lockFolder(folder, { isShared: true })).toThrow(FolderInUse)
    alone.release()
  })

  it('names its owner', () => {
    const first = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(`(process ${process.pid})`)
    first.release()
  })
})
