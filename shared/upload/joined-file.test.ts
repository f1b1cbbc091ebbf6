import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { joinFiles } from './joined-file.ts'

const modified = 1_700_000_000_000
const names = ['a.ome.tif', 'größe µm.ome.tif', `${'long '.repeat(40)}.ome.tif`, 'empty.companion.ome']
const contentOf = (name: string) => name.repeat(name.startsWith('empty') ? 0 : 100)
const files = () => names.map((name) => new File([contentOf(name)], name, { lastModified: modified }))

test('joined files are a tar archive that another program unpacks, byte by byte', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-joined-'))
  try {
    await writeFile(join(folder, 'set.tar'), Buffer.from(await joinFiles('set.tar', files()).arrayBuffer()))
    await promisify(execFile)('tar', ['-xf', 'set.tar'], { cwd: folder })
    expect((await readdir(folder)).sort()).toEqual([...names, 'set.tar'].sort())
    for (const name of names) expect(await readFile(join(folder, name), 'utf8')).toBe(contentOf(name))
    expect((await stat(join(folder, names[0] ?? ''))).mtimeMs).toBe(modified)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the same files give the same bytes again', async () => {
  const [once, again] = [joinFiles('set.tar', files()), joinFiles('set.tar', files())]
  expect(Buffer.from(await once.arrayBuffer()).equals(Buffer.from(await again.arrayBuffer()))).toBe(true)
  expect([once.size, once.lastModified, once.name]).toEqual([again.size, modified, 'set.tar'])
})
