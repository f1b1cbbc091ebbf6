import ky from 'ky'
import { type ApiName, apiOf } from './api-of.ts'

/** Where access tokens come from. `shared/session` plugs itself in, so that `api` needs to know nothing of it. */
export interface TokenSource {
  accessToken(): string | null
  /** After a 401: a newer token than the rejected one, null when there is none. @throws ApiFailure of the renewal */
  renew(rejected: string): Promise<string | null>
}

interface HttpSettings {
  /** Where the APIs are, one address for all or one for each; '' for the same origin. */
  baseUrl: string | Record<ApiName, string>
  tokens: TokenSource
}

const settings: HttpSettings = {
  baseUrl: '',
  tokens: { accessToken: () => null, renew: async () => null },
}

export const configureHttp = (changes: Partial<HttpSettings>): void => {
  Object.assign(settings, changes)
}

/** Where a path of the contract is to be asked for. */
export const apiAddress = (path: string): string => {
  const { baseUrl } = settings
  return (typeof baseUrl === 'string' ? baseUrl : baseUrl[apiOf(path)]) + path
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
 * @throws whatever fetch throws when there is no answer, or the ApiFailure of a renewal that did not succeed
 */
export const request = async (path: string, { headers: given, ...options }: RequestOptions): Promise<Response> => {
  const attempt = (token: string | null) => {
    const headers = new Headers(given)
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    return client(apiAddress(path), { ...options, headers })
  }
  const token = settings.tokens.accessToken()
  const answer = await attempt(token)
  if (answer.status !== 401 || !token || new Headers(given).has('authorization')) return answer
  const renewed = await settings.tokens.renew(token)
  return renewed ? attempt(renewed) : answer
}
