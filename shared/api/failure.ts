import { errorBody, locallyHandledCodes } from '@lamella/shared/contract'
import * as z from 'zod/mini'

/** By HTTP status (D1-8-12 to D1-8-22): the message where the server gave none, and the error page. */
const statusTable: Record<number, { message: string; redirect: string | null }> = {
  400: { message: 'Bad request', redirect: null },
  401: { message: 'Unauthorized', redirect: '/error/401' },
  403: { message: 'Permission denied', redirect: '/error/403' },
  404: { message: 'Page not found', redirect: null },
  409: { message: 'Conflict', redirect: null },
  410: { message: 'Service unavailable', redirect: '/error/410' },
  413: { message: 'Payload too large', redirect: null },
  503: { message: 'Service unavailable', redirect: '/error/503' },
  504: { message: 'Timeout', redirect: null },
}
/** D1-8-23, D1-8-24. */
const unknownStatus = { message: 'Unknown Http Error', redirect: '/error' }
const clientError = { message: 'Client Error', redirect: '/error' }

/** A call that did not succeed: answered with an error, or not answered at all. */
export class ApiFailure extends Error {
  /** Null: no answer (network, time-out, an answer that breaks the contract). */
  readonly status: number | null
  /** First code of the server's error list, e.g. `ERR_5001`. */
  readonly code: string
  /** Path of the error page of this failure, for callers that cannot show it where it happened; null: none. */
  readonly redirect: string | null
  /** The message is the server's own sentence, the first of its error list. */
  readonly fromServer: boolean
  /** Action of the user, e.g. `projects.list`, and path of the endpoint: set by the call that failed. */
  action = ''
  source = ''

  constructor(status: number | null, code: string, message: string, redirect: string | null, fromServer = false) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.redirect = redirect
    this.fromServer = fromServer
  }

  /** It has an error page of its own (D1-8-27). */
  get fatal(): boolean {
    return this.redirect !== null
  }
}

const firstError = (body: unknown) => {
  const parsed = z.safeParse(errorBody, body)
  return parsed.success ? parsed.data.errors[0] : undefined
}

/** The failure of an answer that is no success. @param body - parsed JSON of the answer, or undefined */
export const failureOfAnswer = (status: number, body: unknown): ApiFailure => {
  const rule = statusTable[status] ?? unknownStatus
  const error = firstError(body)
  const code = error?.code ?? `ERR_0${status}`
  const staysHere = status === 403 && locallyHandledCodes.some((local) => local === code)
  const redirect = staysHere ? null : rule.redirect
  return new ApiFailure(status, code, error?.detail || rule.message, redirect, Boolean(error?.detail))
}

/** The failure of a call that could not be sent, or whose answer breaks the contract. */
export const failureWithoutAnswer = (cause: unknown): ApiFailure => {
  const failure = new ApiFailure(null, 'ERR_CLIENT', clientError.message, clientError.redirect)
  failure.cause = cause
  return failure
}
