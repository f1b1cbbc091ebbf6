import type { ProjectRole, RestrictionKey } from '@lamella/shared/contract'
import type { Principal } from '../../platform/http/identity.ts'

/** What a notification of each kind stores, for its words. */
export interface NotificationDetails {
  'project-shared': { by: string; role: ProjectRole }
  'organisation-invited': { by: string; organisation: string }
  'analysis-finished': {
    application: string
    version: string
    done: number
    failed: number
    /** Found in all images together. */
    objects: number
    /** Name of the only image; null: there are several. */
    image: string | null
    /** Why the only job has failed; null: it has not, or there are several. */
    reason: string | null
  }
  /** `count`: files of which the first is named. */
  'image-failed': { file: string; reason: string; count: number; uploaded: boolean }
  /** `used` and `most` in GB for the storage. */
  'limit-near': { limit: RestrictionKey; used: number; most: number }
}

export type NotificationKind = keyof NotificationDetails

/** A kind as users choose it in their profile. */
interface Kind {
  title: string
  description: string
  /** Whom it can concern. */
  audience: 'everybody' | 'members' | 'admins'
  /** Unless the user chooses otherwise. */
  shown: boolean
  mailed: boolean
  /**
   * Of its mail. Null: what causes the notification writes a mail of its own, at once, because somebody else has acted. All others are caused by
   * what the user has begun, who may be looking on: they are mailed later, unless they were read meanwhile.
   */
  subject: string | null
}

/** All kinds, in the order of the profile page. A kind is never renamed: rows and choices of users keep its name. */
export const notificationKinds: Record<NotificationKind, Kind> = {
  'project-shared': {
    title: 'Shared projects',
    description: 'Somebody shares a project with you, or makes you its owner.',
    audience: 'everybody',
    shown: true,
    mailed: true,
    subject: null,
  },
  'organisation-invited': {
    title: 'Invitations',
    description: 'Another organization invites you.',
    audience: 'everybody',
    shown: true,
    mailed: true,
    subject: null,
  },
  'analysis-finished': {
    title: 'Analyses',
    description: 'Your analyses of a project have finished or failed.',
    audience: 'members',
    shown: true,
    mailed: false,
    subject: 'Your analyses in Lamella have ended',
  },
  'image-failed': {
    title: 'Failed images',
    description: 'An image of yours could not be uploaded or processed, in whatever browser you have uploaded it.',
    audience: 'members',
    shown: true,
    mailed: false,
    subject: 'An image in Lamella failed',
  },
  'limit-near': {
    title: 'Limits',
    description: 'Your organization uses more than 80 % of a limit of its plan.',
    audience: 'admins',
    shown: true,
    mailed: true,
    subject: 'A limit in Lamella is nearly reached',
  },
}

const kinds = Object.keys(notificationKinds) as NotificationKind[]

/** The kinds that can concern a user by their present role, so that a former admin does not go on reading what is for admins. */
export const kindsFor = ({ isAdmin, isGuest }: Pick<Principal, 'isAdmin' | 'isGuest'>): NotificationKind[] =>
  kinds.filter((kind) => {
    const { audience } = notificationKinds[kind]
    if (audience === 'admins') return isAdmin && !isGuest
    return audience === 'everybody' || !isGuest
  })

/** False for a kind of a newer server. */
export const isNotificationKind = (kind: string): kind is NotificationKind => Object.hasOwn(notificationKinds, kind)
