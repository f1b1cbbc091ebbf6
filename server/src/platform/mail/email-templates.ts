import type { EmailMessage } from './render.ts'

interface Invited {
  inviter: string
  organisation: string
  message: string
  url: string
}

const dateOf = (moment: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(moment)

const messageOf = ({ inviter, message }: Pick<Invited, 'inviter' | 'message'>): string[] =>
  message ? [`Message from ${inviter}:`, message] : []

/** Every mail that the server writes about accounts. Links work once. */
export const emailTemplates = {
  confirmSignup: (url: string): EmailMessage => ({
    subject: 'Confirm your email address for Lamella',
    paragraphs: [
      'A free trial of Lamella was requested with this email address.',
      'Confirm the address and complete the sign-up. The link works once and for 24 hours.',
    ],
    action: { label: 'Complete the sign-up', url },
    closing: 'If this was not you, ignore this mail: no account is made without the link.',
  }),

  accountExists: (url: string): EmailMessage => ({
    subject: 'You already have a Lamella account',
    paragraphs: [
      'A free trial of Lamella was requested with this email address, which already has an account.',
      'Log in with your password, or set a new one. The link works once and for one hour.',
    ],
    action: { label: 'Set a new password', url },
    closing: 'If this was not you, ignore this mail: your account and your password stay as they are.',
  }),

  resetPassword: (url: string): EmailMessage => ({
    subject: 'Set a new password for Lamella',
    paragraphs: [
      'A new password was requested for the Lamella account with this email address.',
      'The link works once and for one hour. Setting a new password ends all sessions of the account.',
    ],
    action: { label: 'Set a new password', url },
    closing: 'If this was not you, ignore this mail: your password stays as it is.',
  }),

  /** Sent instead of a reset link, so that asking takes the same way whether or not there is an account. */
  noAccount: (signupUrl: string | null): EmailMessage => ({
    subject: 'No Lamella account with this email address',
    paragraphs: [
      'A new password was requested for a Lamella account with this email address, but there is no such account.',
      'If you have an account, it uses another address.',
    ],
    ...(signupUrl && { action: { label: 'Start a free trial', url: signupUrl } }),
    closing: 'If this was not you, ignore this mail.',
  }),

  passwordChanged: (url: string): EmailMessage => ({
    subject: 'Your Lamella password was changed',
    paragraphs: ['The password of your Lamella account was changed, and its other sessions were ended.'],
    closing: `If this was not you, set a new password now: ${url}`,
  }),

  secondFactorOn: (url: string): EmailMessage => ({
    subject: 'Two-step verification is on',
    paragraphs: [
      'Two-step verification was turned on for your Lamella account, and its other sessions were ended.',
      'From now on a log-in asks for a code of your authenticator app. Keep the recovery codes where you find them without it.',
    ],
    closing: `If this was not you, ask an admin of your organization to reset the app, and set a new password now: ${url}`,
  }),

  secondFactorOff: (url: string): EmailMessage => ({
    subject: 'Two-step verification is off',
    paragraphs: ['Two-step verification was turned off for your Lamella account: the password alone opens it.'],
    closing: `If this was not you, set a new password now: ${url}`,
  }),

  secondFactorReset: (): EmailMessage => ({
    subject: 'Your two-step verification was reset',
    paragraphs: [
      'An admin of your organization has reset the two-step verification of your Lamella account.',
      'Your authenticator app and your recovery codes no longer work for it. Log in with your password and set it up again.',
    ],
    closing: 'If you did not ask for this, tell an admin of your organization.',
  }),

  recoveryCodeUsed: (left: number, url: string): EmailMessage => ({
    subject: 'A recovery code was used',
    paragraphs: [
      'Somebody logged in to your Lamella account with your password and a recovery code.',
      left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`,
    ],
    closing: `If this was not you, set a new password now: ${url}`,
  }),

  invitation: ({ url, ...parts }: Invited): EmailMessage => ({
    subject: 'You are invited to Lamella',
    paragraphs: [
      `${parts.inviter} invites you to work with ${parts.organisation} in Lamella, a portal for microscopy images.`,
      ...messageOf(parts),
      'Accept the invitation to set your name and a password. The link works once and for 7 days.',
    ],
    action: { label: 'Accept the invitation', url },
    closing: 'If you do not know the sender, ignore this mail: no account is made without the link.',
  }),

  /** An account belongs to one organisation: who has one is told, and nobody else. */
  invitedWithAccount: (parts: Invited): EmailMessage => ({
    subject: 'An invitation that you cannot accept',
    paragraphs: [
      `${parts.inviter} invites you to work with ${parts.organisation} in Lamella.`,
      ...messageOf(parts),
      'This email address already has an account of another organisation, and an account belongs to one organisation. ' +
        'To join, ask for an invitation to another address of yours.',
    ],
    closing: 'The sender was not told that you have an account. You can ignore this mail: nothing changes.',
  }),

  trialEndsSoon: (parts: { organisation: string; end: Date; deletion: Date; url: string }): EmailMessage => ({
    subject: `Your Lamella trial ends on ${dateOf(parts.end)}`,
    paragraphs: [
      `The free trial of ${parts.organisation} ends on ${dateOf(parts.end)}.`,
      `From then on nobody can log in to it. Its data is kept until ${dateOf(parts.deletion)} and then deleted.`,
    ],
    action: { label: 'See plans and usage', url: parts.url },
    closing: 'You get this mail as an admin of the organisation.',
  }),

  trialEnded: (parts: { organisation: string; deletion: Date; url: string }): EmailMessage => ({
    subject: 'Your Lamella trial has ended',
    paragraphs: [
      `The free trial of ${parts.organisation} has ended: there is no access any more.`,
      `Its data is kept until ${dateOf(parts.deletion)}. With a plan you go on where you stopped.`,
    ],
    action: { label: 'Contact us', url: parts.url },
    closing: 'You get this mail as an admin of the organisation.',
  }),

  deletionSoon: (parts: { organisation: string; deletion: Date; url: string }): EmailMessage => ({
    subject: `Your Lamella data is deleted on ${dateOf(parts.deletion)}`,
    paragraphs: [
      `The free trial of ${parts.organisation} has ended. On ${dateOf(parts.deletion)} all its projects, images, results ` +
        'and accounts are deleted. This cannot be undone.',
      'With a plan everything stays.',
    ],
    action: { label: 'Contact us', url: parts.url },
    closing: 'You get this mail as an admin of the organisation.',
  }),

  organisationDeleted: (parts: { organisation: string }): EmailMessage => ({
    subject: 'Your Lamella data was deleted',
    paragraphs: [
      `All projects, images, results and accounts of ${parts.organisation} were deleted, a month after its free trial ended.`,
    ],
    closing: 'You got this mail as an admin of the organisation. It is the last one.',
  }),

  upgradeRequest: (parts: { plan: string; organisation: string; sender: string; message: string }): EmailMessage => ({
    subject: 'Upgrade request',
    paragraphs: [
      `Plan: ${parts.plan}`,
      `Organisation: ${parts.organisation}`,
      `From: ${parts.sender}`,
      ...(parts.message ? ['Message:', parts.message] : []),
    ],
    closing: 'Sent by the form "Request an upgrade" of the portal.',
  }),
}
