import type { Registry } from '@lamella/shared/contract'
import type { BrowserStorage } from '@lamella/shared/session'
import { pickRelease, shareOf } from './registry.ts'

/** Name of each front end, including the shell → the version that the registry selects for this browser. */
const activeVersions = ({ microFrontends }: Registry, storage: BrowserStorage): Map<string, string | undefined> =>
  new Map(
    Object.entries(microFrontends).map(([name, releases]) => [
      name,
      pickRelease(releases, shareOf(name, storage))?.metadata.version,
    ]),
  )

/**
 * Whether the registry selects, for the shell or a remote, another version for this browser than an earlier registry
 * did, or has a remote more or less.
 */
export function hasNewVersion(earlier: Registry, now: Registry, storage: BrowserStorage): boolean {
  const running = activeVersions(earlier, storage)
  const active = activeVersions(now, storage)
  return running.size !== active.size || [...active].some(([name, version]) => running.get(name) !== version)
}
