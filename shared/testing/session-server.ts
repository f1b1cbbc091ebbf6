import { configureHttp } from '@lamella/shared/api'
import { type BusEvents, bus, type Toast } from '@lamella/shared/events'
import { configureTokenCall, logout, tokenSource } from '@lamella/shared/session'

const id = '019aa000-0000-7000-8000-000000000001'
const user = {
  id,
  firstName: 'Ada',
  lastName: 'Example',
  fullName: 'Ada Example',
  email: 'ada@lab.org',
  isAdmin: false,
  isGuest: false,
  organisationId: id,
  agreementPrivacy: true,
  agreementTerms: true,
  roles: ['USER'],
}
const about = {
  id,
  name: 'Lab',
  portalWebAccess: true,
  canAccessAITrainer: true,
  restrictions: [{ key: 'projectLimit', value: 10 }],
}

export type SessionAnswer = () => Response | Promise<Response>

/** A successful token call. @param name - the access token @param seconds - until it expires */
export const tokenAnswer =
  (name: string, seconds = 3600): SessionAnswer =>
  () =>
    Response.json({ access_token: name, expires_in: seconds, refresh_token: `${name}-refresh`, token_type: 'Bearer' })

export const statusAnswer =
  (code: number): SessionAnswer =>
  () =>
    Response.json({ errors: [{ code: `ERR_0${code}`, detail: `Answer ${code}` }] }, { status: code })

/** The page of a proxy in place of the server's answer. */
export const proxyAnswer =
  (code: number): SessionAnswer =>
  () =>
    new Response('<html>', { status: code, headers: { 'content-type': 'text/html' } })

export const noAnswer: SessionAnswer = () => Promise.reject(new TypeError('network'))

interface Asked {
  host: string
  path: string
  query: string
  body: string
  authorization: string | null
}

/**
 * The server's calls of a session, in place of `fetch`, with a record of requests, ends of session and toasts. Uses
 * fake timers.
 */
export class SessionServer {
  /** Answers to the next token calls, in order; after the last there is no answer. */
  tokens: SessionAnswer[] = []
  /** Changes to the answer of `aboutOrganisation`. */
  organisation: Partial<typeof about> = {}
  whoAmI: SessionAnswer = () => Response.json({ data: user })
  readonly asked: Asked[] = []
  readonly ended: BusEvents['session/ended'][] = []
  readonly toasts: Toast[] = []
  readonly #realFetch = globalThis.fetch
  readonly #subscriptions = [
    bus.on('session/ended').subscribe((event) => this.ended.push(event)),
    bus.on('toast/show').subscribe((toast) => this.toasts.push(toast)),
  ]
  readonly #answers: Record<string, SessionAnswer> = {
    '/api/v1/oauth2/token': () => (this.tokens.shift() ?? noAnswer)(),
    '/api/v1/oauth2/logout': () => new Response(null, { status: 204 }),
    '/api/v1/users/me': () => this.whoAmI(),
    '/api/v1/organisation/about': () => Response.json({ data: { ...about, ...this.organisation } }),
    '/api/v1/organisation/admin': () => Response.json({ data: { id, email: 'mara@lab.org' } }),
    '/api/v1/subscriptions': () => Response.json({ data: [], links: { next: null } }),
    // The stream of events stays open.
    '/api/v1/events': () => new Promise(() => undefined),
  }

  static start(): SessionServer {
    jest.useFakeTimers()
    localStorage.clear()
    const server = new SessionServer()
    globalThis.fetch = async (input, init) => {
      const request = new Request(input instanceof Request ? input : String(input), init)
      const { host, pathname: path, search: query } = new URL(request.url)
      const authorization = request.headers.get('authorization')
      server.asked.push({ host, path, query, body: await request.clone().text(), authorization })
      return (server.#answers[path] ?? statusAnswer(404))()
    }
    configureHttp({ baseUrl: 'http://portal.test', tokens: tokenSource })
    configureTokenCall({ appId: 'portal', appSecret: 'secret' })
    return server
  }

  async stop(): Promise<void> {
    await logout()
    for (const subscription of this.#subscriptions) subscription.unsubscribe()
    globalThis.fetch = this.#realFetch
    jest.useRealTimers()
  }

  get tokenCalls(): Asked[] {
    return this.asked.filter(({ path }) => path === '/api/v1/oauth2/token')
  }

  /** Advances the clock by a minute, past all retries, and awaits the work. */
  async letPass<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined)
    await jest.advanceTimersByTimeAsync(60_000)
    return work
  }
}

/** Stores a token, as a tab did earlier. @param expiresAt - milliseconds since 1970 */
export const storeSession = (name: string, expiresAt: number): void =>
  localStorage.setItem(
    'authToken',
    JSON.stringify({
      accessToken: name,
      expiresIn: 3600,
      refreshToken: `${name}-refresh`,
      tokenType: 'Bearer',
      expiresAt,
    }),
  )
