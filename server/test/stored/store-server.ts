import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/*
 * `npm run store-server [-- <commit>]`: stores the server of a commit, by default of the builds in e2e/federation/stored, for
 * older-server.full.test.ts. To be run when a release has been made, so that the next one is tried beside it. It is no build: the server has none (ADR 2).
 */

const root = join(import.meta.dirname, '../../..')
const builds = JSON.parse(readFileSync(join(root, 'e2e/federation/stored/builds.json'), 'utf8'))
const commit: string = process.argv[2] ?? builds.commit
const folder = mkdtempSync(join(tmpdir(), 'lamella-server-'))
const mostBytes = 256 * 1024 ** 2

try {
  const parts = ['server/package.json', 'server/src', 'shared/package.json', 'shared/contract']
  const sources = execFileSync('git', ['archive', commit, ...parts], { cwd: root, maxBuffer: mostBytes })
  execFileSync('tar', ['-xf', '-'], { cwd: folder, input: sources })
  const leftOut = ['*.test.ts', '*.onnx', '*_snapshot.json'].map((pattern) => `--exclude=${pattern}`)
  const tar = execFileSync('tar', ['-cf', '-', '--sort=name', '--owner=0', '--group=0', ...leftOut, '.'], {
    cwd: folder,
    maxBuffer: mostBytes,
  })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  const packed = brotliCompressSync(tar, { params })
  writeFileSync(join(import.meta.dirname, 'server.tar.br'), packed)
  process.stdout.write(`The server of ${commit}: ${Math.round(packed.length / 1024)} KB\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
