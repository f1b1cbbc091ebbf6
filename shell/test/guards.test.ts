import type { GlobalRole } from '@lamella/shared/contract'
import { readFrontEnds, readPageAccess } from '@lamella/shared/testing/front-ends.ts'
import {
  guestPage,
  logInPage,
  secondFactorSetUp,
  type Visitor,
  visitors,
} from '@lamella/shared/testing/portal-access.ts'
import { type GuardContext, redirectOf } from '../src/routing/guards.ts'

const user = (roles: GlobalRole[], changes = {}) => ({
  user: { isGuest: roles.includes('GUEST'), roles, agreementPrivacy: true, agreementTerms: true, ...changes },
})

const sessions: Record<Visitor, Pick<GuardContext, 'user'> & Partial<GuardContext>> = {
  nobody: { user: null },
  'no roles': user([]),
  'no privacy': user(['USER'], { agreementPrivacy: false }),
  'member without agreements': user(['USER'], { agreementTerms: false }),
  'member without portal access': { ...user(['USER']), portalWebAccess: false },
  'member without second factor': user(['USER'], { secondFactorMissing: true }),
  member: user(['USER']),
  'member without AI': { ...user(['USER']), canAccessAITrainer: false },
  admin: user(['USER', 'ORG_ADMIN']),
  guest: user(['GUEST']),
  'guest without AI': { ...user(['GUEST']), canAccessAITrainer: false },
  operator: user(['USER'], { operator: true }),
}

const routes = readFrontEnds().flatMap(({ manifest }) =>
  manifest.routes.map((route) => ({ ...route, own: manifest.guards })),
)
const pages = readPageAccess()

/** Path where a visitor of a route ends up; null when admitted. */
const destination = (path: string, visitor: Visitor, changes: Partial<GuardContext> = {}): string | null => {
  const route = routes.find((each) => each.path === path)
  if (!route) throw new Error(`No manifest has ${path}`)
  const target = path.replace(/:\w+/g, 'x')
  const context = {
    portalWebAccess: true,
    canAccessAITrainer: true,
    limits: null,
    signupDisabled: false,
    target,
    hash: '',
    previous: null,
    roles: route.roles,
    ...sessions[visitor],
    ...changes,
  }
  const to = redirectOf(route, context, route.own)
  if (to === `/auth/two-step?return=${encodeURIComponent(target)}`) return secondFactorSetUp
  return to === `/auth/login?return=${encodeURIComponent(target)}` ? logInPage : to
}

test('every route of the shell and the remotes has a row in test/page-access.ts of its folder', () => {
  expect(Object.keys(pages).length).toBeGreaterThan(30)
  expect(Object.keys(pages).sort()).toEqual(routes.map(({ path }) => path).sort())
})

test('D1-6-02 every route that asks for a log-in names the roles that it admits', () => {
  const guarded = routes.filter(({ guards }) => guards.includes('login'))
  expect(guarded.length).toBeGreaterThan(20)
  expect(guarded.filter(({ guards, roles }) => roles.length === 0 || !guards.includes('role'))).toEqual([])
})

test.each(Object.entries(pages))(
  'D1-6-03 D1-6-06 D1-6-07 at %s each visitor ends where they may be',
  (path, { ends }) => {
    const found = visitors.map((visitor) => [visitor, destination(path, visitor)])
    expect(Object.fromEntries(found)).toEqual(ends)
  },
)

test.each<[ids: string, path: string, visitor: Visitor, changes: Partial<GuardContext>, end: string | null]>([
  ['D1-6-08', '/ai-trainer/dashboard', 'guest', {}, guestPage],
  ['D1-6-09 D1-6-27', '/ai-trainer/dashboard', 'member', { canAccessAITrainer: false }, '/ai-trainer/subscription'],
  ['D1-6-27', '/ai-trainer/dashboard', 'member', { canAccessAITrainer: true }, null],
  ['D1-6-10', '/ai-trainer/subscription', 'member', { canAccessAITrainer: true }, '/ai-trainer'],
  ['D1-6-10', '/ai-trainer/subscription', 'member', { canAccessAITrainer: false }, null],
])('%s opening %s as %s with %j ends at %s', (_, path, visitor, changes, end) => {
  expect(destination(path, visitor, changes)).toBe(end)
})

test.each(routes.filter(({ path }) => path.startsWith('/ai-trainer')).map(({ path }) => path))(
  'D1-6-15 a guest at %s ends on the page of guests',
  (path) => {
    expect(destination(path, 'guest') ?? path).toBe(guestPage)
  },
)

test.each(Object.entries(pages))(
  'D1-2.1-07 D1-6-11 at %s disabled sign-up bars only the sign-up',
  (path, { ends, isSignUp }) => {
    const found = visitors.map((visitor) => [visitor, destination(path, visitor, { signupDisabled: true })])
    const expected = visitors.map((visitor) => [visitor, isSignUp ? '/error/404' : ends[visitor]])
    expect(found).toEqual(expected)
  },
)

test.each(Object.entries(pages))(
  'D1-6-06 D1-6-07 from a page before, a user without a role for %s stays there; from the log-in they go to the dashboard',
  (path, { ends }) => {
    const from = (previous: string) => visitors.map((visitor) => [visitor, destination(path, visitor, { previous })])
    const before = '/downloads/jobresultbundles/x?from=mail'
    expect(from(before)).toEqual(visitors.map((visitor) => [visitor, ends[visitor] === '/' ? before : ends[visitor]]))
    expect(Object.fromEntries(from('/auth/login'))).toEqual(ends)
  },
)
