import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'

/*
 * A browser that has been in an account is recognised by a cookie. It opens nothing: the password and the second step are
 * asked for as ever, only the guesses of others do not slow it down. It is sent with the token call only.
 */

const path = '/api/v1/oauth2'
/** Days that browsers keep a cookie at most. */
export const deviceDays = 400

const isHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => publicUrl.startsWith('https:')

/** The prefix has browsers refuse a cookie that came without TLS. */
const cookieName = (config: Pick<Config, 'publicUrl'>): string =>
  isHttps(config) ? '__Secure-lamella-device' : 'lamella-device'

/** Null: the browser has shown none, or none that this server could have made. */
export const deviceSecretOf = ({ headers }: FastifyRequest, config: Pick<Config, 'publicUrl'>): string | null => {
  const found = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='))
  const secret = found.find(([name]) => name === cookieName(config))?.[1]
  return secret && /^[\w-]{43}$/.test(secret) ? secret : null
}

export const setDeviceCookie = (reply: FastifyReply, config: Pick<Config, 'publicUrl'>, secret: string): void => {
  const attributes = [`Path=${path}`, `Max-Age=${deviceDays * 86_400}`, 'HttpOnly', 'SameSite=Strict']
  const secure = isHttps(config) ? ['Secure'] : []
  reply.header('set-cookie', [`${cookieName(config)}=${secret}`, ...attributes, ...secure].join('; '))
}
