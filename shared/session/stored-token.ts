import { bus } from '@lamella/shared/events'
import * as z from 'zod/mini'

/** Key in local storage (document 1 §3). */
export const tokenKey = 'authToken'

const storedToken = z.object({
  accessToken: z.string(),
  /** Seconds of life when it was issued. */
  expiresIn: z.number(),
  refreshToken: z.string(),
  tokenType: z.string(),
  /** Milliseconds since 1970, on this browser's clock. */
  expiresAt: z.number(),
})
export type StoredToken = z.infer<typeof storedToken>

/** Something is stored that is no token: it can be read, but nobody is logged in with it. */
class InvalidToken extends Error {}

/** A token that the browser would not store: it stands for what was stored at that moment, and ends with the tab. */
let tabOnly: { token: StoredToken; shadowed: string | null } | null = null

const storedText = (): string | null => {
  try {
    return localStorage.getItem(tokenKey)
  } catch {
    return null
  }
}

/** @throws SyntaxError when what is stored cannot be parsed, InvalidToken when it is something else than a token */
export const readToken = (): StoredToken | null => {
  const text = storedText()
  // Another tab that could store something since then knows better.
  if (tabOnly && tabOnly.shadowed === text) return tabOnly.token
  if (text === null) return null
  const parsed = z.safeParse(storedToken, JSON.parse(text))
  if (!parsed.success) throw new InvalidToken('The stored session is not a token')
  return parsed.data
}

const tellTabOnly = (): void =>
  bus.emit('toast/show', {
    kind: 'warning',
    title: 'You stay logged in only in this tab',
    detail:
      'The storage of your browser is turned off or full, so your session ends when you close or reload this page.',
    sticky: true,
    key: 'storage',
  })

export const storeToken = (token: StoredToken): void => {
  try {
    localStorage.setItem(tokenKey, JSON.stringify(token))
    tabOnly = null
  } catch {
    // Once a session: every refresh comes here again.
    if (!tabOnly) tellTabOnly()
    tabOnly = { token, shadowed: storedText() }
  }
}

export const forgetToken = (): void => {
  tabOnly = null
  try {
    localStorage.removeItem(tokenKey)
  } catch {
    // Nothing is stored.
  }
}
