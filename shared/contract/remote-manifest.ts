import * as z from 'zod/mini'
import { appId } from './app-version.ts'
import { restrictionKeys } from './organisation.ts'
import { globalRole } from './roles.ts'

/** Version of this contract; a manifest states the range of versions with which its remote works. */
export const contractVersion = '1.12.0'

/** Guards that the shell has; each is one function in `shell/src/routing/guards.ts`. */
export const standardGuards = ['login', 'role', 'operator', 'ai-trainer', 'ai-subscription', 'signup'] as const
export type StandardGuard = (typeof standardGuards)[number]
const isStandard = (guard: string): boolean => (standardGuards as readonly string[]).includes(guard)

/** Most optional segments in a path: the router tries each combination of them with and without. */
const mostOptional = 3
const segment = /^(?::[A-Za-z_][\w-]*|[^\s/:?#*\\]+)\??$/

/** Whether a text is an absolute path of react-router: names and `:parameters`, some of them optional (`?`), and `*` at the end. */
const isRoutePath = (path: string): boolean => {
  const [start, ...segments] = path.split('/')
  const last = segments.at(-1)
  if (last === undefined) return false
  const named = last === '' || last === '*' ? segments.slice(0, -1) : segments
  const optional = named.filter((one) => one.endsWith('?'))
  return start === '' && named.every((one) => segment.test(one)) && optional.length <= mostOptional
}

/** A route of a remote. */
export const remoteRoute = z.object({
  /** Unique in the remote, whose `routes.tsx` maps it to a page. */
  id: z.string(),
  /** Absolute path in the form of react-router, e.g. `/projects/:projectId/library`, with at most three optional segments. */
  path: z
    .string()
    .check(z.maxLength(200), z.refine(isRoutePath, 'Is no path of a page, or has more than three optional segments')),
  title: z.string(),
  /** Label in the breadcrumb; null: none. `:project` and `:image` stand for looked-up names. */
  crumb: z.nullable(z.string()),
  /** Path of the parent page in the breadcrumb, where it is not a prefix of this path. */
  parent: z.optional(z.string()),
  /** Global roles that the role guard admits (D1-6-02). */
  roles: z.array(globalRole),
  /** Asked in this order. */
  guards: z.array(z.enum(standardGuards)),
  /** Ids of guards that the remote brings along, asked after the others. */
  ownGuards: z.optional(z.array(appId)),
  /** Said wherever a link leads here, before the click: the page cannot do yet what its title says. */
  note: z.optional(z.string()),
  /** auth: anonymous screens; bare: header only; viewer: whole width, achromatic header. */
  layout: z._default(z.enum(['portal', 'auth', 'bare', 'viewer']), 'portal'),
})
export type RemoteRoute = z.infer<typeof remoteRoute>

/**
 * A guard that a remote brings along, as data: all conditions that are given must hold. Strict, because a guard of which a reader does not know
 * a condition must not be asked without it: pages with an unknown guard are left out.
 */
export const remoteGuard = z.strictObject({
  id: appId,
  /** false: not for guests of the organisation. */
  guests: z.optional(z.literal(false)),
  /** The plan of the organisation has something of this, e.g. `trainingLimit`. */
  plan: z.optional(z.enum(restrictionKeys)),
  /** Path of a page of the same remote, shown in place of the guarded one. It has standard guards only, so that no two guards send each other back. */
  otherwise: z.string().check(z.startsWith('/')),
})
export type RemoteGuard = z.infer<typeof remoteGuard>

/** Whether a guard of a remote can be asked: its name is not taken, and its other page is there. */
export const isUsableGuard = ({ id, otherwise }: RemoteGuard, routes: readonly RemoteRoute[]): boolean =>
  !isStandard(id) && routes.some(({ path, ownGuards = [] }) => path === otherwise && ownGuards.length === 0)

/** Whether the remote brings all own guards of a route along. */
export const hasOwnGuards = ({ ownGuards = [] }: RemoteRoute, own: readonly RemoteGuard[] = []): boolean =>
  ownGuards.every((guard) => own.some(({ id }) => id === guard))

/** Groups of the side menu that the shell has; `project` is that of the chosen project. */
export const standardGroups = ['projects', 'ai', 'storage', 'settings', 'project'] as const

/** Strokes on 24 × 24 units as the path data of SVG, which begin with an absolute move. */
const drawing = /^M[\d\s.,eE+\-MmLlHhVvCcSsQqTtAaZz]+$/
/** Whether an icon is a drawing, and not a name. */
export const isDrawing = (icon: string): boolean => drawing.test(icon)
/** Name of one of the shell's icons, e.g. `upload`, or a drawing. Shells show what they do not know as a list. */
const icon = z.string().check(z.maxLength(2000))

/** A group of the side menu that a remote brings along. It stands before the settings, and leads to its first item. */
export const menuGroup = z.object({ id: appId, title: z.string(), icon, order: z.number() })
export type MenuGroup = z.infer<typeof menuGroup>

/** Who sees an item: roles in the organisation, and the operators of the portal. Shells before contract 1.4 leave out items for operators. */
export const menuRole = z.enum([...globalRole.options, 'OPERATOR'])

/** An item of the side menu (D1-3-26). */
export const menuItem = z.object({
  id: z.string(),
  title: z.string(),
  icon,
  /** Absolute path; `:projectId` is filled in project items. */
  to: z.string(),
  /** Query parameters of the link. */
  queryParams: z.optional(z.record(z.string(), z.string())),
  /** One of the standard groups, or one of the remote's own. */
  group: appId,
  order: z.number(),
  /** One of them is enough to see the item. */
  roles: z.array(menuRole),
})
export type MenuItem = z.infer<typeof menuItem>

/** Whether a remote may bring a group along: not with the name of one of the shell's, whose items would be shown twice. */
export const isOwnGroup = ({ id }: MenuGroup): boolean => !(standardGroups as readonly string[]).includes(id)

/** Whether there is a group for an item: a standard one, or one of the same remote. */
export const hasGroup = ({ group }: MenuItem, own: readonly MenuGroup[] = []): boolean =>
  [...standardGroups, ...own.map(({ id }) => id)].includes(group)

/** Description of a remote as data. The registry keeps it, so that menus and guards work without loading the remote. */
export const remoteManifest = z
  .object({
    id: appId,
    /** Range of the contract, e.g. `^1.0.0`. */
    contract: z.string(),
    routes: z.array(remoteRoute),
    menu: z.array(menuItem),
    groups: z.optional(z.array(menuGroup)),
    /** Shells before contract 1.7 ask none. */
    guards: z.optional(z.array(remoteGuard)),
  })
  .check(z.refine(({ groups = [] }) => groups.every(isOwnGroup), 'A group has the name of one of the shell'))
  .check(z.refine(({ menu, groups }) => menu.every((item) => hasGroup(item, groups)), 'A menu item has no group'))
  .check(
    z.refine(
      ({ routes, guards }) => routes.every((route) => hasOwnGuards(route, guards)),
      'A route has an unknown guard',
    ),
  )
  .check(
    z.refine(
      ({ routes, guards = [] }) => guards.every((guard) => isUsableGuard(guard, routes)),
      'A guard has the name of a standard one, or sends to a path that is no page of its remote with standard guards only',
    ),
  )
export type RemoteManifest = z.infer<typeof remoteManifest>
export type RemoteManifestInput = z.input<typeof remoteManifest>
