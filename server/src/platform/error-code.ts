import { types } from 'node:util'

/**
 * Whether it is an error with one of these system codes, e.g. ENOENT. Not by `instanceof`: tests run in a realm of their own
 * with another `Error` class.
 */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  types.isNativeError(error) && 'code' in error && codes.includes(String(error.code))
