import { join } from 'node:path'

/** Compiled code of the child beside the installed packages: half of its start. Where it cannot be written, Node does without. */
const COMPILE_CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/lamella-imaging')

/** Only what decoding needs: no credentials reach the process that handles strangers' files. */
export function childEnvironment(temporaryDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    TMPDIR: temporaryDir,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    // glibc otherwise keeps an arena of freed memory for each thread.
    MALLOC_ARENA_MAX: '2',
    NODE_NO_WARNINGS: '1',
  }
}
