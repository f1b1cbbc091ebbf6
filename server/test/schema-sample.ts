import * as z from 'zod/mini'

/** Path of a value in a sample: the keys that lead to it. */
export type Place = readonly (string | number)[]

interface Sampled {
  value: unknown
  /** Paths of free texts; not of ids, numbers and enumerations. */
  texts: Place[]
}

const here = (value: unknown): Sampled => ({ value, texts: [[]] })
const fixed = (value: unknown): Sampled => ({ value, texts: [] })
const under = (key: string | number, { texts }: Sampled): Place[] => texts.map((place) => [key, ...place])

/** Texts for fields with a format: the first that the schema accepts is used. */
const sampleTexts = [
  'abc',
  'Correct-horse-7',
  'x'.repeat(43),
  '1.0.0',
  'ann@lab.test',
  '#e69f00',
  '019aa000-0000-7000-8000-0000000000b1',
  '0',
  '/api/v1/downloads',
  '2030-01-01T00:00:00.000Z',
  'Europe/Berlin',
  'a'.repeat(64),
  '0,0,512,512',
]

const def = (schema: z.ZodMiniType) =>
  (schema as unknown as { _zod: { def: Record<string, unknown> & { type: string } } })._zod.def

const sampleObject = (shape: Record<string, z.ZodMiniType>): Sampled => {
  const fields = Object.entries(shape).map(([key, field]) => [key, sample(field)] as const)
  return {
    value: Object.fromEntries(fields.map(([key, { value }]) => [key, value])),
    texts: fields.flatMap(([key, field]) => under(key, field)),
  }
}

/** A valid value of a schema of the contract, with every optional field. @throws Error for an unknown kind of schema */
export const sample = (schema: z.ZodMiniType): Sampled => {
  const d = def(schema)
  const inner = () => sample(d.innerType as z.ZodMiniType)
  switch (d.type) {
    case 'object':
      return sampleObject(d.shape as Record<string, z.ZodMiniType>)
    case 'optional':
    case 'default':
    case 'nullable':
      return inner()
    case 'array': {
      const element = sample(d.element as z.ZodMiniType)
      return { value: [element.value], texts: under(0, element) }
    }
    case 'record': {
      const value = sample(d.valueType as z.ZodMiniType)
      return { value: { abc: value.value }, texts: under('abc', value) }
    }
    case 'union':
      return sample((d.options as z.ZodMiniType[])[0] as z.ZodMiniType)
    case 'literal':
      return fixed((d.values as unknown[])[0])
    case 'enum':
      return fixed(Object.values(d.entries as object)[0])
    case 'boolean':
      return fixed(true)
    case 'number':
      return fixed(1)
    case 'unknown':
      return here({ deep: ['abc'] })
    case 'string': {
      const value = sampleTexts.find((text) => z.safeParse(schema, text).success)
      if (value === undefined) throw new Error(`No sample text is taken by ${JSON.stringify(z.toJSONSchema(schema))}`)
      return here(value)
    }
    default:
      throw new Error(`A schema of kind ${d.type} has no sample`)
  }
}

/** A copy with another value at one path. */
export const withValue = (whole: unknown, [key, ...rest]: Place, value: unknown): unknown => {
  if (key === undefined) return value
  if (Array.isArray(whole)) return whole.map((item, index) => (index === key ? withValue(item, rest, value) : item))
  return { ...(whole as object), [key]: withValue((whole as Record<string, unknown>)[key], rest, value) }
}
