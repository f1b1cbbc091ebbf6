import type { GlobalRole } from '@lamella/shared/contract'
import { areas, barred } from '@lamella/shared/testing/portal-access.ts'
import { type GuardContext, redirectOf } from '../src/routing/guards.ts'
import { manifests } from './manifests.ts'

const user = (roles: GlobalRole[], changes = {}) => ({
  user: { isGuest: roles.includes('GUEST'), roles, agreementPrivacy: true, agreementTerms: true, ...changes },
})

/** Who comes to a page as the first one of a visit. */
const visitors = {
  nobody: { user: null },
  'no roles': user([]),
  'no privacy': user(['USER'], { agreementPrivacy: false }),
  'member without agreements': user(['USER'], { agreementTerms: false }),
  'member without portal access': { ...user(['USER']), portalWebAccess: false },
  member: user(['USER']),
  'member without AI': { ...user(['USER']), canAccessAITrainer: false },
  admin: user(['USER', 'ORG_ADMIN']),
  guest: user(['GUEST']),
  'guest without AI': { ...user(['GUEST']), canAccessAITrainer: false },
} satisfies Record<string, Partial<GuardContext>>
type Visitor = keyof typeof visitors
type Destinations = Record<Visitor, string | null>

const logIn = 'log-in'
const stays: Destinations = {
  nobody: null,
  'no roles': null,
  'no privacy': null,
  'member without agreements': null,
  'member without portal access': null,
  member: null,
  'member without AI': null,
  admin: null,
  guest: null,
  'guest without AI': null,
}
const portal: Destinations = {
  ...stays,
  nobody: logIn,
  'no roles': '/error',
  'no privacy': logIn,
  'member without agreements': logIn,
  'member without portal access': logIn,
}
const guestPage = '/ai-trainer/guest'
const members = { ...portal, guest: '/', 'guest without AI': '/' }
const aiMembers = {
  ...portal,
  guest: guestPage,
  'guest without AI': guestPage,
  'member without AI': '/ai-trainer/subscription',
}

/** Where each visitor of each page ends (document 1 §6); null: there. */
const table: Record<string, Destinations> = {
  '/home': stays,
  '/': portal,
  '/downloads/jobresultbundles/:id': portal,
  '/error': stays,
  '/error/:id': stays,
  '/dev/kit': stays,

  '/auth/signup': stays,
  '/auth/signup/confirm': stays,
  '/auth/invitation/:invitationId': stays,
  '/auth/welcome': stays,
  '/auth/login': stays,
  '/auth/logout': stays,
  '/auth/password/reset': stays,
  '/auth/password/confirm': stays,
  '/auth/terms/confirm': stays,
  '/settings': portal,
  '/settings/users': members,
  '/settings/subscriptions': members,
  '/settings/audit': { ...members, member: '/', 'member without AI': '/' },

  '/projects': portal,
  '/projects/new': portal,
  '/projects/:projectId': portal,
  '/projects/:projectId/library': portal,
  '/projects/:projectId/analysis': portal,
  '/projects/:projectId/jobs': portal,
  '/projects/:projectId/jobs/:jobId': portal,
  '/projects/:projectId/viewer': portal,

  '/datastorage': portal,
  '/datastorage/upload': portal,
  '/datastorage/monitor': members,

  '/ai-trainer': aiMembers,
  '/ai-trainer/dashboard': aiMembers,
  '/ai-trainer/new-training': aiMembers,
  '/ai-trainer/new-training/:trainingId': aiMembers,
  '/ai-trainer/training-overview': aiMembers,
  '/ai-trainer/training-evaluation': aiMembers,
  '/ai-trainer/training-evaluation/training-information/:trainingId': aiMembers,
  '/ai-trainer/training-evaluation/training-comparison/:trainingId': aiMembers,
  '/ai-trainer/algorithm-robustness': aiMembers,
  '/ai-trainer/guest': { ...portal, member: '/', 'member without AI': '/', admin: '/' },
  '/ai-trainer/subscription': {
    ...aiMembers,
    member: '/ai-trainer',
    admin: '/ai-trainer',
    'member without AI': null,
  },
}

const routes = manifests.flatMap((manifest) => manifest.routes)

/** Where a visitor of a route ends. */
const destination = (path: string, visitor: Visitor): string | null => {
  const route = routes.find((each) => each.path === path)
  if (!route) throw new Error(`No manifest has ${path}`)
  const target = path.replace(/:\w+/g, 'x')
  const to = redirectOf(route.guards, {
    portalWebAccess: true,
    canAccessAITrainer: true,
    signupDisabled: false,
    target,
    previous: null,
    roles: route.roles,
    ...visitors[visitor],
  })
  return to === `/auth/login?return=${encodeURIComponent(target)}` ? logIn : to
}

test('the table has every route of the manifests and no other', () => {
  expect(Object.keys(table).sort()).toEqual(routes.map(({ path }) => path).sort())
})

test('D1-6-02 every route that asks for a log-in names the roles that it admits', () => {
  const guarded = routes.filter(({ guards }) => guards.includes('login'))
  expect(guarded.length).toBeGreaterThan(20)
  expect(guarded.filter(({ guards, roles }) => roles.length === 0 || !guards.includes('role'))).toEqual([])
})

test.each(Object.entries(table))(
  'D1-6-03 D1-6-06 D1-6-07 at %s each visitor ends where he may be',
  (path, expected) => {
    const found = Object.keys(visitors).map((visitor) => [visitor, destination(path, visitor as Visitor)])
    expect(Object.fromEntries(found)).toEqual(expected)
  },
)

describe.each(areas)('$route, as the server has it for $call', ({ route, ...admits }) => {
  test.each(['guest', 'member', 'admin'] as const)('%s', (visitor) => {
    expect(destination(route, visitor) === null).toBe(admits[visitor])
  })

  test.each(barred)('$who is led to the log-in page', ({ who }) => {
    expect(destination(route, who)).toBe(logIn)
  })
})

test.each(routes.filter(({ path }) => path.startsWith('/ai-trainer')).map(({ path }) => path))(
  'D1-6-15 a guest at %s ends on the page of guests',
  (path) => {
    expect(destination(path, 'guest') ?? path).toBe(guestPage)
  },
)
