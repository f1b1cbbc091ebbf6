import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { keepDiskReserve } from './disk-reserve.ts'

describe('Disk reserve', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reserve-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'reserve')
  const size = 1_500_000
  const sizeNow = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0

  it('is allocated while there is space, released when the disk is full, and allocated again', async () => {
    let free = size * 10
    const reserve = keepDiskReserve({ file, size, log: pino({ level: 'silent' }), freeBytes: async () => free })
    await reserve.stop()
    expect(sizeNow()).toBe(size)
    free = size
    await reserve.check()
    expect(sizeNow()).toBe(size)
    free = size / 4
    await reserve.check()
    expect(sizeNow()).toBe(0)
    // The reserve is not allocated again at once: the database may need the space.
    free = size * 2
    await reserve.check()
    expect(sizeNow()).toBe(0)
    free = size * 10
    await reserve.check()
    expect(sizeNow()).toBe(size)
  })
})
