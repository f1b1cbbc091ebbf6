import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { isOnTrial, type Member } from './audience.ts'
import { currentSnapshot } from './registry-service.ts'
import { stableVersion } from './rollout-state.ts'
import { findCreated, noteReports, type VersionReport } from './trial-repository.ts'

/** Versions that a user gets, of the apps that have one on trial. Other apps are absent: they have one version for all. */
export const assignedVersions = async (context: AppContext, member: Member): Promise<Record<AppId, string>> => {
  const { rollouts } = await currentSnapshot(context)
  const versions: Record<AppId, string> = {}
  for (const [app, rollout] of rollouts) {
    const { canary } = rollout
    const stable = stableVersion(rollout)
    if (!canary || stable === null) continue
    versions[app] = isOnTrial(canary, app, member) ? canary.version : stable
  }
  return versions
}

/**
 * Counts how versions worked for a user. Left out is what could be invented: apps without a trial, versions that the server did not give
 * this user, and failures by accounts that are younger than the trial (ADR 61).
 */
export const noteVersionReports = async (
  context: AppContext,
  member: Member,
  reports: readonly VersionReport[],
): Promise<void> => {
  const { rollouts } = await currentSnapshot(context)
  const assigned = await assignedVersions(context, member)
  const own = reports.filter(({ app, version }) => assigned[app] === version)
  if (own.length === 0) return
  const created = await findCreated(context.db, member.userId)
  const counted = own.filter(({ app, outcome }) => {
    const started = rollouts.get(app)?.canary?.trial?.started
    return outcome === 'load' || (created !== null && started !== undefined && created <= new Date(started))
  })
  await noteReports(context.db, member.userId, counted, context.now())
  if (!counted.some(({ outcome }) => outcome === 'failure')) return
  // At once, and not with the next minute: somebody has a broken page.
  await context.queue.enqueue('watch-trial-releases', {}, { singletonKey: 'report' })
}
