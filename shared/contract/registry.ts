import * as z from 'zod/mini'
import { remoteManifest } from './remote-manifest.ts'

/**
 * `/registry.json`: which version of each front end is active. Field names are those of the public frontend-discovery
 * schema; what has no field there is under `extras`.
 */
const entryIntegrity = z.optional(z.record(z.string(), z.string()))

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
    /** Last good versions: previously activated, newest first, at most two. */
    fallbacks: z
      .array(
        z.object({
          version: z.string(),
          url: z.string(),
          /** Range of the contract with which this version works; absent: not known. */
          contract: z.optional(z.string()),
          entryIntegrity,
        }),
      )
      .check(z.maxLength(2)),
  }),
})
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
