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

// Local storage may be switched off or full: then the session lives in this tab only.
let memory: StoredToken | null = null

/** @throws SyntaxError when something is stored that is not a token */
export const readToken = (): StoredToken | null => {
  let text: string | null
  try {
    text = localStorage.getItem(tokenKey)
  } catch {
    return memory
  }
  if (text === null) return memory
  const parsed = z.safeParse(storedToken, JSON.parse(text))
  if (!parsed.success) throw new SyntaxError('The stored session cannot be read')
  return parsed.data
}

export const writeToken = (token: StoredToken | null): void => {
  memory = token
  try {
    if (token) localStorage.setItem(tokenKey, JSON.stringify(token))
    else localStorage.removeItem(tokenKey)
    if (token) memory = null
  } catch {
    // Kept in memory.
  }
}
