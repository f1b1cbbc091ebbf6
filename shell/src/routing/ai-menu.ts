import type { CurrentUser } from '@lamella/shared/contract'

export interface AiMenuContext {
  user: Pick<CurrentUser, 'fullName' | 'isGuest'>
  canAccessAITrainer: boolean
  /** The organisation is on a free plan. */
  freeOrganisation: boolean
}

/** The AI entry of the side menu: an expandable group, one plain entry, or nothing. */
export type AiMenu = { kind: 'group' } | { kind: 'entry'; to: string } | null

/**
 * Document 1 §2.6 and §6 as contradictions.md 5 and 6 settle them: guests of free organisations get their page, other
 * guests nothing; a full name with the word "free" hides the menu, "Freeman" does not. The routes stay open by address.
 */
export function aiMenuOf({ user, canAccessAITrainer, freeOrganisation }: AiMenuContext): AiMenu {
  if (/\bfree\b/i.test(user.fullName)) return null
  if (user.isGuest) return freeOrganisation ? { kind: 'entry', to: '/ai-trainer/guest' } : null
  return canAccessAITrainer ? { kind: 'group' } : { kind: 'entry', to: '/ai-trainer/subscription' }
}
