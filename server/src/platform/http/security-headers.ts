import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import helmet from 'helmet'

interface PageSources {
  /** For the style elements of this response. */
  nonce: string
  /** Source expression of the inline script of the page. */
  scriptSource?: string | undefined
  /** Other origins with files of remotes. */
  origins: readonly string[]
}

/**
 * Content security policy. Inline are only styles with the nonce of this response, and the one script of a page by its hash. What is no page
 * loads nothing from other origins.
 */
const policy = ({ nonce, scriptSource, origins }: Partial<PageSources> = {}): string => {
  const from = (...sources: (string | undefined)[]) => [...sources, ...(origins ?? [])].filter(Boolean).join(' ')
  return [
    "default-src 'self'",
    `script-src ${from("'self' 'wasm-unsafe-eval'", scriptSource)}`,
    `style-src ${from("'self'", nonce && `'nonce-${nonce}'`)}`,
    `img-src ${from("'self' blob: data:")}`,
    ...(origins?.length ? [`font-src ${from("'self'")}`] : []),
    "worker-src 'self' blob:",
    `connect-src ${from("'self'")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const policyWithoutNonce = policy()

/** Headers of each response unless its route sets others: answers of the API are never cached, errors included. */
const defaultHeaders = { 'content-security-policy': policyWithoutNonce, 'cache-control': 'no-store' }

/** Headers for errors that occur before the hooks run. */
export const errorHeaders = {
  ...defaultHeaders,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers with images only and sets their headers itself: headers that concern pages are left out. */
    isPicture?: boolean
  }
  interface FastifyReply {
    /**
     * Creates the nonce for the style elements of this response and adds it to the policy. For HTML only.
     * @param scriptSource - source expression of the inline script of the page, `'sha256-…'`
     */
    useStyleNonce(scriptSource?: string): string
  }
}

interface SecurityOptions {
  /** Adds Strict-Transport-Security. */
  isHttps: boolean
  /** Other origins from which pages may load remotes. */
  remoteOrigins: readonly string[]
}

/** Sets the security headers of each response. */
export const securityHeadersPlugin = fp(async (app: FastifyInstance, { isHttps, remoteOrigins }: SecurityOptions) => {
  // Created once: @fastify/helmet does so per request, which took a quarter of the time of a tile.
  const setPageHeaders = helmet({
    contentSecurityPolicy: false,
    // A browser that has received it refuses plain HTTP for a year: never without TLS.
    strictTransportSecurity: isHttps,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })
  app.decorateReply('useStyleNonce', function useStyleNonce(this: FastifyReply, scriptSource?: string) {
    const nonce = randomBytes(16).toString('base64')
    this.header('content-security-policy', policy({ nonce, scriptSource, origins: remoteOrigins }))
    return nonce
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(defaultHeaders)
    if (request.routeOptions.config.isPicture) return done()
    setPageHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined))
  })
})
