import * as z from 'zod/mini'
import {
  hasGroup,
  hasOwnGuards,
  isOwnGroup,
  isUsableGuard,
  menuGroup,
  menuItem,
  remoteGuard,
  remoteManifest,
  remoteRoute,
} from './remote-manifest.ts'

/**
 * `/registry.json`: which version of each front end is active. Field names are those of the public frontend-discovery
 * schema; what has no field there is under `extras`.
 */
const entryIntegrity = z.optional(z.record(z.string(), z.string()))

const fallback = z.object({
  version: z.string(),
  url: z.string(),
  /** Range of the contract with which this version works; absent: not known. */
  contract: z.optional(z.string()),
  entryIntegrity,
})

const release = z.object({
  /** Address of the container's manifest (`mf-manifest.json`); for the shell, of its HTML. */
  url: z.string(),
  /** Address of the newest previously active version. */
  fallbackUrl: z.optional(z.string()),
  metadata: z.object({
    version: z.string(),
    /** `sha256-…` over the file list of the release. */
    integrity: z.string(),
  }),
  deployment: z.object({
    /** Per cent of browsers that get this version; all entries of one front end add up to 100. */
    traffic: z.number().check(z.minimum(0), z.maximum(100)),
    default: z.boolean(),
  }),
  extras: z.object({
    manifest: remoteManifest,
    entryIntegrity,
    /** Last good versions: previously activated, newest first. */
    fallbacks: z.array(fallback),
  }),
})

export { release as appEntry }
export type Release = z.infer<typeof release>

/**
 * Subresource integrity of the files by which a version is loaded: its federation manifest and its entry, by file name.
 * Absent: the registry of an older server.
 */
export type EntryIntegrity = z.infer<typeof entryIntegrity>

/** Content of `/registry.json`; the keys of `microFrontends` are app names. */
export const registry = z.object({
  schema: z.literal('https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json'),
  microFrontends: z.record(z.string(), z.array(release).check(z.minLength(1))),
})
export type Registry = z.infer<typeof registry>

/** What a reader understands of a registry, and what it left out, in words. */
export interface ReadRegistry {
  registry: Registry
  skipped: string[]
}

/** Of a manifest the parts that may be skipped one by one. */
const manifestParts = z.object({
  routes: z.array(z.unknown()),
  menu: z.array(z.unknown()),
  groups: z.optional(z.array(z.unknown())),
  guards: z.optional(z.array(z.unknown())),
})
const outer = z.object({ schema: registry.shape.schema, microFrontends: z.record(z.string(), z.array(z.unknown())) })
const inner = z.looseObject({ extras: z.looseObject({ manifest: z.looseObject(manifestParts.shape) }) })

const readAll = <Item>(schema: z.ZodMiniType<Item>, values: unknown[], name: string, skipped: string[]): Item[] =>
  values.flatMap((value, i) => {
    const { success, data } = schema.safeParse(value)
    if (!success) skipped.push(`${name} ${idOf(value) ?? i + 1}`)
    return success ? [data] : []
  })

const identified = z.object({ id: z.string() })
const idOf = (value: unknown): string | undefined => identified.safeParse(value).data?.id

/**
 * Reads a registry that a newer server may have written: releases, routes and menu items that this reader does not know (a guard, a
 * group, a role, a missing field) are left out one by one, so that they cannot take the rest with them. A route with an unknown guard is
 * left out, never shown without it.
 * @returns null for what is no registry, or has nothing that can be used
 */
export function readRegistry(value: unknown): ReadRegistry | null {
  const whole = outer.safeParse(value)
  if (!whole.success) return null
  const skipped: string[] = []
  const microFrontends: Registry['microFrontends'] = {}
  for (const [app, releases] of Object.entries(whole.data.microFrontends)) {
    const known = releases.map((each) => {
      const parts = inner.safeParse(each)
      if (!parts.success) return each
      const { manifest } = parts.data.extras
      const readable = readAll(remoteRoute, manifest.routes, `${app}: route`, skipped)
      const usable = remoteGuard.check(z.refine((guard) => isUsableGuard(guard, readable)))
      const guards = readAll(usable, manifest.guards ?? [], `${app}: guard`, skipped)
      const guarded = remoteRoute.check(z.refine((route) => hasOwnGuards(route, guards)))
      const routes = readAll(guarded, readable, `${app}: route`, skipped)
      const groups = readAll(
        menuGroup.check(z.refine(isOwnGroup)),
        manifest.groups ?? [],
        `${app}: menu group`,
        skipped,
      )
      const grouped = menuItem.check(z.refine((item) => hasGroup(item, groups)))
      const menu = readAll(grouped, manifest.menu, `${app}: menu item`, skipped)
      const understood = {
        ...manifest,
        routes,
        menu,
        ...(manifest.groups && { groups }),
        ...(manifest.guards && { guards }),
      }
      return { ...parts.data, extras: { ...parts.data.extras, manifest: understood } }
    })
    const read = readAll(release, known, `${app}: release`, skipped)
    if (read.length > 0) microFrontends[app] = read
  }
  if (Object.keys(microFrontends).length === 0) return null
  return { registry: { schema: whole.data.schema, microFrontends }, skipped }
}
