import type { Structure } from '@lamella/shared/contract'

/** What one side gives and the other does not take. */
export type Difference =
  | { kind: 'missing' | 'optional'; at: string }
  | { kind: 'value'; at: string; value: unknown }
  | { kind: 'type'; at: string; given: string; taken: string }

/** A structure that is no union. */
type Single = Structure & { type?: string | undefined }

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** The structures of a union; a structure that is no union is the only one of itself. */
const alternativesOf = (structure: Structure): Single[] => {
  const union = structure.anyOf ?? structure.oneOf
  if (union) return union.flatMap(alternativesOf)
  const { type, ...rest } = structure
  if (!Array.isArray(type)) return [{ ...rest, type }]
  return type.map((each) => {
    const values = rest.enum?.filter((value) => typeOf(value) === (each === 'integer' ? 'number' : each))
    return { ...rest, type: each, ...(values && { enum: values }) }
  })
}

/** The only values that a structure has; null: all of its type. */
const valuesOf = (structure: Structure): readonly unknown[] | null =>
  structure.enum ?? (Object.hasOwn(structure, 'const') && structure.const !== undefined ? [structure.const] : null)

const isAnything = (structure: Single): boolean => structure.type === undefined && valuesOf(structure) === null

const isTypeTaken = (given: Single, taken: Single): boolean =>
  given.type === taken.type || (given.type === 'integer' && taken.type === 'number')

const inPath = (at: string, name: string): string => (at ? `${at}.${name}` : name)

const objectDifferences = (given: Structure, taken: Structure, at: string): Difference[] => {
  const { properties = {}, additionalProperties } = taken
  const named = Object.entries(properties).flatMap(([name, structure]): Difference[] => {
    const path = inPath(at, name)
    const own = given.properties?.[name]
    const isRequired = taken.required?.includes(name)
    if (!own) return isRequired && typeof given.additionalProperties !== 'object' ? [{ kind: 'missing', at: path }] : []
    const optional: Difference[] = isRequired && !given.required?.includes(name) ? [{ kind: 'optional', at: path }] : []
    return [...optional, ...differences(own, structure, path)]
  })
  const [values, taking] = [given.additionalProperties, additionalProperties]
  const ofRecord =
    typeof values === 'object' && typeof taking === 'object' ? differences(values, taking, `${at}[]`) : []
  return [...named, ...ofRecord]
}

const itemsOf = ({ items }: Structure): Structure | undefined => (typeof items === 'object' ? items : undefined)

const arrayDifferences = (given: Structure, taken: Structure, at: string): Difference[] => {
  if (taken.prefixItems) {
    return taken.prefixItems.flatMap((structure, i) => {
      const own = given.prefixItems?.[i] ?? itemsOf(given)
      return own ? differences(own, structure, `${at}[${i}]`) : [{ kind: 'missing' as const, at: `${at}[${i}]` }]
    })
  }
  const [own, taking] = [itemsOf(given), itemsOf(taken)]
  return own && taking ? differences(own, taking, `${at}[]`) : []
}

const singleDifferences = (given: Single, taken: Single, at: string): Difference[] => {
  if (isAnything(given) || isAnything(taken)) return []
  if (!isTypeTaken(given, taken)) {
    return [{ kind: 'type', at, given: given.type ?? 'value', taken: taken.type ?? 'value' }]
  }
  const known = valuesOf(taken)
  if (known) {
    const values = valuesOf(given)
    if (!values)
      return [
        { kind: 'type', at, given: `any ${given.type}`, taken: known.map((one) => JSON.stringify(one)).join(', ') },
      ]
    return values.filter((value) => !known.includes(value)).map((value) => ({ kind: 'value', at, value }))
  }
  if (given.type === 'object') return objectDifferences(given, taken, at)
  return given.type === 'array' ? arrayDifferences(given, taken, at) : []
}

/**
 * Where one side may give what the other does not take. More than is taken is never a difference (readers leave out fields that they do
 * not know), and limits of lengths and numbers are not compared.
 * @param at - path of the compared value in the message, empty at its root
 */
export const differences = (given: Structure, taken: Structure, at = ''): Difference[] => {
  const ways = alternativesOf(taken)
  return alternativesOf(given).flatMap((each) => {
    const found = ways.map((way) => singleDifferences(each, way, at))
    // Of several ways that do not fit, the nearest says most.
    return found.reduce((best, other) => (distance(other) < distance(best) ? other : best))
  })
}

const weights: Record<Difference['kind'], number> = { missing: 1, optional: 1, value: 100, type: 10_000 }

/** Another variant of a union is farther away than fields that differ, and another type farther than that. */
const distance = (found: readonly Difference[]): number => found.reduce((sum, { kind }) => sum + weights[kind], 0)
