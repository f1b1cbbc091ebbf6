/** @jest-environment node */
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'

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

/** Modules of `shared` that remotes take from the shell and do not bundle. */
const providedByShell: string[] = JSON.parse(
  execFileSync(
    path.join(root, 'node_modules', '.bin', 'node'),
    [
      '-e',
      `import('./shared/config/share-list.ts').then((m) => console.log(JSON.stringify(Object.keys(m.shareList({ provide: false })))))`,
    ],
    { cwd: root, encoding: 'utf8' },
  ),
)

const leaveOutProvided: Plugin = {
  name: 'leave-out-provided',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@lamella\/shared\// }, ({ path: name }) =>
      providedByShell.includes(name) ? { external: true } : undefined,
    ),
}

/** Files of this repository that the build of an app reads, by the imports of its entry, its manifest and its configuration. */
const filesOf = async (app: string): Promise<string[]> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/index.ts', 'manifest.ts', 'webpack.config.ts'].map((file) => path.join(app, file)),
    plugins: app === 'shell' ? [] : [leaveOutProvided],
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

/** Folders of `shared` in which these files lie. */
const partsIn = (files: readonly string[]): string[] => {
  const parts = files.flatMap((file) => /^shared\/(\w+)\//.exec(file)?.[1] ?? [])
  return [...new Set(parts)].sort()
}

interface Lock {
  packages: Record<string, { version?: string; resolved?: string; link?: boolean; workspaces?: string[] }>
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

  const inputsOf = (app: string): string[] =>
    Object.keys(before.get(app)?.inputs ?? {}).map((file) => path.join(app, file))

  it.each(apps)('of %s have every file that it imports', async (app) => {
    const known = new Set(inputsOf(app))
    const read = await filesOf(app)
    expect(read.length).toBeGreaterThan(100)
    expect(read.filter((file) => !known.has(file))).toEqual([])
  })

  it.each(apps)('of %s have no part of "shared" that it does not use', async (app) => {
    expect(partsIn(inputsOf(app))).toEqual(partsIn(await filesOf(app)))
  })

  /** Apps that are built anew after a change of the copy. */
  const rebuiltAfter = (change: () => void, files: readonly string[]): string[] => {
    change()
    try {
      const after = planBuilds(copy)
      return apps.filter((app) => after.get(app)?.hash !== before.get(app)?.hash)
    } finally {
      for (const file of files) cpSync(path.join(root, file), path.join(copy, file))
    }
  }

  it.each<[files: string[], rebuilt: string[]]>([
    [
      [
        'mfe-auth/src/settings-routes.test.tsx',
        'mfe-auth/test/organisation.tsx',
        'mfe-auth/jest.config.cjs',
        'mfe-projects/src/dev.tsx',
        'shared/ui/mantine.test.ts',
        'shared/testing/portal-access.ts',
        'shared/config/webpack/manifest-plugin.test.ts',
        'shared/config/jest-preset.cjs',
        'shared/config/jest/browser-environment.cjs',
        'server/src/main/boot.ts',
      ],
      [],
    ],
    [['shell/src/index.ts'], ['shell']],
    [['mfe-auth/src/routes.tsx'], ['mfe-auth']],
    [['mfe-projects/src/routes.tsx'], ['mfe-projects']],
    [['mfe-datastorage/src/routes.tsx'], ['mfe-datastorage']],
    [['mfe-ai-trainer/manifest.ts'], ['mfe-ai-trainer']],
    // What the shell provides is in no remote.
    [['shared/api/index.ts', 'shared/events/index.ts', 'shared/session/index.ts', 'shared/upload/index.ts'], ['shell']],
    [['shared/kit/kit-page.tsx'], ['shell']],
    [['shared/viewer/index.ts'], ['mfe-projects']],
    [['shared/blocks/index.ts'], apps],
    // Each has its own copy of the queries, and keys with a hash of all of them.
    [['shared/queries/releases.ts'], apps],
    [['shared/queries/projects.test.ts'], []],
    [['shared/contract/index.ts'], apps],
    [['shared/ui/index.ts'], apps],
    [['shared/config/share-list.ts'], apps],
  ])('a change of %j rebuilds %j', (files, rebuilt) => {
    const change = (): void => {
      for (const file of files) appendFileSync(path.join(copy, file), '\n')
    }
    expect(rebuiltAfter(change, files)).toEqual(rebuilt)
  })

  const changeLock = (change: (lock: Lock) => void): void => {
    const file = path.join(copy, 'package-lock.json')
    const lock: Lock = JSON.parse(readFileSync(file, 'utf8'))
    change(lock)
    writeFileSync(file, JSON.stringify(lock))
  }

  it.each<[name: string, rebuilt: string[]]>([
    ['pg-boss', []],
    // Of the shared part, and what that needs itself.
    ['rxjs', apps],
    ['tslib', apps],
    ['webpack', apps],
  ])('another version of %s in the lock file rebuilds %j', (name, rebuilt) => {
    const change = () =>
      changeLock(({ packages }) => {
        const entry = packages[`node_modules/${name}`]
        if (!entry) throw new Error(`${name} is not in the lock file`)
        entry.version = '99.0.0'
      })
    expect(rebuiltAfter(change, ['package-lock.json'])).toEqual(rebuilt)
  })

  it('a new remote rebuilds no other', () => {
    const folder = path.join(copy, 'mfe-plates')
    const change = (): void => {
      cpSync(path.join(copy, 'mfe-ai-trainer'), folder, { recursive: true })
      for (const file of [path.join(folder, 'package.json'), path.join(copy, 'package.json')]) {
        const content = JSON.parse(readFileSync(file, 'utf8'))
        if (content.workspaces) content.workspaces.push('mfe-plates')
        else content.name = '@lamella/mfe-plates'
        writeFileSync(file, JSON.stringify(content))
      }
      changeLock(({ packages }) => {
        packages['']?.workspaces?.push('mfe-plates')
        packages['mfe-plates'] = { ...packages['mfe-ai-trainer'] }
        packages['node_modules/@lamella/mfe-plates'] = { resolved: 'mfe-plates', link: true }
      })
    }
    expect(rebuiltAfter(change, ['package.json', 'package-lock.json'])).toEqual([])
    rmSync(folder, { recursive: true })
  })
})
