import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster, removeStaleLocks } from './postmaster.ts'

describe('postmaster.pid', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postmaster-'))
  const file = join(folder, 'postmaster.pid')
  const original = process.cwd()
  afterEach(() => process.chdir(original))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (pid: number, status: string) =>
    writeFileSync(file, [pid, folder, 1795233493, 5432, folder, '', ' 1 2', `${status}   `, ''].join('\n'))

  it('that is absent means that none runs', async () => {
    expect(await findPostmaster(folder)).toBeNull()
  })

  it.each([
    ['ready', false],
    ['stopping', true],
  ])('of a process that works in the folder gives its port and socket (%s)', async (status, isStopping) => {
    write(process.pid, status)
    process.chdir(folder)
    expect(await findPostmaster(folder)).toEqual({ pid: process.pid, port: 5432, socketFolder: folder, isStopping })
  })

  it.each([
    ['a process that is gone', 2 ** 30],
    // Only Linux shows the working folder of a process.
    ...(process.platform === 'linux' ? [['another program that was given the same number', process.pid] as const] : []),
  ] as const)('of %s is stale', async (_, pid) => {
    write(pid, 'ready')
    expect(await findPostmaster(folder)).toBeNull()
    await removeStaleLocks(folder, 1)
    expect(existsSync(file)).toBe(process.platform !== 'linux')
  })

  it('stays while processes of the old server still work in the folder', async () => {
    if (process.platform !== 'linux') return
    write(2 ** 30, 'ready')
    const straggler = spawn('sleep', ['60'], { cwd: folder })
    await expect(removeStaleLocks(folder, 0)).rejects.toThrow('still use')
    expect(existsSync(file)).toBe(true)
    straggler.kill()
    await removeStaleLocks(folder, 60)
    expect(existsSync(file)).toBe(false)
  })
})
