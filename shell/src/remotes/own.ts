/**
 * A value of a plain object whose keys are data, such as names of apps. What each object inherits, such as `constructor`, is none.
 */
export const own = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
