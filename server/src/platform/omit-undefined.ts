/** The fields that have a value: for JSON columns, in which an absent and an undefined field must not differ. */
export const omitUndefined = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))
