/** Only what decoding needs: no credentials reach the process that handles strangers' files. */
export function childEnvironment(temporaryDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    TMPDIR: temporaryDir,
    // glibc otherwise keeps an arena of freed memory for each thread.
    MALLOC_ARENA_MAX: '2',
    NODE_NO_WARNINGS: '1',
  }
}
