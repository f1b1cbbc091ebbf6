/** Who calls. Set by the access rule; absent on public routes. */
export interface Principal {
  userId: string
  organisationId: string
  sessionId: string
  isAdmin: boolean
  isGuest: boolean
}

/** Everything that the access rules want to know about the holder of an access token. */
export interface Identity {
  principal: Principal
  active: boolean
  agreed: boolean
  /** The organisation asks for a second factor, and there is none. */
  secondFactorMissing: boolean
  /** End of the access token. */
  expires: Date
  /** Last moment covered by a portal subscription; null: there was none. */
  portalUntil: Date | null
}
