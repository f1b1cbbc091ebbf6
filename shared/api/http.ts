import ky from 'ky'
import { type ApiName, apiOf } from './api-of.ts'
import { noteAnswer, noteNoAnswer, probeWith } from './connection.ts'

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

/** A proxy answers in place of a server that does not: what our server answers is JSON (contract/errors.ts). */
const isOfProxy = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) && !headers.get('content-type')?.includes('json')

/** Sends once, and notes whether the server answers. */
const send = async (path: string, options: RequestOptions): Promise<Response> => {
  try {
    const answer = await client(apiAddress(path), options)
    if (isOfProxy(answer)) noteNoAnswer()
    else noteAnswer()
    return answer
  } catch (error) {
    if (!options.signal?.aborted) noteNoAnswer()
    throw error
  }
}

/** Milliseconds. */
const probePatience = 5000

/**
 * Has `connection` probe the server after a call without an answer; before that it takes every server for alive. Behind
 * each of the configured addresses is the same installation: the one of most calls stands for it.
 */
export const watchConnection = (): void =>
  probeWith(() =>
    client(apiAddress('/readyz'), { timeout: probePatience }).then(
      ({ ok }) => ok,
      () => false,
    ),
  )

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
    return send(path, { ...options, headers })
  }
  const token = settings.tokens.accessToken()
  const answer = await attempt(token)
  if (answer.status !== 401 || !token || new Headers(given).has('authorization')) return answer
  const renewed = await settings.tokens.renew(token)
  return renewed ? attempt(renewed) : answer
}
