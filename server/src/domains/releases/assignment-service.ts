import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { isOnTrial, type Member } from './audience.ts'
import { currentSnapshot } from './registry-service.ts'
import { stableVersion } from './rollout-state.ts'
import { findCreated, hasOperatorRight, noteReports, type VersionReport } from './trial-repository.ts'

/** What a user gets of the apps that have a version on trial. Other apps are absent: they have one version for all. */
export interface Assignment {
  versions: Record<AppId, string>
  /** Versions on trial that the user gets by preview only, once they have agreed. */
  offers: Record<AppId, string>
}

/**
 * Whoever may try a version on others must not run code with an operator's right: operators are offered it, and get it by their own preview
 * (ADR 61).
 */
export const assignedVersions = async (context: AppContext, member: Member): Promise<Assignment> => {
  const { rollouts } = await currentSnapshot(context)
  const given: Record<AppId, string> = {}
  const versions: Record<AppId, string> = {}
  for (const [app, rollout] of rollouts) {
    const { canary } = rollout
    const stable = stableVersion(rollout)
    if (!canary || stable === null) continue
    versions[app] = stable
    if (isOnTrial(canary, app, member)) given[app] = canary.version
  }
  if (Object.keys(given).length === 0) return { versions, offers: {} }
  const isAsked = await hasOperatorRight(context.db, member.userId)
  return isAsked ? { versions, offers: given } : { versions: { ...versions, ...given }, offers: {} }
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
  const { versions: assigned } = await assignedVersions(context, member)
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
