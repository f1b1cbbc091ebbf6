import { type Endpoint, errorCatalogue, getProject, listProjects } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import { readOperatorToken } from '../src/platform/http/operator-token.ts'
import { callAbout, calls, makeObjects, type Objects } from './access-objects.ts'
import { ruleOf } from './access-table.ts'
import { createClock } from './clock.ts'
import { type Answer, setUpServer, type TestApp } from './helper.ts'
import { addProject, clientHeader, setUpOrganisation } from './people.ts'
import { type Place, sample, withValue } from './schema-sample.ts'

const badTexts: Record<string, string> = {
  NUL: 'a\0b',
  'half a surrogate pair': 'a\ud800b',
  'the other half': 'a\udc00b',
  'right-to-left override': 'a\u202egpj.exe',
  'isolated direction': 'a\u2067b\u2069',
}

const parts = ['params', 'query', 'headers', 'body'] as const
type Part = (typeof parts)[number]

/** Existing secrets are only compared: one with a direction mark is simply a wrong secret. */
const known = ['body.password', 'body.data.currentPassword']

interface Field {
  name: string
  endpoint: Endpoint
  part: Part
  place: Place
}

const fieldsOf = (name: string, endpoint: Endpoint): Field[] =>
  parts.flatMap((part) => {
    const schema = endpoint[part]
    return schema ? sample(schema).texts.map((place) => ({ name, endpoint, part, place })) : []
  })

const fields = Object.entries(calls).flatMap(([name, endpoint]) => fieldsOf(name, endpoint))
const table = fields.map((field) => [`${field.name}: ${[field.part, ...field.place].join('.')}`, field] as const)

it('The contract: every text of every call refuses them, and accepts the others', () => {
  for (const [title, { endpoint, part, place }] of table) {
    const schema = endpoint[part]
    if (!schema) throw new Error(title)
    const { value } = sample(schema)
    expect([title, z.safeParse(schema, value).error?.issues]).toEqual([title, undefined])
    for (const [kind, bad] of Object.entries(badTexts)) {
      const isKnown = known.includes([part, ...place].join('.'))
      const refused = !z.safeParse(schema, withValue(value, place, bad)).success
      expect([title, kind, refused]).toEqual([title, kind, !isKnown || !/direction|override/.test(kind)])
    }
  }
})

describe('The server answers each of them with an error of the catalogue, and never fails', () => {
  const clock = createClock()
  const server = setUpServer({ now: clock.now })
  const lab = setUpOrganisation(server)
  let operator = ''
  let objects: Objects
  beforeAll(async () => {
    operator = (await readOperatorToken(server.context.config)) ?? ''
    objects = await makeObjects(server, lab.admin, { admin: lab.admin, contributors: [] })
  })

  const headersOf = async (name: string): Promise<Record<string, string>> => {
    if (ruleOf[name] === 'client') return clientHeader(server)
    return { authorization: `Bearer ${ruleOf[name] === 'operator' ? operator : lab.admin.token}` }
  }

  /** The sample call, on existing objects, with one text replaced. Forms can contain what percent-encoding can express. */
  const send = async ({ name, endpoint, part, place }: Field, bad: string): Promise<Answer<Endpoint>> => {
    const input: Record<string, unknown> = { extraHeaders: await headersOf(name) }
    for (const each of parts) {
      const schema = endpoint[each]
      if (!schema) continue
      const { value } = sample(schema)
      const whole = each === 'params' ? { ...(value as object), ...objects } : value
      input[each] = each === part ? withValue(whole, place, bad) : whole
    }
    if (endpoint.bodyType === 'application/octet-stream') input.payload = Buffer.from('x')
    return server.call(endpoint, input as never)
  }

  // Headers cannot contain them: Node refuses to send and to read such headers.
  const sendable = table.filter(([, { part }]) => part !== 'headers')
  it.each(sendable)('%s', async (_, field) => {
    for (const bad of Object.values(badTexts)) {
      // Only JSON can contain a lone surrogate: percent-encoding is UTF-8, which has none. Invalid UTF-8 is tested below.
      const isJson = field.part === 'body' && !field.endpoint.bodyType
      if (!isJson && !bad.isWellFormed()) continue
      const { status, code } = await send(field, bad)
      expect([status >= 400 && status < 500, code]).toEqual([true, expect.stringMatching(/^ERR_\d{4}$/)])
      expect(Object.keys(errorCatalogue)).toContain(code)
    }
  })

  it.each([
    '/api/v1/projects/%ED%A0%80',
    '/api/v1/users/by-email/%00/password',
    '/%00.js',
    '/api/v1/audit/csv?filter%5Btext%5D=%00',
    '/remotes/auth/1.0.0/%00',
  ])('a path that is not valid text: %s', async (url) => {
    const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${lab.admin.token}` } })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })

  it('a lone surrogate in a query, which is not UTF-8, is read as replacement characters or refused', async () => {
    const url = '/api/v1/audit?filter%5Btext%5D=%ED%A0%80'
    const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${lab.admin.token}` } })
    expect([200, 400]).toContain(answer.statusCode)
  })

  it.each(['a\0b', 'a\u202eb'])('an application whose id is %j', async (id) => {
    const authorization = `Basic ${Buffer.from(`${id}:secret`).toString('base64')}`
    const { status, code } = await callAbout(
      {
        ...server,
        call: (endpoint, input) => server.call(endpoint, { ...input, extraHeaders: { authorization } }),
      } as TestApp,
      'requestToken',
      null,
    )
    expect([status, code]).toEqual([401, 'ERR_1006'])
  })

  it('what was stored before the rule can still be read', async () => {
    const name = 'Old \u202e name'
    const id = await addProject(server, lab.member, [], name)
    const { token } = lab.member
    expect((await server.call(getProject, { token, params: { projectId: id } })).body.data.name).toBe(name)
    expect((await server.call(listProjects, { token })).body.data.map((project) => project.name)).toContain(name)
  })
})
