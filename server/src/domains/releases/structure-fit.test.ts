import type { Structure } from '@lamella/shared/contract'
import { differences } from './structure-fit.ts'

const text: Structure = { type: 'string' }
const number: Structure = { type: 'number' }
const nothing: Structure = { type: 'null' }
const object = (properties: Record<string, Structure>, required = Object.keys(properties)): Structure => ({
  type: 'object',
  properties,
  required,
})
const list = (items: Structure): Structure => ({ type: 'array', items })
const choice = (...values: (string | null)[]): Structure => ({ type: 'string', enum: values })
const circle = object({ kind: { type: 'string', const: 'circle' }, radius: number })
const square = object({ kind: { type: 'string', const: 'square' }, side: number })

it.each<[string, Structure, Structure]>([
  ['the same', object({ name: text }), object({ name: text })],
  ['a field more', object({ name: text, age: number }), object({ name: text })],
  ['an optional field less', object({ name: text }), object({ name: text, age: number }, ['name'])],
  ['a value less', choice('a'), choice('a', 'b')],
  ['never null', text, { anyOf: [text, nothing] }],
  ['never null, in the short form', text, { type: ['string', 'null'] }],
  ['whole numbers only', { type: 'integer' }, number],
  ['one kind less', circle, { oneOf: [circle, square] }],
  ['anything', {}, text],
  ['taken as anything', list(text), {}],
  ['a nullable choice', { type: ['string', 'null'], enum: ['a', null] }, { anyOf: [choice('a', 'b'), nothing] }],
  ['a list for a pair', { type: 'array', prefixItems: [text, text], items: false }, list(text)],
])('%s is understood', (_case, given, taken) => {
  expect(differences(given, taken)).toEqual([])
})

it.each<[string, Structure, Structure, object]>([
  ['a field less', object({}), object({ name: text }), { kind: 'missing', at: 'name' }],
  [
    'a field that may be left out',
    object({ name: text }, []),
    object({ name: text }),
    { kind: 'optional', at: 'name' },
  ],
  [
    'a field of another type, deep inside',
    object({ data: list(object({ age: text })) }),
    object({ data: list(object({ age: number })) }),
    { kind: 'type', at: 'data[].age', given: 'string', taken: 'number' },
  ],
  ['a value more', choice('a', 'b'), choice('a'), { kind: 'value', at: '', value: 'b' }],
  ['any text for a choice', text, choice('a'), { kind: 'type', at: '', given: 'any string', taken: '"a"' }],
  ['null', { type: ['string', 'null'] }, text, { kind: 'type', at: '', given: 'null', taken: 'string' }],
  ['one kind more', { oneOf: [circle, square] }, circle, { kind: 'value', at: 'kind', value: 'square' }],
  [
    'a field less in one kind',
    { oneOf: [object({ kind: { type: 'string', const: 'circle' } }), square] },
    { oneOf: [square, circle] },
    { kind: 'missing', at: 'radius' },
  ],
  [
    'other values of a record',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: number },
    { kind: 'type', at: '[]' },
  ],
])('%s is a difference', (_case, given, taken, difference) => {
  expect(differences(given, taken)).toContainEqual(expect.objectContaining(difference))
})
