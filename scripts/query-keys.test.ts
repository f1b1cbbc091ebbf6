import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const key = "export const query = { queryKey: ['users'] }\n"

const refused: [what: string, file: string, content: string][] = [
  ['a key', 'mfe-auth/src/pages/key.ts', key],
  [
    'a key of a variable',
    'mfe-auth/src/lib/short.ts',
    'export const queryOf = (queryKey: string[]) => ({ queryKey })\n',
  ],
  ['the options of a query', 'mfe-auth/src/pages/options.ts', 'export const query = queryOptions(options)\n'],
  ['the options of pages', 'mfe-auth/src/pages/pages.ts', 'export const query = infiniteQueryOptions(options)\n'],
  ['the key of another query', 'mfe-auth/src/pages/other.ts', 'export const key = usersQuery.queryKey\n'],
  ['writing under a key', 'mfe-auth/src/pages/write.ts', "client.setQueryData(['users'], [])\n"],
  ['a key in the shell', 'shell/src/layout/key.ts', key],
  ['a key in shared', 'shared/session/key.ts', key],
  ['a query without its sources', 'shared/queries/options.ts', 'export const query = queryOptions(options)\n'],
  ['pages without their sources', 'shared/queries/pages.ts', 'export const query = infiniteQueryOptions(options)\n'],
]

const admitted: [what: string, file: string, content: string][] = [
  ['shared/queries itself', 'shared/queries/key.ts', key],
  ['the one that adds the sources', 'shared/queries/define-query.ts', 'export const query = queryOptions(options)\n'],
  ['a test with a server state of its own', 'shared/ui/key.test.ts', key],
  ['reading by a query', 'mfe-auth/src/pages/read.ts', 'export const users = useQuery(usersQuery)\n'],
  ['saying what has changed', 'mfe-auth/src/pages/changed.ts', 'export const done = membersChanged(queries)\n'],
]

const root = path.resolve(__dirname, '..')
let tree: string

/** Output of `npm run lint` in the tree. */
const lint = (): Promise<string> =>
  new Promise((resolve) => {
    const program = path.join(root, 'node_modules', '.bin', 'biome')
    execFile(program, ['lint', '--max-diagnostics=none', '--colors=off'], { cwd: tree }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })

describe('keys of queries are written in shared/queries only', () => {
  let found: string

  beforeAll(async () => {
    tree = mkdtempSync(path.join(tmpdir(), 'lamella-query-keys-'))
    for (const part of ['biome.json', '.gitignore', 'scripts/lint']) {
      cpSync(path.join(root, part), path.join(tree, part), { recursive: true })
    }
    for (const [, file, content] of [...refused, ...admitted]) {
      mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
      writeFileSync(path.join(tree, file), content)
    }
    found = await lint()
  }, 60_000)

  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  const isRefused = (file: string): boolean => new RegExp(`^${file}:\\d+:\\d+ plugin`, 'm').test(found)

  test.each(refused)('%s is refused: %s', (_, file) => {
    expect(isRefused(file)).toBe(true)
  })

  test.each(admitted)('%s is admitted: %s', (_, file) => {
    expect(isRefused(file)).toBe(false)
  })

  test('the reason is stated', () => {
    expect(found).toContain('Keys are known to shared/queries only')
    expect(found).toContain('by defineQuery or defineInfiniteQuery')
  })
})
