import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { warmCompileCache } from './compile-cache.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lamella-cache-'))
  writeFileSync(join(folder, 'part.mjs'), 'export const part = 1')
  // It notes each of its runs.
  const noted = `import { appendFileSync } from 'node:fs'\nimport './part.mjs'\n`
  writeFileSync(join(folder, 'program.mjs'), `${noted}appendFileSync(${JSON.stringify(join(folder, 'runs'))}, '1')`)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Fills the cache as at a start of the server, and returns how often the program has run since the beginning. */
const start = async (): Promise<number> => {
  const isolation = { kind: 'view', user: { uid: 4711, gid: 4711 } } as const
  const [program, part, cache] = ['program.mjs', 'part.mjs', 'cache'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await warmCompileCache(isolation, [program], { cache, sources: [program, part] })
  return (await readFile(join(folder, 'runs'), 'utf8')).length
}

test('compiled code is kept from start to start, for all to read', async () => {
  expect([await start(), await start()]).toEqual([1, 1])
  const [own = ''] = (await readdir(join(folder, 'cache'))).filter((name) => name.endsWith('-4711'))
  const files = await readdir(join(folder, 'cache', own))
  expect(files.length).toBeGreaterThan(0)
  for (const name of files) expect((await stat(join(folder, 'cache', own, name))).mode & 0o777).toBe(0o644)
})

test('code that has changed is compiled again, though its version is the same', async () => {
  await start()
  writeFileSync(join(folder, 'part.mjs'), 'export const part = 1 + 1')
  expect([await start(), await start()]).toEqual([2, 2])
  const [own = ''] = (await readdir(join(folder, 'cache'))).filter((name) => name.endsWith('-4711'))
  for (const name of await readdir(join(folder, 'cache', own)))
    expect((await stat(join(folder, 'cache', own, name))).mode & 0o777).toBe(0o644)
})
