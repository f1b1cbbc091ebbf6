/** Something that cannot be taken as an object, with the reason for the user. */
export class Refused extends Error {}

/** An object of JSON; of anything else one without fields. */
export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** An index from 0 on; null: it is none. */
export const indexOf = (value: unknown): number | null =>
  Number.isInteger(value) && Number(value) >= 0 ? Number(value) : null

/** The texts of a list, without spaces around them, each once; none where it is no list. */
export const textsOf = (value: unknown): string[] => {
  const texts = Array.isArray(value) ? value.map((each) => (typeof each === 'string' ? each.trim() : '')) : []
  return [...new Set(texts.filter(Boolean))]
}

/** Characters of the properties of an object at most, as JSON. */
const largestProperties = 64 * 1024

/** What PostgreSQL cannot store in a text of JSON: NUL and lone surrogates, which `JSON.stringify` writes as escapes. */
const unstorable = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

/** A value of JSON as it can be stored; undefined: it is too large. */
export const storable = <T>(value: T): T | undefined => {
  const text = JSON.stringify(value)
  if (text.length > largestProperties) return undefined
  const clean = text.replace(unstorable, '$1\ufffd')
  return clean === text ? value : JSON.parse(clean)
}
