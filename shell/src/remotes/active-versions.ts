import type { Registry } from '@lamella/shared/contract'
import type { BrowserStorage } from '@lamella/shared/session'
import type { Assigned } from './assigned-versions.ts'
import { own } from './own.ts'
import { pickRelease, shareOf } from './registry.ts'

/** Name of each front end, including the shell → the version that the registry selects for this browser. */
const activeVersions = (
  { microFrontends }: Registry,
  storage: BrowserStorage,
  assigned: Assigned,
): Map<string, string | undefined> =>
  new Map(
    Object.entries(microFrontends).map(([name, releases]) => [
      name,
      pickRelease(releases, shareOf(name, storage), own(assigned, name))?.metadata.version,
    ]),
  )

/** Versions that the server gave the user: those that this page runs, and those of a page that is loaded now. */
interface GivenVersions {
  running: Assigned
  now: Assigned
}

/**
 * Whether the registry selects, for the shell or a remote, another version for this browser than an earlier registry
 * did, or has a remote more or less.
 */
export function hasNewVersion(
  earlier: Registry,
  now: Registry,
  storage: BrowserStorage,
  given: GivenVersions = { running: {}, now: {} },
): boolean {
  const running = activeVersions(earlier, storage, given.running)
  const active = activeVersions(now, storage, given.now)
  return running.size !== active.size || [...active].some(([name, version]) => running.get(name) !== version)
}
