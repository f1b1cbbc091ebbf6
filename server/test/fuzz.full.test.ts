import type { Endpoint } from '@lamella/shared/contract'
import { readOperatorToken } from '../src/platform/http/operator-token.ts'
import { calls, freshSession, makeObjects } from './access-objects.ts'
import { ruleOf } from './access-table.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { clientHeader, setUpOrganisation } from './people.ts'
import { type Place, sample, withValue } from './schema-sample.ts'
import { seededRandom } from './seed.ts'

const random = seededRandom('fuzz')

/** What programs and clumsy hands send: ends of ranges, names of built-in properties, dates that no calendar has, other types. */
const hostile: unknown[] = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '2147483648',
    '9007199254740993',
    '1e309',
    'NaN',
    'null',
    '%',
    "'",
    '\\',
    '..',
    '🔬',
    '1,2',
    '*',
  ],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty'],
  ...[
    '0000-01-01T00:00:00.000Z',
    '0000-01-01',
    '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '2024-02-30',
    '9999-12-31',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'x'.repeat(300),
    'ä'.repeat(5000),
  ],
  ...[null, true, 0, -1, 0.5, 2 ** 31, 2 ** 53, 1e308, -1e-308, [], [[]], {}, { constructor: 1 }, Array(500).fill('a')],
]

const parts = ['params', 'query', 'headers', 'body'] as const
interface Field {
  part: (typeof parts)[number]
  place: Place
}

const leavesOf = (value: unknown): Place[] =>
  typeof value === 'object' && value !== null
    ? [
        [],
        ...Object.entries(value).flatMap(([key, inner]) =>
          leavesOf(inner).map((place) => [Array.isArray(value) ? Number(key) : key, ...place]),
        ),
      ]
    : [[]]

const fieldsOf = (endpoint: Endpoint): Field[] =>
  parts.flatMap((part) => {
    const schema = endpoint[part]
    const places = schema ? leavesOf(sample(schema).value) : []
    // Parameters, queries, headers and forms are objects themselves.
    const isWhole = part === 'body' && !endpoint.bodyType
    return places.filter((place) => isWhole || place.length > 0).map((place) => ({ part, place }))
  })

/** Values in an address or a header are texts. */
const inPart = (part: Field['part'], value: unknown): unknown =>
  part === 'body' || Array.isArray(value) ? value : typeof value === 'object' ? String(value) : `${value}`

const isSendable = ({ part }: Field, value: unknown): boolean =>
  part !== 'headers' || /^[\x20-\x7e]*$/.test(String(value))

interface Change extends Field {
  value: unknown
}

/** Neither is in the other. */
const areApart = (one: Field, other: Field): boolean =>
  one.part !== other.part || one.place.some((key, at) => at < other.place.length && key !== other.place[at])

/** Each field with each hostile value, and some pairs of fields by chance. */
const changesOf = (endpoint: Endpoint): Change[][] => {
  const fields = fieldsOf(endpoint)
  const singles = fields.flatMap((field) => hostile.map((value) => ({ ...field, value })))
  const any = () => singles[random.integer(singles.length)]
  const pairs = Array.from({ length: fields.length > 1 ? 20 : 0 }, () =>
    [any(), any()].filter((one) => one !== undefined),
  )
  const apart = pairs.filter(([one, other]) => one && other && areApart(one, other))
  // As it should be at last: it may delete what the others name.
  const all = [...singles.map((one) => [one]), ...apart, []]
  return all.filter((changes) => changes.every((change) => isSendable(change, change.value)))
}

/** Its answer has no end. */
const { eventStream: _, ...ending } = calls

describe('No call fails, whatever it is sent', () => {
  const clock = createClock()
  const server = setUpServer({ now: clock.now })
  const lab = setUpOrganisation(server)

  const authorize = async (name: string): Promise<Record<string, string>> => {
    if (ruleOf[name] === 'client') return clientHeader(server)
    const isOperator = ruleOf[name] === 'operator'
    const token = isOperator
      ? await readOperatorToken(server.context.config)
      : (await freshSession(server, lab.admin)).token
    return { authorization: `Bearer ${token}` }
  }

  it.each(Object.entries(ending))('%s', async (name, endpoint) => {
    const objects = await makeObjects(server, lab.admin, { admin: lab.admin, contributors: [] })
    let extraHeaders = await authorize(name)
    for (const changes of changesOf(endpoint)) {
      const input: Record<string, unknown> = {}
      for (const part of parts) {
        const schema = endpoint[part]
        if (!schema) continue
        const { value } = sample(schema)
        input[part] = part === 'params' ? { ...(value as object), ...objects } : value
      }
      for (const { part, place, value } of changes) input[part] = withValue(input[part], place, inPart(part, value))
      if (endpoint.bodyType === 'application/octet-stream') input.payload = Buffer.from('x')
      const { status, raw } = await server.call(endpoint, { ...input, extraHeaders } as never)
      expect([changes, status, status < 500 ? '' : raw.toString()]).toEqual([changes, expect.any(Number), ''])
      // Too many calls in an hour, or the session was ended by this one.
      if (status === 429) clock.advance({ hours: 2 })
      if (status === 401 || status === 429) extraHeaders = await authorize(name)
    }
  })
})
