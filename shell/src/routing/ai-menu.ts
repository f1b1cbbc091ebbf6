import type { CurrentUser } from '@lamella/shared/contract'

/** What the AI entry depends on. */
export interface AiMenuContext {
  user: Pick<CurrentUser, 'fullName' | 'isGuest'>
  canAccessAITrainer: boolean
  /** The organisation is on a free plan. */
  freeOrganisation: boolean
}

/** AI entry of the side menu: an expandable group, one plain entry, or none. */
export type AiMenu = { kind: 'group' } | { kind: 'entry'; to: string } | null

/**
 * Guests of free organisations get their page, other guests none (contradiction 5). A full name with the word "free"
 * hides the menu, "Freeman" does not (contradiction 6). The routes stay open by URL.
 */
export function aiMenuOf({ user, canAccessAITrainer, freeOrganisation }: AiMenuContext): AiMenu {
  if (/\bfree\b/i.test(user.fullName)) return null
  if (user.isGuest) return freeOrganisation ? { kind: 'entry', to: '/ai-trainer/guest' } : null
  return canAccessAITrainer ? { kind: 'group' } : { kind: 'entry', to: '/ai-trainer/subscription' }
}
