import { bus } from '@lamella/shared/events'
import * as z from 'zod/mini'

/** Key in local storage (D1-3-03). */
export const tokenKey = 'authToken'

const storedToken = z.object({
  accessToken: z.string(),
  /** Seconds from issue to expiry. */
  expiresIn: z.number(),
  refreshToken: z.string(),
  tokenType: z.string(),
  /** Milliseconds since 1970, on this browser's clock. */
  expiresAt: z.number(),
})
export type StoredToken = z.infer<typeof storedToken>

/** The stored value is valid JSON, but no token. */
class InvalidToken extends Error {}

/** A token that could not be stored, kept for this tab; it counts while the storage holds the text `shadowed`. */
let tabOnly: { token: StoredToken; shadowed: string | null } | null = null

const storedText = (): string | null => {
  try {
    return localStorage.getItem(tokenKey)
  } catch {
    return null
  }
}

/**
 * The token of the session, or null.
 * @throws SyntaxError when the stored text is not JSON, InvalidToken when it is no token
 */
export const readToken = (): StoredToken | null => {
  const text = storedText()
  // If another tab has stored something since then, that is newer.
  if (tabOnly && tabOnly.shadowed === text) return tabOnly.token
  if (text === null) return null
  const parsed = z.safeParse(storedToken, JSON.parse(text))
  if (!parsed.success) throw new InvalidToken('The stored session is not a token')
  return parsed.data
}

/** As `readToken`, but null when the stored text is no token. */
export const readStoredToken = (): StoredToken | null => {
  try {
    return readToken()
  } catch {
    return null
  }
}

/** Whether this browser keeps a session, perhaps one that has ended. */
export const hasStoredToken = (): boolean => storedText() !== null

const warnOfTabOnly = (): void =>
  bus.emit('toast/show', {
    kind: 'warning',
    title: 'You stay logged in only in this tab',
    detail:
      'The storage of your browser is turned off or full, so your session ends when you close or reload this page.',
    sticky: true,
    key: 'storage',
  })

/** Stores the token for all tabs; where storage is refused, for this tab, with a warning. */
export const storeToken = (token: StoredToken): void => {
  try {
    localStorage.setItem(tokenKey, JSON.stringify(token))
    tabOnly = null
  } catch {
    // Warn once per session, not at each refresh.
    if (!tabOnly) warnOfTabOnly()
    tabOnly = { token, shadowed: storedText() }
  }
}

/** Removes the token for all tabs. */
export const forgetToken = (): void => {
  tabOnly = null
  try {
    localStorage.removeItem(tokenKey)
  } catch {
    // Nothing is stored.
  }
}
