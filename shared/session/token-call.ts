import { ApiFailure, addressOf, delay, failureOfAnswer, failureWithoutAnswer, request } from '@lamella/shared/api'
import { requestToken, tokenAnswer, tokenRefusal } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import type { StoredToken } from './stored-token.ts'

/** Retries of a failed token call (D1-7-09); a status below 500 is final. */
const retries = 5
/** Retries of a log-in: the user looks on, and can try again. */
const retriesOfLogIn = 2

let credentials = { appId: '', appSecret: '' }

/** Sets the credentials of the app for the Basic authorisation of token calls (D1-7-05). */
export const configureTokenCall = (app: { appId: string; appSecret: string }): void => {
  credentials = app
}

/**
 * The password was right, and a second step is needed. A log-in page without one shows it as a failure with the
 * server's message.
 */
class SecondStepNeeded extends ApiFailure {
  /** For one call of `completeLogin` within 5 minutes (ADR 43). */
  readonly ticket: string

  constructor({ status, code, message, redirect, fromServer }: ApiFailure, ticket: string) {
    super(status, code, message, redirect, fromServer)
    this.name = 'SecondStepNeeded'
    this.ticket = ticket
  }
}

const refusalOf = (status: number, body: unknown): ApiFailure => {
  const failure = failureOfAnswer(status, body)
  // Of something in between, such as a proxy: the server has refused nothing.
  if (!failure.fromServer && status < 500) return failureWithoutAnswer(failure)
  const ticket = z.safeParse(tokenRefusal, body).data?.ticket
  return ticket ? new SecondStepNeeded(failure, ticket) : failure
}

const send = async (fields: Record<string, string>): Promise<StoredToken> => {
  const started = Date.now()
  const answer = await request(addressOf(requestToken, {}), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${credentials.appId}:${credentials.appSecret}`)}` },
    body: new URLSearchParams(fields),
  })
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw refusalOf(answer.status, body)
  const token = z.parse(tokenAnswer, body)
  // It would be refreshed without a pause.
  if (token.expires_in < 1) throw new Error('The token has expired already')
  return {
    accessToken: token.access_token,
    expiresIn: token.expires_in,
    refreshToken: token.refresh_token,
    tokenType: token.token_type,
    // Counted from before the call, so never later than the expiry on the server.
    expiresAt: started + token.expires_in * 1000,
  }
}

const sendWithRetries = async (fields: Record<string, string>, most = retries): Promise<StoredToken> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(fields)
    } catch (error) {
      const failure = error instanceof ApiFailure ? error : failureWithoutAnswer(error)
      const final = failure.status !== null && failure.status < 500
      if (final || attempt === most) throw failure
      await delay(Math.min(500 * 2 ** attempt, 5000))
    }
  }
}

/** A token by password. @throws ApiFailure; with a `ticket` when the password is right and a second step is needed */
export const passwordGrant = (username: string, password: string): Promise<StoredToken> =>
  sendWithRetries({ grant_type: 'password', scope: 'all_info', username, password }, retriesOfLogIn)

/** A token by the second step. @param code - of the authenticator app, or a recovery code. @throws ApiFailure */
export const secondFactorGrant = (ticket: string, code: string): Promise<StoredToken> =>
  sendWithRetries({ grant_type: 'second_factor', ticket, code })

/** A new token for a refresh token, which is used up by this. @throws ApiFailure */
export const refreshGrant = (refreshToken: string): Promise<StoredToken> =>
  sendWithRetries({ grant_type: 'refresh_token', refresh_token: refreshToken })
