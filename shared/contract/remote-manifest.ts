import * as z from 'zod/mini'
import { appName } from './releases.ts'
import { globalRole } from './roles.ts'

/** The version of this contract; a manifest names the range of versions with which its remote works. */
export const contractVersion = '1.0.0'

/** Guards by name; each is one function in `shell/src/routing/guards.ts`. */
export const guardName = z.enum(['login', 'role', 'ai-trainer', 'ai-subscription', 'signup'])
export type GuardName = z.infer<typeof guardName>

export const remoteRoute = z.object({
  /** Unique in the remote; `routes.tsx` of the remote maps it to a page. */
  id: z.string(),
  /** Absolute path in the form of react-router, e.g. `/projects/:projectId/library`. */
  path: z.string().check(z.startsWith('/')),
  title: z.string(),
  /** Label in the breadcrumb; null: none. `:project` and `:image` stand for looked-up names. */
  crumb: z.nullable(z.string()),
  /** Path of the page above in the breadcrumb, where that is not a beginning of this path. */
  parent: z.optional(z.string()),
  /** Global roles that are let in; the role guard reads it. */
  roles: z.array(globalRole),
  guards: z.array(guardName),
  /** Said wherever a link leads here, before the click: the page cannot do yet what its title says. */
  note: z.optional(z.string()),
  /** auth: anonymous screens; bare: header only; viewer: whole width, achromatic header. */
  layout: z._default(z.enum(['portal', 'auth', 'bare', 'viewer']), 'portal'),
})
export type RemoteRoute = z.infer<typeof remoteRoute>

export const menuItem = z.object({
  id: z.string(),
  title: z.string(),
  /** Name of an icon that the shell knows, e.g. `upload`. */
  icon: z.string(),
  /** Absolute path; `:projectId` is filled in project items. */
  to: z.string(),
  /** Query with which the page is opened. */
  queryParams: z.optional(z.record(z.string(), z.string())),
  group: z.enum(['projects', 'ai', 'storage', 'settings', 'project']),
  order: z.number(),
  /** Who sees it. */
  roles: z.array(globalRole),
})
export type MenuItem = z.infer<typeof menuItem>

/** What a remote says of itself as data: kept in the registry, so menus and guards work without the remote. */
export const remoteManifest = z.object({
  id: appName,
  /** Range of the contract, e.g. `^1.0.0`. */
  contract: z.string(),
  routes: z.array(remoteRoute),
  menu: z.array(menuItem),
})
export type RemoteManifest = z.infer<typeof remoteManifest>
export type RemoteManifestInput = z.input<typeof remoteManifest>
