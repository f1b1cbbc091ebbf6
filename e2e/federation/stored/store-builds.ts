import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { archiveOf, listFile, type StoredBuilds, storedApps } from './stored-builds.ts'

/*
 * `npm run store-builds [-- <commit>]`: builds the shell and remotes of a commit, by default of the last one on `main`, with the packages of
 * that commit, and stores them for stored-releases.spec.ts. To be run when a release has been made, so that the next one is tried with it.
 */

const root = path.resolve(import.meta.dirname, '../../..')
const commit = execFileSync('git', ['rev-parse', process.argv[2] ?? 'main'], { cwd: root, encoding: 'utf8' }).trim()
const tree = path.join(mkdtempSync(path.join(tmpdir(), 'lamella-stored-')), 'tree')
const run = (program: string, args: string[], cwd = tree, env: NodeJS.ProcessEnv = {}): void => {
  execFileSync(program, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
}

/** What no browser loads: maps, statistics, and variants that a server may make itself. */
const isLeftOut = (file: string): boolean => /\.(map|br|gz)$|^(load-graph|mf-stats)\.json$/.test(file)

const store = (app: string, version: string): void => {
  const folder = path.join(tree, app === 'shell' ? app : `mfe-${app}`)
  const tools = path.join(tree, 'node_modules', '.bin')
  run(path.join(tools, 'webpack'), ['--mode', 'production'], folder, {
    APP_VERSION: version,
    PATH: `${tools}${path.delimiter}${process.env.PATH}`,
  })
  const dist = path.join(folder, 'dist')
  const files = readdirSync(dist).filter((file) => !isLeftOut(file))
  const archive = execFileSync('tar', ['-cf', '-', ...files.sort()], { cwd: dist, maxBuffer: 256 * 1024 ** 2 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  writeFileSync(archiveOf(app), brotliCompressSync(archive, { params }))
}

run('git', ['worktree', 'add', '--detach', tree, commit], root)
try {
  run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'])
  const source = readFileSync(path.join(tree, 'shared/contract/remote-manifest.ts'), 'utf8')
  const contract = /contractVersion = '([\d.]+)'/.exec(source)?.[1]
  if (!contract) throw new Error(`${commit} has no version of the contract`)
  // A version of its own: of a published release nobody needs two.
  const version = `0.${contract.replaceAll('.', '')}.0`
  for (const app of storedApps) store(app, version)
  const builds: StoredBuilds = { commit, contract, version }
  writeFileSync(listFile, `${JSON.stringify(builds, null, 2)}\n`)
} finally {
  run('git', ['worktree', 'remove', '--force', tree], root)
  rmSync(path.dirname(tree), { recursive: true, force: true })
}
