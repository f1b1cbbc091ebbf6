import { and, eq, isNull } from 'drizzle-orm'
import { setSecondFactorRequired } from '../src/domains/auth/second-factor/repository.ts'
import { createToken } from '../src/domains/operators/index.ts'
import { images, invitations, sessions, users } from '../src/platform/db/schema/index.ts'
import { readOperatorToken } from '../src/platform/http/operator-token.ts'
import { callAbout, calls, freshSession, makeObjects, needsObjects, type Objects } from './access-objects.ts'
import { type Caller, callers, gone, passed, refusals, ruleOf, rules } from './access-table.ts'
import { createClock } from './clock.ts'
import { startTestApp, type TestApp } from './helper.ts'
import { addOrganisation, addPerson, type Person } from './people.ts'

/*
 * Every call of the contract × every kind of caller. The calls are read from the contract: one without a row in access-table.ts fails
 * the first test.
 */

const clock = createClock()
let server: TestApp
let people: Record<Exclude<Caller, 'nobody' | 'unknown token' | 'operator' | 'named token'>, Person>
let operatorToken = ''
let namedToken = ''
beforeAll(async () => {
  server = await startTestApp({ now: clock.now })
  operatorToken = (await readOperatorToken(server.context.config)) ?? ''
  const scope = { name: 'ci', apps: ['projects'], may: ['check' as const] }
  namedToken = (await createToken(server.context.db, { name: 'operator' }, scope, clock.now())).secret
  const lapsed = await addOrganisation(server)
  clock.advance({ days: 40 })
  const lab = await addOrganisation(server)
  const other = await addOrganisation(server)
  const strict = await addOrganisation(server)
  await setSecondFactorRequired(server.context.db, strict.id, true)
  const person = (name: string, flags = {}) => addPerson(server, lab.id, name, flags)
  people = {
    'inactive user': await person('inactive'),
    'member without portal access': lapsed.member,
    'member without agreements': await person('undecided', { agreementTerms: false }),
    'member without second factor': strict.member,
    'uninvolved guest': lab.guest,
    'guest of the project': await person('invited', { isGuest: true }),
    'operator user': await person('operator', { operator: true }),
    viewer: await person('viewer'),
    annotator: await person('annotator'),
    editor: await person('editor'),
    'uninvolved member': lab.member,
    owner: await person('owner'),
    admin: lab.admin,
    'foreign guest': other.guest,
    'foreign member': other.member,
    'foreign admin': other.admin,
  }
  await server.context.db.update(users).set({ active: false }).where(eq(users.id, people['inactive user'].id))
})
afterAll(() => server.close())

const tokenOf = async (caller: Caller): Promise<string | undefined> => {
  if (caller === 'nobody') return undefined
  if (caller === 'unknown token') return 'x'.repeat(43)
  if (caller === 'named token') return namedToken
  return caller === 'operator' ? operatorToken : (await freshSession(server, people[caller])).token
}

const objectsOfOwner = () => {
  const { owner, viewer, annotator, editor, admin, 'guest of the project': guest } = people
  const contributors = [
    [viewer, 'viewer'],
    [annotator, 'annotator'],
    [editor, 'editor'],
    [guest, 'editor'],
  ] as const
  return makeObjects(server, owner, { admin, contributors })
}

const guests: readonly Caller[] = ['uninvolved guest', 'guest of the project', 'foreign guest']
const readers: readonly Caller[] = ['viewer', 'annotator']

/** Statements of the specification: [id, of which callers, of which calls]. */
const statements: readonly (readonly [string, readonly Caller[], readonly string[]])[] = [
  ['D2-6-05', guests, ['createMedium']],
  ['D2-6-06', guests, ['addContributor', 'inviteToProject']],
  ['D2-6-07', ['guest of the project'], ['getProject', 'listImages', 'getImageView']],
  ['D2-6-10', readers, ['createMedium']],
  ['D2-6-11', readers, ['updateProject']],
  ['D2-6-12', readers, ['addContributor', 'changeContributor', 'removeContributor', 'inviteToProject']],
  ['D2-6-13', readers, ['deleteProject']],
  ['D2-6-15', ['owner', 'editor'], ['updateProject']],
  ['D2-1-02', ['admin', 'uninvolved member', 'uninvolved guest'], ['listProjects', 'createProject', 'getProject']],
]

/** Id of the statement that is about the call of a caller, for the title of its test; '' for most. */
const statementOn = (call: string, caller: Caller): string => {
  const found = statements.find(([, of, on]) => of.includes(caller) && on.includes(call))
  return found ? `${found[0]} ` : ''
}

it('server/test/access-table.ts names every call of the contract', () => {
  expect(Object.keys(ruleOf).sort()).toEqual(Object.keys(calls).sort())
})

it('Every call of the contract is served by a routes.ts of server/src/domains, and nothing else is under /api/', () => {
  const served = Object.entries(server.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{(.*?)\}/g, ':$1').replace(':*', '*')}`,
    ),
  )
  const described = Object.values(calls).map(({ method, path }) => `${method} ${path}`)
  expect(served.filter((call) => !call.startsWith('HEAD')).sort()).toEqual(described.sort())
})

describe.each(Object.entries(calls))('%s', (name, endpoint) => {
  const rule = rules[ruleOf[name] ?? 'public']
  // Refused calls change nothing, which is checked after each, so that all of them can use the same objects.
  let ofTheRefused: Promise<Objects> | null = null
  const objectsFor = (expected: string): Promise<Objects> => {
    if (expected === passed) return objectsOfOwner()
    ofTheRefused ??= objectsOfOwner()
    return ofTheRefused
  }

  it.each(callers.map((caller) => [`${statementOn(name, caller)}${caller}`, rule[caller], caller] as const))(
    '%s: %s',
    async (_, expected, caller) => {
      // An accepted stream never ends: events.test.ts reads it.
      if (name === 'eventStream' && expected === passed) return
      const objects = needsObjects(name, endpoint) ? await objectsFor(expected) : null
      const { code, status } = await callAbout(server, name, objects, await tokenOf(caller))
      expect(status).toBeLessThan(500)
      if (expected === passed) expect(refusals).not.toContain(code)
      else expect(code).toBe(expected)
      // "Not found" would hide that the objects of the call do not exist.
      if (expected === passed && rule['foreign admin'] === gone) expect(code).not.toBe(gone)
      if (objects && expected !== passed) expect(await isWhole(objects)).toBe(true)
    },
  )
})

/** Checks that a refused call has changed nothing. */
const isWhole = async ({ imageId, sessionId, invitationId }: Objects): Promise<boolean> => {
  const { db } = server.context
  const found = [
    await db.select().from(images).where(eq(images.id, imageId)),
    await db.select().from(invitations).where(eq(invitations.id, invitationId)),
    await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), isNull(sessions.revoked))),
  ]
  return found.every((rows) => rows.length === 1)
}
