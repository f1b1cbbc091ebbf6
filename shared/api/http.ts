import ky from 'ky'
import { type ApiName, apiOf } from './api-of.ts'
import { noteAnswer, noteNoAnswer, probeWith } from './connection.ts'

/** Where access tokens come from: set by the shell, so that `shared/api` does not import `shared/session` (ADR 51). */
export interface TokenSource {
  accessToken(): string | null
  /** After a 401: a newer token than the rejected one, null when there is none. @throws ApiFailure of the renewal */
  renew(rejected: string): Promise<string | null>
}

interface HttpSettings {
  /** Origin of the APIs, one for all or one for each; '' for the origin of the page. */
  baseUrl: string | Record<ApiName, string>
  tokens: TokenSource
}

const settings: HttpSettings = {
  baseUrl: '',
  tokens: { accessToken: () => null, renew: async () => null },
}

/** Sets the addresses of the APIs and the source of tokens; what is not given stays. */
export const configureHttp = (changes: Partial<HttpSettings>): void => {
  Object.assign(settings, changes)
}

/** Address at which a path of the contract is requested. */
export const apiAddress = (path: string): string => {
  const { baseUrl } = settings
  return (typeof baseUrl === 'string' ? baseUrl : baseUrl[apiOf(path)]) + path
}

const client = ky.create({ retry: 0, throwHttpErrors: false, timeout: 30_000 })

/** A proxy answers in place of a server that does not: error answers of our server are JSON (contract/errors.ts). */
const isOfProxy = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) && !headers.get('content-type')?.includes('json')

let changing = 0
/** Whether a request that may change something is under way: leaving the page now would leave its outcome unknown. */
export const isChanging = (): boolean => changing > 0

/** Sends once, and records whether the server answers. */
const send = async (path: string, options: RequestOptions): Promise<Response> => {
  const change = options.method === 'GET' || options.keepalive ? 0 : 1
  changing += change
  try {
    const answer = await client(apiAddress(path), options)
    if (isOfProxy(answer)) noteNoAnswer()
    else noteAnswer()
    return answer
  } catch (error) {
    if (!options.signal?.aborted) noteNoAnswer()
    throw error
  } finally {
    changing -= change
  }
}

/** Milliseconds after which a probe counts as unanswered. */
const probeTimeout = 5000

/**
 * Makes `connection` probe `/readyz` after a call without an answer; until this is called, every server counts as
 * reachable. All configured addresses belong to one installation, so one of them is probed.
 */
export const watchConnection = (): void =>
  probeWith(() =>
    client(apiAddress('/readyz'), { timeout: probeTimeout }).then(
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
  /** Sent to its end while the page is left, and nobody needs to know its outcome. */
  keepalive?: boolean
}

/**
 * Sends with the bearer token unless `Authorization` is already set (D1-7-01, D1-7-02). After a 401 the token is
 * renewed and the request sent once more. Any status is an answer, none throws.
 * @param path - begins with `/`
 * @throws what fetch throws when there is no answer, or the ApiFailure of a renewal that did not succeed
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
