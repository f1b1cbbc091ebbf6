import type { TokenAction } from '@lamella/shared/contract'

/** The authenticated caller. Set by the access rule; absent on public routes. */
export interface Principal {
  userId: string
  organisationId: string
  sessionId: string
  isAdmin: boolean
  isGuest: boolean
}

/** Who acts on releases: a person, a named token, or the holder of the operator token. */
export interface Operator {
  /** For the history. */
  name: string
  /** Of a person: for the audit log of their organisation. */
  by?: { principal: Principal; requestId: string }
  /** Of a named token: the apps that it is for, and what it may do with them. */
  apps?: readonly string[]
  may?: readonly TokenAction[]
}

/** A named token. */
export interface NamedToken {
  name: string
  apps: readonly string[]
  may: readonly TokenAction[]
  expires: Date | null
}

/** What the access rules check of the holder of an access token. */
export interface Identity {
  principal: Principal
  active: boolean
  /** May see and change releases. */
  operator: boolean
  /** Both agreements are given. */
  agreed: boolean
  /** The organisation requires a second factor, and the user has none. */
  secondFactorMissing: boolean
  /** End of the access token, or of the session for a ticket. */
  expires: Date
  /** Last moment covered by a portal subscription; null: the organisation never had one. */
  portalUntil: Date | null
}
