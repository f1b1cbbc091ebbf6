import type { AuditAction } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { emailTemplates } from '../../platform/mail/email-templates.ts'
import { links } from '../../platform/mail/links.ts'
import { enqueueEmail } from '../../platform/mail/mailer.ts'
import type { EmailMessage } from '../../platform/mail/render.ts'
import { readProduct } from '../../platform/product.ts'
import { recordAudit } from '../audit/index.ts'
import { findAdminAddresses, findTakenSteps, lockTrial, markStep } from './repository.ts'
import { deletionDate, nextStep, type Trial, type TrialStep } from './steps.ts'

type Announcement = Exclude<TrialStep, 'deletion'>

const actions: Record<Announcement, AuditAction> = {
  'ends-in-7-days': 'trial.end-announced',
  'ends-in-1-day': 'trial.end-announced',
  ended: 'trial.ended',
  'deletion-in-7-days': 'trial.deletion-announced',
  'deletion-in-1-day': 'trial.deletion-announced',
}

const mailFor = (
  { config, now }: AppContext,
  step: Announcement,
  trial: Trial & { name: string },
  contactUrl: string,
): EmailMessage => {
  const { name: organisation, end, deletion } = trial
  switch (step) {
    case 'ends-in-7-days':
    case 'ends-in-1-day':
      return emailTemplates.trialEndsSoon({ organisation, end, deletion, url: links.subscriptions(config) })
    case 'ended':
      return emailTemplates.trialEnded({ organisation, deletion: deletionDate(trial, now()), url: contactUrl })
    default:
      return emailTemplates.deletionSoon({ organisation, deletion: deletionDate(trial, now()), url: contactUrl })
  }
}

/**
 * Takes the next step if it is a notice: mails, audit entry and mark in one transaction.
 * @returns `again`: a notice was sent, call it again; `delete`: the deletion is due; null: nothing is due
 */
export const takeNextStep = async (context: AppContext, organisationId: string): Promise<'again' | 'delete' | null> => {
  const { bookDemoUrl } = await readProduct(context.config.dataDir)
  return context.db.transaction(async (tx) => {
    const now = context.now()
    const trial = await lockTrial(tx, organisationId)
    if (!trial) return null
    const step = nextStep(trial, await findTakenSteps(tx, organisationId, trial.end), now)
    if (step === null) return null
    if (step === 'deletion') return 'delete'
    await markStep(tx, { organisationId, step, trialEnd: trial.end }, now)
    await mailAdmins(context, tx, organisationId, mailFor(context, step, trial, bookDemoUrl))
    const object = { objectType: 'organisation', objectId: organisationId, detail: { step } }
    await recordAudit(tx, { at: now, organisationId, userId: null, action: actions[step], ...object })
    return 'again'
  })
}

/** Mails all active admins of an organisation. */
export const mailAdmins = async (
  context: AppContext,
  tx: Executor,
  organisationId: string,
  mail: EmailMessage,
): Promise<void> => {
  for (const email of await findAdminAddresses(tx, organisationId)) await enqueueEmail(context, tx, email, mail)
}
