import { type GlobalRole, type RemoteGuard, restrictionKeys, type StandardGuard } from '@lamella/shared/contract'
import { type GuardContext, redirectOf } from './guards.ts'

const member = {
  isGuest: false,
  roles: ['USER'] as GlobalRole[],
  agreementPrivacy: true,
  agreementTerms: true,
}
const guest = { ...member, isGuest: true, roles: ['GUEST'] as GlobalRole[] }

/** A member who passes all guards, on the first page of a visit. */
const context = (changes: Partial<GuardContext>): GuardContext => ({
  user: member,
  portalWebAccess: true,
  canAccessAITrainer: true,
  limits: null,
  signupDisabled: false,
  target: '/projects?filter=a',
  hash: '',
  previous: null,
  roles: ['USER', 'ORG_ADMIN', 'GUEST'],
  ...changes,
})

const logIn = '/auth/login?return=%2Fprojects%3Ffilter%3Da'
const subscriptionGuards: StandardGuard[] = ['login', 'ai-trainer', 'ai-subscription', 'role']

const table: [title: string, guards: StandardGuard[], changes: Partial<GuardContext>, redirect: string | null][] = [
  ['D1-6-03 login: everything given', ['login'], {}, null],
  ['D1-6-03 D1-6-04 login: nobody logged in', ['login'], { user: null }, logIn],
  ['D1-6-03 login: privacy not agreed', ['login'], { user: { ...member, agreementPrivacy: false } }, logIn],
  ['D1-6-03 login: terms not agreed', ['login'], { user: { ...member, agreementTerms: false } }, logIn],
  ['D1-6-03 D1-1-10 login: no portal access', ['login'], { portalWebAccess: false }, logIn],
  ['D1-6-03 login: the fragment comes back too', ['login'], { user: null, hash: '#c' }, `${logIn}%23c`],
  [
    'login: the fragment comes back after the set-up of the second factor',
    ['login'],
    { user: { ...member, secondFactorMissing: true }, hash: '#c' },
    '/auth/two-step?return=%2Fprojects%3Ffilter%3Da%23c',
  ],
  ['D1-6-05 login: no roles after loading', ['login'], { user: { ...member, roles: [] } }, '/error'],

  ['D1-6-06 role: the route names it', ['role'], { roles: ['USER'] }, null],
  ['D1-6-06 D1-6-07 role: guest on a first visit', ['role'], { user: guest, roles: ['USER'] }, '/'],
  ['D1-6-06 D1-6-07 role: member at a page for guests', ['role'], { roles: ['GUEST'] }, '/'],
  ['D1-6-06 role: stays on the page before', ['role'], { roles: ['GUEST'], previous: '/projects/7' }, '/projects/7'],
  ['role: the page itself is no place to stay', ['role'], { roles: [], previous: '/projects?filter=a' }, '/'],
  ['role: the log-in page is no place to stay', ['role'], { roles: [], previous: '/auth/login?return=%2F' }, '/'],
  ['D1-6-06 role: a route without roles admits nobody', ['role'], { roles: [] }, '/'],

  ['operator: is one', ['operator'], { user: { ...member, operator: true } }, null],
  ['operator: is none', ['operator'], {}, '/error/403'],

  ['D1-6-08 AI: guest', ['ai-trainer'], { user: guest }, '/ai-trainer/guest'],
  ['AI: guest who is there', ['ai-trainer'], { user: guest, target: '/ai-trainer/guest' }, null],
  ['D1-6-09 AI: member without access', ['ai-trainer'], { canAccessAITrainer: false }, '/ai-trainer/subscription'],
  [
    'AI: member without access who is there',
    ['ai-trainer'],
    { canAccessAITrainer: false, target: '/ai-trainer/subscription?from=menu' },
    null,
  ],
  ['AI: member with access', ['ai-trainer'], {}, null],
  [
    'AI: guest without access is a guest first',
    ['ai-trainer'],
    { user: guest, canAccessAITrainer: false },
    '/ai-trainer/guest',
  ],

  ['D1-6-10 AI subscription: has access', ['ai-subscription'], {}, '/ai-trainer'],
  ['AI subscription: has none', ['ai-subscription'], { canAccessAITrainer: false }, null],

  ['D1-6-11 D1-2.1-07 sign-up: disabled', ['signup'], { signupDisabled: true, user: null }, '/error/404'],
  ['sign-up: open', ['signup'], { user: null }, null],
  ['no guards: everybody', [], { user: null }, null],
  ['the first objection counts', ['login', 'role'], { user: null, roles: [] }, logIn],
]

