import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canReach } from './owner.ts'

describe('A folder for the owner of the database', () => {
  const root = mkdtempSync(join(tmpdir(), 'owner-'))
  afterAll(() => rmSync(root, { recursive: true }))
  const inner = join(root, 'inner')
  mkdirSync(inner)
  const me = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const stranger = { uid: me.uid + 4321, gid: me.gid + 4321 }

  it.each([
    ['closed to others', 0o700, stranger, false],
    ['that others may pass', 0o711, stranger, true],
    ['that the group may pass', 0o710, { ...stranger, gid: me.gid }, true],
    ['closed to its own group', 0o701, { ...stranger, gid: me.gid }, false],
    ['of its own', 0o700, me, true],
  ])('under one %s is judged by each folder above', async (_, mode, owner, reachable) => {
    chmodSync(root, mode)
    expect(await canReach(inner, owner)).toBe(reachable)
  })

  it('is judged where a link leads to', async () => {
    chmodSync(root, 0o700)
    const link = `${root}-link`
    symlinkSync(inner, link)
    expect(await canReach(link, stranger)).toBe(false)
    rmSync(link)
  })
})
