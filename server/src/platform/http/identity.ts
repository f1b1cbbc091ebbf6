/** The authenticated caller. Set by the access rule; absent on public routes. */
export interface Principal {
  userId: string
  organisationId: string
  sessionId: string
  isAdmin: boolean
  isGuest: boolean
}

/** What the access rules check of the holder of an access token. */
export interface Identity {
  principal: Principal
  active: boolean
  /** Both agreements are given. */
  agreed: boolean
  /** The organisation requires a second factor, and the user has none. */
  secondFactorMissing: boolean
  /** End of the access token, or of the session for a ticket. */
  expires: Date
  /** Last moment covered by a portal subscription; null: the organisation never had one. */
  portalUntil: Date | null
}
