import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Operator } from '../../platform/http/identity.ts'
import { recordOperation } from '../operators/index.ts'
import { type ActiveMisfit, misfitsAmong } from './active-fit.ts'
import { requireRelease } from './publish-service.ts'
import {
  appendHistory,
  findRelease,
  listActive,
  listMoves,
  lockPointers,
  type ReleaseRow,
  replaceActive,
} from './repository.ts'
import {
  activeVersions,
  isSameRollout,
  isWithdrawal,
  type PointerMove,
  pointerOf,
  type RolloutState,
  rolloutOf,
  type Step,
  stableVersion,
} from './rollout-state.ts'
import { createDamageReader } from './stored-fit.ts'

/**
 * What is to change for one app; `step` is called with its present state, once to see what would become active, and then again while the
 * pointers are locked.
 */
export interface PointerPlan {
  app: AppId
  step: (tx: Executor, rollout: RolloutState) => Step | Promise<Step>
}

interface PointerChange extends Step {
  app: AppId
  before: RolloutState
}

/** Whether a version becomes active, or active for all after a trial: since its start, other apps may have changed. */
const isNew = ({ before, after }: PointerChange, version: string): boolean =>
  !activeVersions(before).some((active) => active.version === version) ||
  (stableVersion(after) === version && stableVersion(before) !== version)

type DamageReader = ReturnType<typeof createDamageReader>

/** What does not fit of releases that become active by the changes, and which of their files are missing or damaged. */
const findMisfits = async (
  tx: Executor,
  context: AppContext,
  changes: readonly PointerChange[],
  damageOf: DamageReader,
): Promise<ActiveMisfit[]> => {
  const byApp = new Map(changes.map((change) => [change.app, change]))
  const active = [
    ...changes.flatMap(({ app, after }) => activeVersions(after).map(({ version }) => ({ app, version }))),
    ...(await listActive(tx)).filter(({ app }) => !byApp.has(app)),
  ]
  const releases: ReleaseRow[] = []
  for (const { app, version } of active) releases.push(requireRelease(await findRelease(tx, app, version)))
  const isQuestioned = ({ app, version }: ReleaseRow): boolean => {
    const change = byApp.get(app)
    return change !== undefined && isNew(change, version)
  }
  const damaged: ActiveMisfit[] = []
  for (const release of releases.filter(isQuestioned)) {
    const sentence = await damageOf(release)
    if (sentence !== null) damaged.push({ app: release.app, sentence })
  }
  return [...damaged, ...(await misfitsAmong(context, releases, isQuestioned))]
}

/**
 * Reads the files of what would become active, without a lock: nobody else has to wait for it. A plan that is refused now is refused with its
 * sentence afterwards, under the lock.
 */
const readBeforehand = async (
  { db }: AppContext,
  plans: readonly PointerPlan[],
  expected: string | undefined,
  damageOf: DamageReader,
): Promise<void> => {
  for (const { app, step } of plans) {
    const past = await listMoves(db, app)
    if (expected !== undefined && expected !== pointerOf(past.length)) return
    const before = rolloutOf(past)
    try {
      const change = { app, before, ...(await step(db, before)) }
      for (const { version } of activeVersions(change.after)) {
        const release = isNew(change, version) ? await findRelease(db, app, version) : null
        if (release) await damageOf(release)
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
}

/** Who changes what is active, and how. */
export interface Order {
  operator: Operator
  /** Also what does not fit. */
  force?: boolean | undefined
  reason?: string | undefined
  /** `pointerOf` each changed app as it was when the decision was made; absent: whatever it is now. */
  expected?: string | undefined
}

const auditActionOf = (move: PointerMove, isForced: boolean) => {
  const { action, traffic } = move
  if (isWithdrawal(move)) return 'release.withdrawn'
  if (action === 'rollback') return isForced ? 'release.rollback-forced' : 'release.rolled-back'
  if ((traffic ?? 100) < 100) return isForced ? 'release.trial-forced' : 'release.tried'
  return isForced ? 'release.activation-forced' : 'release.activated'
}

const mostSentences = 8

/** The first sentences as one text. */
const inWords = (misfits: readonly string[]): string => {
  const more = misfits.length - mostSentences
  const shown = misfits.slice(0, mostSentences).join(' ')
  return more > 0 ? `${shown} And ${more} more.` : shown
}

/**
 * Changes what is active, in one step. Of versions that become active, or active for all after a trial, the stored files are read, and they are
 * compared with everything that is active then; what was active before is not questioned otherwise, so that a trial can always be ended.
 * @returns the new states, in the order of the plans
 * @throws ApiError ERR_6005 when a release does not fit and the order does not force it, ERR_0400 for force without a reason,
 *   ERR_6006 when the state is not the expected one
 */
export const changePointers = async (
  context: AppContext,
  plans: readonly PointerPlan[],
  { operator, force = false, reason, expected }: Order,
): Promise<RolloutState[]> => {
  if (force && !reason) throw new ApiError('ERR_0400', 'A forced change needs a reason, which the history keeps.')
  const damageOf = createDamageReader(context.blobs)
  await readBeforehand(context, plans, expected, damageOf)
  return context.db.transaction(async (tx) => {
    await lockPointers(
      tx,
      plans.map(({ app }) => app),
    )
    const changes: PointerChange[] = []
    for (const { app, step } of plans) {
      const past = await listMoves(tx, app)
      if (expected !== undefined && expected !== pointerOf(past.length)) throw new ApiError('ERR_6006')
      const before = rolloutOf(past)
      changes.push({ app, before, ...(await step(tx, before)) })
    }
    const misfits = await findMisfits(tx, context, changes, damageOf)
    const sentences = misfits.map(({ sentence }) => sentence)
    if (misfits.length > 0 && !force) throw new ApiError('ERR_6005', inWords(sentences))
    if (misfits.length > 0)
      context.log.warn({ actor: operator.name, reason, misfits: sentences }, 'releases that do not fit are activated')
    for (const { app, before, after, moves } of changes) {
      if (isSameRollout(after, before)) continue
      await replaceActive(tx, app, activeVersions(after))
      const overridden = misfits.filter((misfit) => misfit.app === app).map(({ sentence }) => sentence)
      const forced = overridden.length > 0
      for (const move of moves) {
        await appendHistory(tx, {
          app,
          ...move,
          actor: operator.name,
          forced,
          reason,
          ...(forced && { misfits: overridden }),
        })
        await recordOperation(tx, operator, context.now(), {
          action: auditActionOf(move, forced),
          objectType: 'release',
          name: `${app} ${move.version}`,
          ...(forced && { detail: { missing: inWords(overridden), reason } }),
        })
      }
      await context.events.publish({ type: 'releasesChanged' }, tx)
    }
    return changes.map(({ after }) => after)
  })
}