test.each(table)('%s', (_title, guards, changes, redirect) => {
  expect(redirectOf({ guards }, context(changes))).toBe(redirect)
})

describe('D1-2.4-17 the subscription page (contradiction 7)', () => {
  const at = (changes: Partial<GuardContext>) =>
    redirectOf(
      { guards: subscriptionGuards },
      context({ target: '/ai-trainer/subscription', roles: ['USER'], ...changes }),
    )

  test('guests go to their page', () => expect(at({ user: guest })).toBe('/ai-trainer/guest'))
  test('members with access go to the AI trainer', () => expect(at({})).toBe('/ai-trainer'))
  test('members without access stay', () => expect(at({ canAccessAITrainer: false })).toBeNull())
})

test('nobody is redirected to the page they are on', () => {
  const guards: StandardGuard[] = ['login', 'role', 'ai-trainer', 'ai-subscription', 'signup']
  const targets = ['/', '/ai-trainer', '/ai-trainer/guest', '/ai-trainer/subscription', '/projects']
  for (const name of guards) {
    for (const target of targets) {
      for (const user of [null, member, guest]) {
        for (const flag of [true, false]) {
          const changes = { user, target, portalWebAccess: flag, canAccessAITrainer: flag, signupDisabled: flag }
          // The dashboard admits all roles, and `/ai-trainer` has no subscription guard.
          if ((name === 'role' && target === '/') || (name === 'ai-subscription' && target === '/ai-trainer')) continue
          expect(redirectOf({ guards: [name] }, context({ ...changes, previous: target }))).not.toBe(target)
        }
      }
    }
  }
})

describe('a guard that a remote brings along', () => {
  const limits = (trainingLimit: number) =>
    ({ ...Object.fromEntries(restrictionKeys.map((key) => [key, 0])), trainingLimit }) as GuardContext['limits']
  const own = (conditions: Partial<RemoteGuard>): RemoteGuard[] => [
    { id: 'plates', otherwise: '/plates/why', ...conditions },
  ]

  test.each<[title: string, conditions: Partial<RemoteGuard>, changes: Partial<GuardContext>, redirect: string | null]>(
    [
      ['no condition admits everybody', {}, { user: guest }, null],
      ['not for guests: a member', { guests: false }, {}, null],
      ['not for guests: a guest', { guests: false }, { user: guest }, '/plates/why'],
      ['not for guests: nobody logged in', { guests: false }, { user: null }, '/plates/why'],
      ['of the plan: some of it', { plan: 'trainingLimit' }, { limits: limits(3) }, null],
      ['of the plan: unlimited', { plan: 'trainingLimit' }, { limits: limits(-1) }, null],
      ['of the plan: none of it', { plan: 'trainingLimit' }, { limits: limits(0) }, '/plates/why'],
      ['of the plan: not known yet', { plan: 'trainingLimit' }, { limits: null }, '/plates/why'],
      [
        'both: one does not hold',
        { guests: false, plan: 'trainingLimit' },
        { user: guest, limits: limits(3) },
        '/plates/why',
      ],
      ['is not asked on its own page', { guests: false }, { user: guest, target: '/plates/why?from=menu' }, null],
    ],
  )('%s', (_title, conditions, changes, redirect) => {
    expect(redirectOf({ guards: [], ownGuards: ['plates'] }, context(changes), own(conditions))).toBe(redirect)
  })

  test('is asked after the standard ones', () => {
    const route = { guards: ['login' as const], ownGuards: ['plates'] }
    expect(redirectOf(route, context({ user: null }), own({ guests: false }))).toBe(logIn)
    expect(redirectOf(route, context({ user: guest }), own({ guests: false }))).toBe('/plates/why')
  })

  test('that is not known admits nobody', () => {
    expect(redirectOf({ guards: [], ownGuards: ['face-recognition'] }, context({}), own({}))).toBe('/error/404')
  })
})
