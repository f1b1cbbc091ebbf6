import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string
}

/**
 * Folder of V8's compiled code for child processes, beside the installed packages. It saves about a third of their start (ADR 42).
 * Only the server writes it (compile-cache.ts).
 */
export const compileCache = join(import.meta.dirname, '../../../../node_modules/.cache', `lamella-children-${version}`)

/** Environment of a child process: only what decoding needs, and no credentials, because it opens untrusted files. */
export function childEnvironment(temporaryDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    TMPDIR: temporaryDir,
    NODE_COMPILE_CACHE: compileCache,
    // Otherwise glibc keeps one arena of freed memory per thread.
    MALLOC_ARENA_MAX: '2',
    // Otherwise glibc soon takes up to 32 MB from its heap, where what is freed stays taken as long as anything lies behind it.
    MALLOC_MMAP_THRESHOLD_: String(4 * 1024 ** 2),
    NODE_NO_WARNINGS: '1',
  }
}
