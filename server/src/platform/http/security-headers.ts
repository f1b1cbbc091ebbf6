import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import helmet from 'helmet'

/** The policy of design/operations.md; styles are the only inline content, and only with the nonce of this answer. */
const policy = (nonce?: string): string =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    nonce ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self'",
    "img-src 'self' blob: data:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const policyWithoutNonce = policy()

/** Of each answer, unless its route sets others: what an API says is kept by nobody, refusals among it. */
const defaultHeaders = { 'content-security-policy': policyWithoutNonce, 'cache-control': 'no-store' }

/** For answers that no hook sees. */
export const errorHeaders = {
  ...defaultHeaders,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers with images only, and sets what concerns an image itself: the headers for pages are left out. */
    isPicture?: boolean
  }
  interface FastifyReply {
    /** Makes the nonce for this answer's style elements and puts it into the policy. For HTML only. */
    useStyleNonce(): string
  }
}

export const securityHeadersPlugin = fp(async (app: FastifyInstance, { isHttps }: { isHttps: boolean }) => {
  // Made once: @fastify/helmet makes it anew for each request, which took a quarter of a tile's time.
  const setPageHeaders = helmet({
    contentSecurityPolicy: false,
    // What a browser was told to fetch by TLS only, it refuses by HTTP for a year: never on a machine without TLS.
    strictTransportSecurity: isHttps,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })
  app.decorateReply('useStyleNonce', function useStyleNonce(this: FastifyReply) {
    const nonce = randomBytes(16).toString('base64')
    this.header('content-security-policy', policy(nonce))
    return nonce
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(defaultHeaders)
    if (request.routeOptions.config.isPicture) return done()
    setPageHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined))
  })
})
