import type { Registry } from '@lamella/shared/contract'
import type { BrowserStorage } from '@lamella/shared/session'
import { pickRelease, shareOf } from './registry.ts'

/** Front end → the version that a registry has for this browser; the shell is one of them. */
const activeVersions = ({ microFrontends }: Registry, storage: BrowserStorage): Map<string, string | undefined> =>
  new Map(
    Object.entries(microFrontends).map(([name, releases]) => [
      name,
      pickRelease(releases, shareOf(name, storage))?.metadata.version,
    ]),
  )

/** Whether a registry has another version for this browser, of the shell or of a remote, than an earlier one. */
export function hasNewVersion(earlier: Registry, now: Registry, storage: BrowserStorage): boolean {
  const running = activeVersions(earlier, storage)
  return [...activeVersions(now, storage)].some(([name, version]) => running.get(name) !== version)
}
