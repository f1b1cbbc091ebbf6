import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledResult, makeBundle } from './testing.ts'

// 200,000 rows on a busy machine.
jest.setTimeout(240_000)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('200,000 objects become a workbook within the memory limit of the process', async () => {
  const file = await makeBundle(
    folder,
    'xlsx',
    [bundledResult('019aa000-0000-7000-8000-000000000001', 'large.tif')],
    200_000,
  )
  expect((await stat(file)).size).toBeGreaterThan(20_000_000)
})
