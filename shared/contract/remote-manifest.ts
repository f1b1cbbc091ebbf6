import * as z from 'zod/mini'
import { appId } from './releases.ts'
import { globalRole } from './roles.ts'

/** Version of this contract; a manifest states the range of versions with which its remote works. */
export const contractVersion = '1.3.0'

/** Names of the route guards; each is one function in `shell/src/routing/guards.ts`. */
export const guardName = z.enum(['login', 'role', 'ai-trainer', 'ai-subscription', 'signup'])
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

/** An item of the side menu (D1-3-26). */
export const menuItem = z.object({
  id: z.string(),
  title: z.string(),
  /** Name of one of the shell's icons, e.g. `upload`. */
  icon: z.string(),
  /** Absolute path; `:projectId` is filled in project items. */
  to: z.string(),
  /** Query parameters of the link. */
  queryParams: z.optional(z.record(z.string(), z.string())),
  group: z.enum(['projects', 'ai', 'storage', 'settings', 'project']),
  order: z.number(),
  /** Global roles that see the item. */
  roles: z.array(globalRole),
})
export type MenuItem = z.infer<typeof menuItem>

/** Description of a remote as data. The registry keeps it, so that menus and guards work without loading the remote. */
export const remoteManifest = z.object({
  id: appId,
  /** Range of the contract, e.g. `^1.0.0`. */
  contract: z.string(),
  routes: z.array(remoteRoute),
  menu: z.array(menuItem),
})
export type RemoteManifest = z.infer<typeof remoteManifest>
export type RemoteManifestInput = z.input<typeof remoteManifest>
