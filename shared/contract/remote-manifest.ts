import * as z from 'zod/mini'
import { appId } from './app-version.ts'
import { globalRole } from './roles.ts'

/** Version of this contract; a manifest states the range of versions with which its remote works. */
export const contractVersion = '1.6.0'

/** Names of the route guards; each is one function in `shell/src/routing/guards.ts`. */
export const guardName = z.enum(['login', 'role', 'operator', 'ai-trainer', 'ai-subscription', 'signup'])
export type GuardName = z.infer<typeof guardName>

/** A route of a remote. */
export const remoteRoute = z.object({
  /** Unique in the remote, whose `routes.tsx` maps it to a page. */
  id: z.string(),
  /** Absolute path in the form of react-router, e.g. `/projects/:projectId/library`. */
  path: z.string().check(z.startsWith('/')),
  title: z.string(),
  /** Label in the breadcrumb; null: none. `:project` and `:image` stand for looked-up names. */
  crumb: z.nullable(z.string()),
  /** Path of the parent page in the breadcrumb, where it is not a prefix of this path. */
  parent: z.optional(z.string()),
  /** Global roles that the role guard admits (D1-6-02). */
  roles: z.array(globalRole),
  guards: z.array(guardName),
  /** Said wherever a link leads here, before the click: the page cannot do yet what its title says. */
  note: z.optional(z.string()),
  /** auth: anonymous screens; bare: header only; viewer: whole width, achromatic header. */
  layout: z._default(z.enum(['portal', 'auth', 'bare', 'viewer']), 'portal'),
})
export type RemoteRoute = z.infer<typeof remoteRoute>

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
  })
  .check(z.refine(({ menu, groups }) => menu.every((item) => hasGroup(item, groups)), 'A menu item has no group'))
export type RemoteManifest = z.infer<typeof remoteManifest>
export type RemoteManifestInput = z.input<typeof remoteManifest>
