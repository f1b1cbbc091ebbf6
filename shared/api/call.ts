import type { Endpoint, EndpointInput, EndpointOutput } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import { noteUnansweredWrite } from './connection.ts'
import { ApiFailure, failureOfAnswer, failureWithoutAnswer } from './failure.ts'
import { request } from './http.ts'

/** Record of a failed call (D1-8-26), passed to every listener of `onFailure`. */
export interface FailureRecord {
  id: string
  /** Action of the user to which the call belongs, e.g. `projects.list`. */
  actionId: string
  code: string
  httpErrorCode: number | null
  message: string
  /** Path of the endpoint with its placeholders: tokens and addresses of people must not be recorded. */
  source: string
  /** A redirect applies (D1-8-27). */
  fatal: boolean
  /** Path of the error page that is opened; null: the failure is shown where it happened. */
  redirect: string | null
}

type FailureListener = (record: FailureRecord) => void
const listeners = new Set<FailureListener>()

/** Calls `listener` with the record of every failure. @returns unsubscribe */
export const onFailure = (listener: FailureListener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const report = (failure: ApiFailure, redirect: string | null): void => {
  const { action: actionId, source, code, status: httpErrorCode, message } = failure
  const fatal = redirect !== null
  const record = { id: crypto.randomUUID(), actionId, code, httpErrorCode, message, source, fatal, redirect }
  for (const listener of listeners) listener(record)
}

/**
 * Opens an error page, for a failure that cannot be shown where it happened.
 * @param page - path of the error page, by default that of the failure; null: nothing happens
 * @returns whether an error page is opened
 */
export const leavePage = (failure: ApiFailure, page: string | null = failure.redirect): boolean => {
  if (page !== null) report(failure, page)
  return page !== null
}

export interface CallOptions {
  signal?: AbortSignal
  /** Name of the user's action in error records; by default the endpoint's path. */
  action?: string
  /** The caller sends a write again by itself until there is an answer: nobody needs to look whether it was made. */
  isResent?: boolean
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string>
  body?: unknown
}

/** Path of an endpoint with its parameters filled in and its query appended. */
export const addressOf = (endpoint: Endpoint, { params = {}, query = {} }: Parts): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

const bodyOf = (endpoint: Endpoint, body: unknown): { body?: BodyInit; type?: string } => {
  if (body === undefined) return {}
  if (endpoint.bodyType === 'application/x-www-form-urlencoded') {
    return { body: new URLSearchParams(body as Record<string, string>) }
  }
  if (endpoint.bodyType === 'application/octet-stream') return { body: body as Blob, type: endpoint.bodyType }
  return { body: JSON.stringify(body), type: 'application/json' }
}

const parseAnswer = async <E extends Endpoint>(endpoint: E, answer: Response): Promise<EndpointOutput<E>> => {
  const schema = endpoint.success.body
  if (schema === null || schema === 'binary') return undefined as EndpointOutput<E>
  return z.parse(schema, await answer.json()) as EndpointOutput<E>
}

/** Parsed body and headers of a successful call. */
export interface Answer<E extends Endpoint> {
  body: EndpointOutput<E>
  headers: Headers
}

/**
 * One call of the contract: typed, with bearer token, the answer validated. A failure is recorded and thrown; a caller
 * that cannot show it calls `leavePage`.
 * @throws ApiFailure, or the AbortError of `signal`
 */
export const callWithHeaders = async <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { signal, action = endpoint.path, isResent = false }: CallOptions = {},
): Promise<Answer<E>> => {
  const parts = input as Parts
  try {
    const { body, type } = bodyOf(endpoint, parts.body)
    const headers = { ...(type && { 'content-type': type }), ...parts.headers }
    // A file takes as long as its size and the network need.
    const time = body instanceof Blob ? ({ timeout: false } as const) : {}
    const options = { method: endpoint.method, headers, body, signal, ...time }
    const answer = await request(addressOf(endpoint, parts), options)
    if (!answer.ok) throw failureOfAnswer(answer.status, await answer.json().catch(() => undefined))
    // Of something between here and the server, such as a page that asks for a log-in: nothing has been changed for sure.
    if (endpoint.success.status === 204 && answer.status !== 204)
      throw new Error(`Answer ${answer.status} in place of 204`)
    return { body: await parseAnswer(endpoint, answer), headers: answer.headers }
  } catch (error) {
    if (signal?.aborted) throw error
    const failure = error instanceof ApiFailure ? error : failureWithoutAnswer(error)
    failure.source = endpoint.path
    failure.action = action
    if (failure.status === null && endpoint.method !== 'GET' && !isResent) noteUnansweredWrite()
    report(failure, null)
    throw failure
  }
}

/** As `callWithHeaders`, for the many calls of which only the body matters. @throws as `callWithHeaders` */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options?: CallOptions,
): Promise<EndpointOutput<E>> => (await callWithHeaders(endpoint, input, options)).body

/** Id of what a POST created: the end of its Location header (D2-7-06); null without one. */
export const createdId = (headers: Headers): string | null =>
  headers.get('location')?.split('?')[0]?.split('/').filter(Boolean).at(-1) ?? null
