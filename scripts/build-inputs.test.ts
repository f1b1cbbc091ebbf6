/** @jest-environment node */
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.join(__dirname, '..')
const apps = ['shell', 'mfe-auth', 'mfe-projects', 'mfe-datastorage', 'mfe-ai-trainer']

interface Task {
  directory: string
  hash: string
  /** Path from the folder of the package → hash. */
  inputs: Record<string, string>
}

/** What turbo would build in a work tree, by the folder of the app. */
const planBuilds = (folder: string): Map<string, Task> => {
  const turbo = path.join(root, 'node_modules', '.bin', 'turbo')
  const plan = execFileSync(turbo, ['run', 'build', '--dry=json'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 ** 2,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  })
  const tasks: Task[] = JSON.parse(plan).tasks
  return new Map(tasks.filter(({ directory }) => apps.includes(directory)).map((task) => [task.directory, task]))
}

/** Files of this repository that the build of an app reads, by the imports of its entry, its manifest and its configuration. */
const filesOf = async (app: string): Promise<string[]> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/index.ts', 'manifest.ts'].map((file) => path.join(app, file)),
    alias: { '@lamella/shared': path.join(root, 'shared') },
    packages: 'external',
    loader: { '.svg': 'empty', '.jpg': 'empty', '.png': 'empty', '.webp': 'empty', '.woff2': 'empty' },
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    metafile: true,
    outdir: 'unused',
    write: false,
    logLevel: 'silent',
  })
  return Object.keys(metafile.inputs)
}

describe('Build inputs', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'lamella-inputs-'))
  afterAll(() => rmSync(copy, { recursive: true }))
  let before: ReturnType<typeof planBuilds>
  beforeAll(() => {
    const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    const isNeeded = /^(package(-lock)?\.json|turbo\.json|\.gitignore|(shell|mfe-[\w-]+|shared|server|e2e)\/)/
    for (const file of files.split('\0').filter((name) => isNeeded.test(name))) {
      cpSync(path.join(root, file), path.join(copy, file))
    }
    before = planBuilds(copy)
  })

  it.each(apps)('of %s have every file that it imports', async (app) => {
    const known = new Set(Object.keys(before.get(app)?.inputs ?? {}).map((file) => path.join(app, file)))
    const read = await filesOf(app)
    expect(read.length).toBeGreaterThan(100)
    // Every build depends on the shared configuration (`globalDependencies`).
    expect(read.filter((file) => !known.has(file) && !file.startsWith('shared/config/'))).toEqual([])
  })

  it.each<[files: string[], rebuilt: string[]]>([
    [
      [
        'mfe-auth/src/settings-routes.test.tsx',
        'mfe-auth/test/organisation.tsx',
        'mfe-auth/jest.config.cjs',
        'mfe-projects/src/dev.tsx',
        'shared/ui/mantine.test.ts',
        'shared/testing/portal-access.ts',
        'server/src/main/boot.ts',
      ],
      [],
    ],
    [['mfe-auth/src/routes.tsx'], ['mfe-auth']],
    [['shell/src/index.ts'], ['shell']],
    [['shared/viewer/index.ts'], ['mfe-projects']],
    [['shared/kit/kit-page.tsx'], ['shell']],
    [['shared/ui/index.ts'], apps],
    [['shared/config/share-list.ts'], apps],
  ])('a change of %j rebuilds %j', (files, rebuilt) => {
    for (const file of files) appendFileSync(path.join(copy, file), '\n')
    try {
      const after = planBuilds(copy)
      expect(apps.filter((app) => after.get(app)?.hash !== before.get(app)?.hash)).toEqual(rebuilt)
    } finally {
      for (const file of files) cpSync(path.join(root, file), path.join(copy, file))
    }
  })
})
