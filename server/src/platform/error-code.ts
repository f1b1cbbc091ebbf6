import { types } from 'node:util'

/**
 * Whether it is an error of the system with one of these codes, e.g. ENOENT. Not by `instanceof`: the tests run in a
 * realm of their own, whose Error is another.
 */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  types.isNativeError(error) && 'code' in error && codes.includes(String(error.code))
