import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'

/*
 * A browser that has logged in to an account is recognised by a cookie, which is sent with the token call only. It grants no
 * access: password and second step are still required, but failed attempts elsewhere do not slow this browser down (ADR 43).
 */

const path = '/api/v1/oauth2'
/** Days that a device stays known: the longest lifetime of a cookie (RFC 6265bis). */
export const deviceDays = 400

const isHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => publicUrl.startsWith('https:')

/** With the prefix `__Secure-` browsers refuse the cookie without TLS. */
const cookieName = (config: Pick<Config, 'publicUrl'>): string =>
  isHttps(config) ? '__Secure-lamella-device' : 'lamella-device'

/** The secret in the cookie; null: there is no cookie, or not of the form of a secret. */
export const deviceSecretOf = ({ headers }: FastifyRequest, config: Pick<Config, 'publicUrl'>): string | null => {
  const found = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='))
  const secret = found.find(([name]) => name === cookieName(config))?.[1]
  return secret && /^[\w-]{43}$/.test(secret) ? secret : null
}

/** Sets the cookie (HttpOnly, SameSite=Strict, for the path of the token call) and prolongs its life. */
export const setDeviceCookie = (reply: FastifyReply, config: Pick<Config, 'publicUrl'>, secret: string): void => {
  const attributes = [`Path=${path}`, `Max-Age=${deviceDays * 86_400}`, 'HttpOnly', 'SameSite=Strict']
  const secure = isHttps(config) ? ['Secure'] : []
  reply.header('set-cookie', [`${cookieName(config)}=${secret}`, ...attributes, ...secure].join('; '))
}
