import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { builtVersion } from '../build.ts'
import { stampBuild } from '../stamped-build.ts'
import { archiveOf, listFile, type StoredBuilds, storedApps } from './stored-builds.ts'

/*
 * `npm run store-builds [-- <commit>]`: builds the shell and remotes of a commit, by default of the last one on `main`, with the packages of
 * that commit, and stores them for stored-releases.full.spec.ts. To be run when a release has been made, so that the next one is tried with it.
 * `npm run store-builds -- --from <folder>` takes the builds of a clone that has them already (`npm run build`).
 */

const root = path.resolve(import.meta.dirname, '../../..')
const { positionals, values } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } })
const scratch = mkdtempSync(path.join(tmpdir(), 'lamella-stored-'))

const run = (program: string, args: string[], cwd: string): void => {
  execFileSync(program, args, { cwd, stdio: 'inherit' })
}
const git = (args: string[], cwd = root): string => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()

/** What no browser loads: maps, statistics, and variants that a server may make itself. */
const isLeftOut = (file: string): boolean => /\.(map|br|gz)$|^(load-graph|mf-stats)\.json$/.test(file)

const store = async (app: string, version: string, tree: string): Promise<void> => {
  const { folder } = await stampBuild(
    await builtVersion(app, app === 'shell' ? app : `mfe-${app}`, tree),
    version,
    scratch,
  )
  const files = readdirSync(folder).filter((file) => !isLeftOut(file))
  const archive = execFileSync('tar', ['-cf', '-', ...files.sort()], { cwd: folder, maxBuffer: 256 * 1024 ** 2 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  writeFileSync(archiveOf(app), brotliCompressSync(archive, { params }))
}

/** Stores the builds of a clone. @throws Error when it has no builds, or changes that are in no commit */
const storeAll = async (tree: string): Promise<void> => {
  if (git(['status', '--porcelain'], tree) !== '') throw new Error(`${tree} has changes that are in no commit.`)
  const source = readFileSync(path.join(tree, 'shared/contract/remote-manifest.ts'), 'utf8')
  const contract = /contractVersion = '([\d.]+)'/.exec(source)?.[1]
  if (!contract) throw new Error(`${tree} has no version of the contract`)
  // A version of its own: of a published release nobody needs two.
  const version = `0.${contract.replaceAll('.', '')}.0`
  for (const app of storedApps) await store(app, version, tree)
  const builds: StoredBuilds = { commit: git(['rev-parse', 'HEAD'], tree), contract, version }
  writeFileSync(listFile, `${JSON.stringify(builds, null, 2)}\n`)
}

const buildAndStore = async (commit: string): Promise<void> => {
  const tree = path.join(scratch, 'tree')
  git(['worktree', 'add', '--detach', tree, commit])
  try {
    run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], tree)
    run('npm', ['run', 'build'], tree)
    await storeAll(tree)
  } finally {
    git(['worktree', 'remove', '--force', tree])
  }
}

try {
  await (values.from === undefined ? buildAndStore(positionals[0] ?? 'main') : storeAll(path.resolve(values.from)))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
