import type { AuditEntry } from '@lamella/shared/contract'

/** `user.role-changed` → "User role changed" */
export const actionText = (action: string): string => {
  const words = action.replace(/[.-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whoever has no account: the server itself, an operator, or somebody who is not logged in. */
export const actorText = ({ user }: AuditEntry): string => user?.fullName ?? 'System'

export const objectText = ({ objectName, objectType, objectId }: AuditEntry): string =>
  objectName ?? [objectType, objectId].filter(Boolean).join(' ')

const valueText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** "role: GUEST, by: operator"; the name is told as the object. */
export const detailText = ({ detail }: AuditEntry): string =>
  Object.entries(detail ?? {})
    .filter(([key]) => key !== 'name')
    .map(([key, value]) => `${key}: ${valueText(value)}`)
    .join(', ')
