import {
  type Endpoint,
  type EndpointOutput,
  type ErrorCode,
  errorCatalogue,
  type HandlerInput,
} from '@lamella/shared/contract'
import * as z from 'zod/mini'

/** A refusal with a code of the error catalogue. */
export class Refusal {
  readonly code: ErrorCode
  readonly detail: string

  constructor(code: ErrorCode, detail: string = errorCatalogue[code].detail) {
    this.code = code
    this.detail = detail
  }
}

/** A success with answer headers. */
export class WithHeaders<Body> {
  readonly body: Body
  readonly headers: Record<string, string>

  constructor(body: Body, headers: Record<string, string>) {
    this.body = body
    this.headers = headers
  }
}

/**
 * A `Response` stands for answers outside the contract, such as the page of a proxy; `Response.error()` for no answer.
 */
type Result<E extends Endpoint> = EndpointOutput<E> | WithHeaders<EndpointOutput<E>> | Refusal | Response
/** @param request - for headers that the contract does not describe; its body is read */
type Handler<E extends Endpoint> = (parts: HandlerInput<E>, request: Request) => Result<E> | Promise<Result<E>>

interface Route {
  endpoint: Endpoint
  path: RegExp
  handler: (parts: never, request: Request) => unknown
}

const pathPattern = ({ path }: Endpoint) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

const decoded = (params: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))

const bodyOf = async ({ bodyType }: Endpoint, request: Request): Promise<unknown> =>
  bodyType === 'application/x-www-form-urlencoded'
    ? Object.fromEntries(new URLSearchParams(await request.text()))
    : request.json()

/**
 * The API in place of `fetch`: requests of the page and answers of the test are validated by the contract. `close`
 * throws when a call broke it or had no handler.
 */
export class ContractServer {
  /** Method and path of each call, in order. */
  readonly calls: string[] = []
  /** Nothing is answered any more, calls that are under way neither. */
  isDown = false
  readonly #problems: string[] = []
  readonly #routes: Route[] = []
  readonly #realFetch = globalThis.fetch

  static start(): ContractServer {
    const server = new ContractServer()
    // As in a browser, a path is relative to the page.
    const requestOf = (input: RequestInfo | URL): RequestInfo | URL =>
      typeof input === 'string' ? new URL(input, globalThis.location?.href) : input
    globalThis.fetch = (input, init) => server.#answer(new Request(requestOf(input), init))
    return server
  }

  /** A later handler of an endpoint takes the place of an earlier one. */
  on<E extends Endpoint>(endpoint: E, handler: Handler<E>): this {
    this.#routes.unshift({ endpoint, path: pathPattern(endpoint), handler })
    return this
  }

  /** @throws Error when a call broke the contract or was not expected */
  close(): void {
    globalThis.fetch = this.#realFetch
    if (this.#problems.length > 0) throw new Error(this.#problems.join('\n'))
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    this.calls.push(`${request.method} ${pathname}`)
    if (this.isDown) throw new TypeError('Failed to fetch')
    const route = this.#routes.find(({ endpoint, path }) => endpoint.method === request.method && path.test(pathname))
    try {
      if (!route) throw new Error('no handler')
      const answer = await this.#handle(route, request, pathname, searchParams)
      if (answer.type !== 'error' && !this.isDown) return answer
    } catch (error) {
      this.#problems.push(`${request.method} ${pathname}: ${error instanceof Error ? error.message : error}`)
      throw error
    }
    throw new TypeError('Failed to fetch')
  }

  async #handle(
    { endpoint, path, handler }: Route,
    request: Request,
    pathname: string,
    search: URLSearchParams,
  ): Promise<Response> {
    const parse = (schema: z.ZodMiniType | undefined, value: unknown) => schema && z.parse(schema, value)
    const parts = {
      params: parse(endpoint.params, decoded(path.exec(pathname)?.groups)),
      query: parse(endpoint.query, Object.fromEntries(search)),
      headers: parse(endpoint.headers, Object.fromEntries(request.headers)),
      body: endpoint.body && parse(endpoint.body, await bodyOf(endpoint, request)),
    }
    const result = await handler(parts as never, request)
    if (result instanceof Response) return result
    if (result instanceof Refusal) {
      const { code, detail } = result
      return Response.json({ errors: [{ code, detail }] }, { status: errorCatalogue[code].status })
    }
    const { body, headers } = result instanceof WithHeaders ? result : new WithHeaders(result, {})
    const { success } = endpoint
    if (success.body === null || success.body === 'binary') {
      return new Response(null, { status: success.status, headers })
    }
    return Response.json(z.parse(success.body, body), { status: success.status, headers })
  }
}
