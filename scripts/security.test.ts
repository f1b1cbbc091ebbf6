import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split(
  '\n',
)
const security = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
const rows = security.split('\n').filter((line) => /^\| \d/.test(line))

/** Files that a name of the third column may mean; a folder stands for the tests in it. */
const meant = (name: string): string[] =>
  files.filter(
    (file) =>
      [`server/test/${name}`, `server/${name}`, name].some((start) =>
        ['.test.ts', '.test.tsx', '.spec.ts', '.ts'].some((end) => file.replace('.full.', '.') === start + end),
      ) ||
      (file.startsWith(`${name}/`) && /\.test\.tsx?$/.test(file)),
  )

test('each test that docs/security.md names exists', () => {
  const names = rows.flatMap((row) =>
    [...(row.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => meant(name).length === 0)).toEqual([])
})

test('each cookie of the portal is in docs/security.md', () => {
  const sources = files.filter(
    (file) => /^(server|shell|shared|mfe-[a-z-]+)\/(src|.*\/src)?.*\.(ts|tsx|js)$/.test(file) && !/test/.test(file),
  )
  // The name follows the word closely.
  const cookies = sources.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/cookie[\s\S]{0,160}?'(lamella[_-]\w+)'/gi)].map(
      ([, name = '']) => name,
    ),
  )
  expect(cookies).toEqual(expect.arrayContaining(['lamella-device', 'lamella_share', 'lamella_assigned']))
  expect([...new Set(cookies)].filter((name) => !security.includes(name))).toEqual([])
})
