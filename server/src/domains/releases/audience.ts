import { createHash } from 'node:crypto'
import type { Canary } from './rollout-state.ts'

/** Who asks for their versions. */
export interface Member {
  userId: string
  organisationId: string
}

/**
 * Position of a user among all for one version: 0 ≤ position < 100, the same in every browser. With the version in it, the first per cent
 * of every trial are other people.
 */
export const positionOf = (userId: string, app: string, version: string): number =>
  (createHash('sha256').update(`${userId}/${app}/${version}`).digest().readUInt32BE() % 10_000) / 100

/** Whether a user gets the version on trial. More share only adds users. */
export const isOnTrial = (
  { version, traffic, trial }: Canary,
  app: string,
  { userId, organisationId }: Member,
): boolean =>
  trial?.users.includes(userId) ||
  trial?.organisations.includes(organisationId) ||
  positionOf(userId, app, version) < traffic
