import * as z from 'zod/mini'

// Apart from the calls of operators, which ordinary pages do not load.

/**
 * Name of a separately released app: data, so that a remote is added without a release of shell, contract or server. `shell` is reserved for
 * the shell; every other name is that of a remote. Names that every object has are none: shells of earlier releases look apps up in plain
 * objects.
 */
export const appId = z.string().check(
  z.regex(/^[a-z][a-z0-9-]*$/),
  z.maxLength(32),
  z.refine((name) => !(name in Object.prototype), 'This name is reserved'),
)
export type AppId = z.infer<typeof appId>

/** Version of a release: semver with an optional pre-release part, at most 64 characters. */
export const semver = z.string().check(z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/), z.maxLength(64))
