import type { ProjectRole } from '@lamella/shared/contract'
import type { EmailMessage } from './render.ts'

/** `message` and `projects`, the names of what will be shared, may be empty. */
interface Invited {
  inviter: string
  organisation: string
  message: string
  projects: readonly string[]
  url: string
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const purposeOf = ({ organisation, projects }: Pick<Invited, 'organisation' | 'projects'>): string => {
  if (projects.length === 0) return `to work with ${organisation}`
  return `to the ${projects.length === 1 ? 'project' : 'projects'} ${list.format(projects)} of ${organisation}`
}

const rights: Record<ProjectRole, string> = {
  owner: 'You are its owner now: you decide who sees it, and can delete it.',
  editor: 'As Editor you can upload and edit images, analyse them, and share the project.',
  annotator: 'As Annotator you can annotate images and download results.',
  viewer: 'As Viewer you can look at images and results, and download them.',
}

const dateOf = (moment: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(moment)

const messageOf = ({ inviter, message }: Pick<Invited, 'inviter' | 'message'>): string[] =>
  message ? [`Message from ${inviter}:`, message] : []

/** Content of every mail that the server sends. Links in it are absolute; dates are in UTC. */
export const emailTemplates = {
  confirmSignup: (url: string): EmailMessage => ({
    subject: 'Confirm your email address for Lamella',
    paragraphs: [
      'A free trial of Lamella was requested with this email address.',
      'Confirm the address and complete the sign-up. You can use the link once, within 24 hours.',
    ],
    action: { label: 'Complete the sign-up', url },
    closing: 'If this was not you, ignore this email. Without the link, no account is created.',
  }),

  accountExists: (url: string): EmailMessage => ({
    subject: 'You already have a Lamella account',
    paragraphs: [
      'A free trial of Lamella was requested with this email address, which already has an account.',
      'Log in with your password, or set a new one. You can use the link once, within one hour.',
    ],
    action: { label: 'Set a new password', url },
    closing: 'If this was not you, ignore this email. Your account and your password stay as they are.',
  }),

  resetPassword: (url: string): EmailMessage => ({
    subject: 'Set a new password for Lamella',
    paragraphs: [
      'A new password was requested for the Lamella account with this email address.',
      'You can use the link once, within one hour. Setting a new password ends all sessions of the account.',
    ],
    action: { label: 'Set a new password', url },
    closing: 'If this was not you, ignore this email. Your password stays as it is.',
  }),

  /** Sent in place of a reset link, so that a request does the same work whether or not there is an account. */
  noAccount: (signupUrl: string | null): EmailMessage => ({
    subject: 'No Lamella account with this email address',
    paragraphs: [
      'A new password was requested for a Lamella account with this email address, but there is no such account.',
      'If you have an account, it uses another address.',
    ],
    ...(signupUrl && { action: { label: 'Start a free trial', url: signupUrl } }),
    closing: 'If this was not you, ignore this email.',
  }),

  passwordChanged: (url: string): EmailMessage => ({
    subject: 'Your Lamella password was changed',
    paragraphs: ['The password of your Lamella account was changed, and all other sessions of the account were ended.'],
    closing: `If this was not you, set a new password now: ${url}`,
  }),

  secondFactorOn: (url: string): EmailMessage => ({
    subject: 'Two-step verification is on',
    paragraphs: [
      'Two-step verification was turned on for your Lamella account, and all other sessions of the account were ended.',
      'From now on, logging in requires a code from your authenticator app. Keep the recovery codes where you can find them without the app.',
    ],
    closing: `If this was not you, set a new password now and ask an admin of your organization to reset two-step verification: ${url}`,
  }),

  secondFactorOff: (url: string): EmailMessage => ({
    subject: 'Two-step verification is off',
    paragraphs: [
      'Two-step verification was turned off for your Lamella account. Logging in now requires the password only.',
    ],
    closing: `If this was not you, set a new password now: ${url}`,
  }),

  secondFactorReset: (): EmailMessage => ({
    subject: 'Your two-step verification was reset',
    paragraphs: [
      'An admin of your organization has reset the two-step verification of your Lamella account.',
      'Your authenticator app and your recovery codes no longer work for it. Log in with your password, then set up two-step verification again.',
    ],
    closing: 'If you did not ask for this, contact an admin of your organization.',
  }),

  recoveryCodeUsed: (left: number, url: string): EmailMessage => ({
    subject: 'A recovery code was used',
    paragraphs: [
      'Someone logged in to your Lamella account with your password and a recovery code.',
      left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`,
    ],
    closing: `If this was not you, set a new password now: ${url}`,
  }),

  invitation: ({ url, ...parts }: Invited): EmailMessage => ({
    subject: 'You are invited to Lamella',
    paragraphs: [
      `${parts.inviter} invites you ${purposeOf(parts)} in Lamella, a portal for microscopy images.`,
      ...messageOf(parts),
      'Accept the invitation to set your name and a password. You can use the link once, within 7 days.',
    ],
    action: { label: 'Accept the invitation', url },
    closing: 'If you do not know the sender, ignore this email. Without the link, no account is created.',
  }),

  /** An account belongs to one organisation. Only the owner of the account learns that it exists, not the sender (ADR 22). */
  invitedWithAccount: (parts: Invited): EmailMessage => ({
    subject: 'An invitation to Lamella needs another email address',
    paragraphs: [
      `${parts.inviter} invites you ${purposeOf(parts)} in Lamella.`,
      ...messageOf(parts),
      'This email address already has an account in another organization, and an account can belong to only one. ' +
        'To join, ask the sender to invite another email address of yours.',
    ],
    closing: 'The sender was not told that you have an account. If you do not want to join, ignore this email.',
  }),

  projectShared: (parts: { sharer: string; project: string; role: ProjectRole; url: string }): EmailMessage => ({
    subject: parts.role === 'owner' ? 'A project in Lamella is yours now' : 'A project was shared with you in Lamella',
    paragraphs: [
      parts.role === 'owner'
        ? `${parts.sharer} transferred the project ${parts.project} to you.`
        : `${parts.sharer} shared the project ${parts.project} with you.`,
      rights[parts.role],
    ],
    action: { label: 'Open the project', url: parts.url },
    closing:
      parts.role === 'owner'
        ? 'You can transfer the project to somebody else on its page "Sharing".'
        : 'You can leave the project at any time on its page "Sharing".',
  }),

  /** Of a kind of notifications without a mail of its own; `title` is a sentence without full stop, `text` may be empty. */
  notification: (parts: { subject: string; title: string; text: string; url: string }): EmailMessage => ({
    subject: parts.subject,
    paragraphs: [`${parts.title}.`, ...(parts.text ? [parts.text] : [])],
    action: { label: 'Open it in Lamella', url: parts.url },
    closing: 'In the settings of your account you choose which notifications are mailed.',
  }),

  trialEndsSoon: (parts: { organisation: string; end: Date; deletion: Date; url: string }): EmailMessage => ({
    subject: `Your Lamella trial ends on ${dateOf(parts.end)}`,
    paragraphs: [
      `The free trial of ${parts.organisation} ends on ${dateOf(parts.end)}.`,
      `From then on, its members have no access. Its data is kept until ${dateOf(parts.deletion)} and then deleted.`,
    ],
    action: { label: 'View plans and usage', url: parts.url },
    closing: 'You receive this email as an admin of the organization.',
  }),

  trialEnded: (parts: { organisation: string; deletion: Date; url: string }): EmailMessage => ({
    subject: 'Your Lamella trial has ended',
    paragraphs: [
      `The free trial of ${parts.organisation} has ended. Its members no longer have access.`,
      `Its data is kept until ${dateOf(parts.deletion)}. With a plan, you can continue where you left off.`,
    ],
    action: { label: 'Contact us', url: parts.url },
    closing: 'You receive this email as an admin of the organization.',
  }),

  deletionSoon: (parts: { organisation: string; deletion: Date; url: string }): EmailMessage => ({
    subject: `Your Lamella data will be deleted on ${dateOf(parts.deletion)}`,
    paragraphs: [
      `The free trial of ${parts.organisation} has ended. On ${dateOf(parts.deletion)}, all its projects, images, results ` +
        'and accounts will be deleted. This cannot be undone.',
      'With a plan, everything is kept.',
    ],
    action: { label: 'Contact us', url: parts.url },
    closing: 'You receive this email as an admin of the organization.',
  }),

  organisationDeleted: (parts: { organisation: string }): EmailMessage => ({
    subject: 'Your Lamella data was deleted',
    paragraphs: [
      `The free trial of ${parts.organisation} ended, and the month for which its data was kept is over. ` +
        'All its projects, images, results and accounts were deleted.',
    ],
    closing: 'You received this email as an admin of the organization. It is the last one.',
  }),

  upgradeRequest: (parts: { plan: string; organisation: string; sender: string; message: string }): EmailMessage => ({
    subject: 'Upgrade request',
    paragraphs: [
      `Plan: ${parts.plan}`,
      `Organisation: ${parts.organisation}`,
      `From: ${parts.sender}`,
      ...(parts.message ? ['Message:', parts.message] : []),
    ],
    closing: 'Sent from the form "Request an upgrade" in the portal.',
  }),
}
