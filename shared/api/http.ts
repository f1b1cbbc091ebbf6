import ky from 'ky'

/** Where access tokens come from. `shared/session` plugs itself in, so that `api` needs to know nothing of it. */
export interface TokenSource {
  accessToken(): string | null
  /** After a 401: a newer token than the rejected one, or null when the session is over. */
  renew(rejected: string): Promise<string | null>
}

interface HttpSettings {
  /** Base of all API paths: '' for the same origin. */
  baseUrl: string
  tokens: TokenSource
}

const settings: HttpSettings = {
  baseUrl: '',
  tokens: { accessToken: () => null, renew: async () => null },
}

export const configureHttp = (changes: Partial<HttpSettings>): void => {
  Object.assign(settings, changes)
}

const client = ky.create({ retry: 0, throwHttpErrors: false, timeout: 30_000 })

export interface RequestOptions {
  method: string
  headers?: HeadersInit
  body?: BodyInit
  signal?: AbortSignal
  /** Milliseconds for one attempt; false: none (streams, upload parts). */
  timeout?: number | false
}

/**
 * Sends with the bearer token unless `Authorization` is already set. A 401 is answered once with a renewed token.
 * @param path - begins with `/`
 * @throws whatever fetch throws when there is no answer
 */
export const request = async (path: string, { headers: given, ...options }: RequestOptions): Promise<Response> => {
  const attempt = (token: string | null) => {
    const headers = new Headers(given)
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    return client(settings.baseUrl + path, { ...options, headers })
  }
  const token = settings.tokens.accessToken()
  const answer = await attempt(token)
  if (answer.status !== 401 || !token || new Headers(given).has('authorization')) return answer
  const renewed = await settings.tokens.renew(token)
  return renewed ? attempt(renewed) : answer
}
