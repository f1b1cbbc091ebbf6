import type { AppName } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { requireRelease } from './publish-service.ts'
import { appendHistory, findRelease, listMoves, lockPointer, replaceActive } from './repository.ts'
import { activated, activeVersions, rolledBack, rolloutOf, stableVersion } from './rollout-state.ts'

/**
 * Activates a version for all browsers, or for some per cent of them. It takes effect with the next loaded page; open pages keep
 * their version. Activating the present state again changes nothing.
 * @param traffic - per cent of browsers, 1 to 100
 * @throws ApiError ERR_6002 for an unknown version, ERR_0409 for a share below 100 while no version is active
 */
export const activateRelease = async (
  { db }: AppContext,
  { app, version, traffic, actor }: { app: AppName; version: string; traffic: number; actor: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockPointer(tx, app)
    requireRelease(await findRelease(tx, app, version))
    const rollout = rolloutOf(await listMoves(tx, app))
    if (traffic < 100 && stableVersion(rollout) === null) {
      throw new ApiError('ERR_0409', 'No version is active yet: the first one has to take all traffic.')
    }
    const next = activated(rollout, version, traffic)
    if (JSON.stringify(activeVersions(next)) === JSON.stringify(activeVersions(rollout))) return
    await replaceActive(tx, app, activeVersions(next))
    await appendHistory(tx, { app, action: 'activate', version, traffic, actor })
  })

/**
 * Ends the canary, or without one goes back to the stable version before the present one.
 * @returns the stable version
 * @throws ApiError ERR_6003 when there is no earlier version
 */
export const rollBack = async ({ db }: AppContext, app: AppName, actor: string): Promise<string> =>
  db.transaction(async (tx) => {
    await lockPointer(tx, app)
    const rollout = rolledBack(rolloutOf(await listMoves(tx, app)))
    const version = rollout && stableVersion(rollout)
    if (!version) throw new ApiError('ERR_6003')
    await replaceActive(tx, app, activeVersions(rollout))
    await appendHistory(tx, { app, action: 'rollback', version, traffic: null, actor })
    return version
  })
