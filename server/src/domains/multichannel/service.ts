import {
  type AuditAction,
  type createMultichannelSettings as CreateSettings,
  type HandlerInput,
  type MultichannelSettings,
  multichannelLimits,
  type updateMultichannelSettings as UpdateSettings,
} from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { findProject } from '../projects/index.ts'
import * as repository from './repository.ts'

const present = (row: repository.SettingsRow): MultichannelSettings => ({
  id: row.id,
  project: row.projectId,
  name: row.name,
  channels: row.channels,
  applied: row.applied,
  owner: row.ownerId,
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
  revision: row.revision,
})

/** The settings of a project, oldest first. */
export const listSettings = async ({ db }: AppContext, projectId: string): Promise<MultichannelSettings[]> =>
  (await repository.listSettingsOf(db, projectId)).map(present)

/** Records a change and announces it to open pages, in its transaction. */
const settingsChanged = async (
  { events, now }: AppContext,
  tx: Executor,
  actor: Actor,
  action: Extract<AuditAction, `multichannel-settings.${string}`>,
  { id, projectId, name }: Pick<repository.SettingsRow, 'id' | 'projectId' | 'name'>,
): Promise<void> => {
  const projectName = (await findProject(tx, projectId))?.name
  const object = { objectType: 'multichannel-settings', objectId: id, projectId, detail: { name, projectName } }
  await recordAudit(tx, { ...byActor(actor, now()), action, ...object })
  await events.publish({ type: 'multichannelSettings', project: projectId }, tx)
}

/** @returns the id @throws ApiError ERR_0404 when the project is gone, ERR_0409 when it has as many as it may */
export const createSettings = (
  context: AppContext,
  actor: Actor,
  projectId: string,
  { name, channels }: HandlerInput<typeof CreateSettings>['body']['data'],
): Promise<string> =>
  context.db.transaction(async (tx) => {
    const settings = await repository.lockAndCountSettings(tx, projectId)
    if (settings === null) throw new ApiError('ERR_0404')
    if (settings >= multichannelLimits.settings) {
      throw new ApiError('ERR_0409', `A project has at most ${multichannelLimits.settings} multichannel settings.`)
    }
    const at = { created: context.now(), modified: context.now() }
    const ownerId = actor.principal.userId
    const id = await repository.insertSettings(tx, { projectId, ownerId, name, channels, ...at })
    await settingsChanged(context, tx, actor, 'multichannel-settings.created', { id, projectId, name })
    return id
  })

/** @throws ApiError ERR_0404, ERR_7001 when they were changed since that revision */
export const updateSettings = (
  context: AppContext,
  actor: Actor,
  settingsId: string,
  { name, channels, revision }: HandlerInput<typeof UpdateSettings>['body']['data'],
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const row = await repository.lockSettings(tx, settingsId)
    if (!row) throw new ApiError('ERR_0404')
    if (row.revision !== revision) throw new ApiError('ERR_7001')
    await repository.changeSettings(tx, settingsId, { name, channels, modified: context.now() })
    await settingsChanged(context, tx, actor, 'multichannel-settings.updated', { ...row, name })
  })

/** @throws ApiError ERR_0404 */
export const deleteSettings = (context: AppContext, actor: Actor, settingsId: string): Promise<void> =>
  context.db.transaction(async (tx) => {
    const removed = await repository.removeSettings(tx, settingsId)
    if (!removed) throw new ApiError('ERR_0404')
    await settingsChanged(context, tx, actor, 'multichannel-settings.deleted', removed)
  })

/**
 * Chooses the settings by which all images of a project are shown; null: none.
 * @throws ApiError ERR_0404 when the project has no such settings
 */
export const applySettings = (
  context: AppContext,
  actor: Actor,
  projectId: string,
  settingsId: string | null,
): Promise<void> =>
  context.db.transaction(async (tx) => {
    await repository.lockAndCountSettings(tx, projectId)
    const ended = await repository.endApplied(tx, projectId, settingsId)
    if (settingsId === null) {
      if (ended) await settingsChanged(context, tx, actor, 'multichannel-settings.ended', ended)
      return
    }
    const applied = await repository.markApplied(tx, projectId, settingsId)
    if (!applied) throw new ApiError('ERR_0404')
    await settingsChanged(context, tx, actor, 'multichannel-settings.applied', applied)
  })
