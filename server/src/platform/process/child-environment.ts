import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string
}

/** Compiled code of the children beside the installed packages: half of their start. Only the server writes it (compile-cache.ts). */
export const compileCache = join(import.meta.dirname, '../../../../node_modules/.cache', `lamella-children-${version}`)

/** Only what decoding needs: no credentials reach the process that handles strangers' files. */
export function childEnvironment(temporaryDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    TMPDIR: temporaryDir,
    NODE_COMPILE_CACHE: compileCache,
    // glibc otherwise keeps an arena of freed memory for each thread.
    MALLOC_ARENA_MAX: '2',
    NODE_NO_WARNINGS: '1',
  }
}
