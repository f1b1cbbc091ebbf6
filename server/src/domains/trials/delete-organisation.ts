import type { AppContext } from '../../platform/context.ts'
import { emailTemplates } from '../../platform/mail/email-templates.ts'
import { recordAudit } from '../audit/index.ts'
import { removeProject } from '../deletion/index.ts'
import { deleteMedia } from '../media/index.ts'
import {
  deleteOrganisationRow,
  findProjectsOf,
  findSomeMediaOf,
  findTakenSteps,
  forgetAuditDetails,
  lockTrial,
} from './repository.ts'
import { nextStep } from './steps.ts'
import { mailAdmins } from './take-step.ts'

/** Media per transaction. */
const mediaAtOnce = 500

/**
 * Deletes an organisation with all its data, project by project; durable jobs remove the blobs. The row of the organisation is deleted
 * last, so that an interrupted deletion can be called again, also concurrently.
 * @throws the reason of the signal when it is aborted
 */
export const deleteOrganisation = async (
  context: AppContext,
  organisationId: string,
  signal: AbortSignal,
): Promise<void> => {
  const { db } = context
  const audit = () => ({ at: context.now(), organisationId, userId: null })
  for (const projectId of await findProjectsOf(db, organisationId)) {
    signal.throwIfAborted()
    const object = { objectType: 'project', objectId: projectId }
    await removeProject(context, projectId, null, (tx) =>
      recordAudit(tx, { ...audit(), action: 'project.deleted', ...object }),
    )
  }
  for (;;) {
    signal.throwIfAborted()
    const rest = await findSomeMediaOf(db, organisationId, mediaAtOnce)
    if (rest.length === 0) break
    await (await db.transaction((tx) => deleteMedia(context, tx, rest)))()
  }
  await db.transaction(async (tx) => {
    const trial = await lockTrial(tx, organisationId)
    const taken = trial && (await findTakenSteps(tx, organisationId, trial.end))
    // The organisation got a plan meanwhile, or another process has deleted it.
    if (!trial || !taken || nextStep(trial, taken, context.now()) !== 'deletion') return
    await mailAdmins(context, tx, organisationId, emailTemplates.organisationDeleted({ organisation: trial.name }))
    await forgetAuditDetails(tx, organisationId)
    await deleteOrganisationRow(tx, organisationId)
    const object = { objectType: 'organisation', objectId: organisationId, detail: { name: trial.name } }
    await recordAudit(tx, { ...audit(), action: 'organisation.deleted', ...object })
  })
}
