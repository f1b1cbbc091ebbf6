import type * as contract from '../contract/index.ts'

/** Kinds of visitors who open a page as the first one of their visit. */
export const visitors = [
  'nobody',
  'no roles',
  'no privacy',
  'member without agreements',
  'member without portal access',
  'member without second factor',
  'member',
  'member without AI',
  'admin',
  'guest',
  'guest without AI',
  'operator',
] as const
export type Visitor = (typeof visitors)[number]

/** The page to which each visitor is led; null: the page that they opened. */
export type Destinations = Record<Visitor, string | null>

/** Stands for the page where two-step verification is set up, with a return parameter. */
export const secondFactorSetUp = 'set-up'

/** Stands for the log-in page, with a return parameter. */
export const logInPage = 'log-in'

/** Ends of visits to pages that are open to everybody. */
export const everybody: Destinations = {
  nobody: null,
  'no roles': null,
  'no privacy': null,
  'member without agreements': null,
  'member without portal access': null,
  'member without second factor': null,
  member: null,
  'member without AI': null,
  admin: null,
  guest: null,
  'guest without AI': null,
  operator: null,
}
/** Ends of visits to pages for every user with access to the portal, guests too (D1-6-03). */
export const portalUsers: Destinations = {
  ...everybody,
  nobody: logInPage,
  'no roles': '/error',
  'no privacy': logInPage,
  'member without agreements': logInPage,
  'member without portal access': logInPage,
  'member without second factor': secondFactorSetUp,
}
/** Ends of visits to pages for members and administrators of the organisation. */
export const members: Destinations = { ...portalUsers, guest: '/', 'guest without AI': '/' }
/** Ends of visits to pages for administrators. */
export const admins: Destinations = { ...members, member: '/', 'member without AI': '/', operator: '/' }
const forbidden = '/error/403'
/** Ends of visits to pages for operators. */
export const operators: Destinations = {
  ...members,
  member: forbidden,
  'member without AI': forbidden,
  admin: forbidden,
}

/** Page of the AI trainer for guests (D1-6-08). */
export const guestPage = '/ai-trainer/guest'
/** Ends of visits to pages for users with access to the AI trainer (D1-6-09). */
export const aiMembers: Destinations = {
  ...portalUsers,
  guest: guestPage,
  'guest without AI': guestPage,
  'member without AI': '/ai-trainer/subscription',
}

type Role = 'guest' | 'member' | 'admin'
type Call = keyof typeof contract

/** Who is admitted to a page: in the browser by the guards of its route, on the server by the access rules of its calls. */
export interface PageAccess {
  /** The page to which each visitor is led (D1-6-03 to D1-6-10). */
  ends: Destinations
  /**
   * The calls of the page and its buttons, each with the weakest role that the server admits. Visitors whom the guards
   * lead elsewhere are refused the calls too.
   */
  calls?: Partial<Record<Call, Role>>
  /**
   * Calls that need a session only, not access to the portal: users without access must still see why, agree, set up
   * their second factor and log out.
   */
  sessionCalls?: readonly Call[]
  /** The page redirects to /error/404 while sign-up is disabled (D1-2.1-07). */
  isSignUp?: true
}

/** Calls of every page that need a session only. */
export const sessionCallsEverywhere: readonly Call[] = [
  'whoAmI',
  'aboutOrganisation',
  'organisationAdmin',
  'listSubscriptions',
]
