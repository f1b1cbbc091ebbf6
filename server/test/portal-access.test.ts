import { readPageAccess } from '@lamella/shared/testing/front-ends.ts'
import {
  type PageAccess,
  sessionCallsEverywhere,
  type Visitor,
  visitors,
} from '@lamella/shared/testing/portal-access.ts'
import { eq } from 'drizzle-orm'
import { setSecondFactorRequired } from '../src/domains/auth/second-factor/repository.ts'
import { freePlans } from '../src/domains/quotas/plans.ts'
import { notifications } from '../src/platform/db/schema/index.ts'
import { callAbout, calls, freshSession, makeObjects, type Objects } from './access-objects.ts'
import { gone, passed, refusals, ruleOf } from './access-table.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, type Organisation, type Person } from './people.ts'

/*
 * The table that also tests the guards of the browser, page by page: visitors who are redirected from a page are refused its calls,
 * and visitors who may stay may make the calls for their role.
 */

/**
 * Without "no roles": the server gives every user a role; only the browser must handle an answer without one. Of these calls none asks
 * for an operator, who is a member here.
 */
type Account = Exclude<Visitor, 'nobody' | 'no roles' | 'operator'>

const clock = createClock()
const server = setUpServer({ now: clock.now })
let people: Record<Account, { person: Person; of: Organisation }>
beforeAll(async () => {
  const lapsed = await addOrganisation(server)
  clock.advance({ days: 40 })
  const lab = await addOrganisation(server)
  const withoutAi = await addOrganisation(
    server,
    freePlans.filter(({ family }) => family !== 'ai'),
  )
  const strict = await addOrganisation(server)
  await setSecondFactorRequired(server.context.db, strict.id, true)
  const undecided = (name: string, flags: object) => addPerson(server, lab.id, name, flags)
  people = {
    'no privacy': { of: lab, person: await undecided('private', { agreementPrivacy: false }) },
    'member without agreements': { of: lab, person: await undecided('undecided', { agreementTerms: false }) },
    'member without portal access': { of: lapsed, person: lapsed.member },
    'member without second factor': { of: strict, person: strict.member },
    member: { of: lab, person: lab.member },
    'member without AI': { of: withoutAi, person: withoutAi.member },
    admin: { of: lab, person: lab.admin },
    guest: { of: lab, person: lab.guest },
    'guest without AI': { of: withoutAi, person: withoutAi.guest },
  }
})

/** Codes for visitors whom the guards redirect to the log-in page; others lack the role. */
const reasons: Partial<Record<Visitor, string>> = {
  nobody: 'ERR_0401',
  'no privacy': 'ERR_1008',
  'member without agreements': 'ERR_1008',
  'member without portal access': 'ERR_1005',
  'member without second factor': 'ERR_1023',
}
const forbidden = 'ERR_0403'
const ranks = { guest: 0, member: 1, admin: 2 }
const rankOf = (visitor: Visitor): number =>
  visitor === 'admin' ? ranks.admin : visitor.startsWith('guest') ? ranks.guest : ranks.member

type CallName = keyof NonNullable<PageAccess['calls']>

const expectedCode = ({ ends, calls = {} }: PageAccess, visitor: Visitor, name: CallName): string => {
  if (ends[visitor] !== null) return reasons[visitor] ?? forbidden
  return rankOf(visitor) >= ranks[calls[name] ?? 'admin'] ? passed : forbidden
}

/** Objects of a member who shares the project with a guest; for other visitors their own. */
const makeObjectsOf = async ({ person, of }: { person: Person; of: Organisation }): Promise<Objects> => {
  const isGuest = person.id === of.guest.id
  const objects = await makeObjects(server, isGuest ? of.member : person, {
    admin: of.admin,
    contributors: isGuest ? [[person, 'editor'] as const] : [],
  })
  const isIt = eq(notifications.id, objects.notificationId)
  await server.context.db.update(notifications).set({ userId: person.id }).where(isIt)
  return objects
}

/** Refused calls change nothing (access-matrix.test.ts), so that all of a visitor's refused calls can use the same objects. */
const ofTheRefused = new Map<string, Promise<Objects>>()

/** Makes the call as this visitor, on new objects where it is allowed. */
const outcomeOf = async (name: string, visitor: Account | 'nobody', expected: string): Promise<string> => {
  const account = people[visitor === 'nobody' ? 'member' : visitor]
  const { person } = account
  const known = expected === passed ? undefined : ofTheRefused.get(visitor)
  const made = known ?? makeObjectsOf(account)
  if (expected !== passed) ofTheRefused.set(visitor, made)
  const objects = await made
  const token = visitor === 'nobody' ? undefined : (await freshSession(server, person)).token
  const { code, status } = await callAbout(server, name, objects, token)
  expect(status).toBeLessThan(500)
  return code && [...refusals, gone].includes(code) ? code : passed
}

const pages = Object.entries(readPageAccess())
const filled = pages.filter(([, { calls }]) => calls)

describe.each(filled)('%s', (_, page) => {
  it.each(visitors.filter((visitor) => visitor !== 'no roles' && visitor !== 'operator'))(
    'D1-6-03 %s',
    async (visitor) => {
      // An accepted stream never ends: events.test.ts reads it.
      const names = (Object.keys(page.calls ?? {}) as CallName[]).filter(
        (name) => name !== 'eventStream' || expectedCode(page, visitor, name) !== passed,
      )
      for (const name of names) {
        const expected = expectedCode(page, visitor, name)
        expect([name, await outcomeOf(name, visitor, expected)]).toEqual([name, expected])
      }
    },
  )
})

const ofSession = ['session', 'ownSession']

it('In test/page-access.ts of the front ends every call that is open to any session is named as such', () => {
  const open = Object.keys(calls).filter((name) => ofSession.includes(ruleOf[name] ?? ''))
  const named = [...sessionCallsEverywhere, ...pages.flatMap(([, page]) => page.sessionCalls ?? [])]
  expect(named.sort()).toEqual(open.sort())
})

it('In test/page-access.ts of the front ends every call that asks for portal access belongs to a page', () => {
  const elsewhere = new Set(['public', 'client', 'operator', 'scopedOperator', ...ofSession])
  const asked = Object.keys(calls).filter((name) => !elsewhere.has(ruleOf[name] ?? ''))
  expect([...new Set(filled.flatMap(([, page]) => Object.keys(page.calls ?? {})))].sort()).toEqual(asked.sort())
})
