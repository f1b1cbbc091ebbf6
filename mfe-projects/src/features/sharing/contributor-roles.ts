import { type ContributorRole, contributorRole } from '@lamella/shared/contract'

/** The roles that can be given, the strongest first (D2-3-05). */
export const contributorRoles: readonly ContributorRole[] = contributorRole.options

/** The role of a field's value; `viewer` for any other text. */
export const toRole = (value: string | null): ContributorRole =>
  contributorRoles.find((role) => role === value) ?? 'viewer'
