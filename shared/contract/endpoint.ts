import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Schema = z.ZodMiniType

/** One call of the API. Server routes, client functions and the OpenAPI document are all made from it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters. */
  path: `/${string}`
  summary: string
  tag: string
  params?: Schema
  query?: Schema
  headers?: Schema
  /** Absent: no body. Raw bodies (upload parts) are not described by a schema. */
  body?: Schema
  /** `application/json` unless said otherwise. */
  bodyType?: 'application/x-www-form-urlencoded' | 'application/octet-stream'
  /** Status of success and its body; null: empty, `binary`: bytes that no schema describes. */
  success: { status: number; body: Schema | null | 'binary'; headers?: AnswerHeaders }
  /**
   * Answers besides success that are not in the error catalogue, by status; `error`: with a body of its form all the
   * same.
   */
  answers?: Record<number, { description: string; body: null | 'binary' | 'error'; headers?: AnswerHeaders }>
  /** Refusals besides those that follow from the access rule and from the form of the request. */
  errors?: readonly ErrorCode[]
  /** Body of a refusal that carries more than code and detail (`errorBody`). */
  refusal?: Schema
}

/** Name in lower case → description. Headers that every answer has are not listed. */
export type AnswerHeaders = Record<string, string>

/** Headers of a stored file. */
export const fileHeaders: AnswerHeaders = {
  'accept-ranges': 'bytes',
  'content-disposition': 'Name of the file',
  etag: 'Version of the content',
}

/** Answers of a download of which parts can be asked for (RFC 9110 §14). */
export const rangeAnswers = {
  206: { description: 'One range of the bytes', body: 'binary', headers: { ...fileHeaders, 'content-range': 'Which' } },
  304: { description: 'The bytes are those of If-None-Match', body: null, headers: fileHeaders },
  416: { description: 'The range lies beyond the end', body: 'error', headers: { 'content-range': 'bytes */size' } },
} as const

/** Answer 304: the content is the one named in If-None-Match (RFC 9110 §13.1.2). */
export const notModified = {
  description: 'The content is that of If-None-Match',
  body: null,
  headers: { etag: 'Version of the content', vary: 'What the answer depends on' },
} as const

/** Defines a call; the identity, which keeps the literal types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined

/** What a client passes: the parts that the endpoint has, before validation. */
export type EndpointInput<E extends Endpoint> = (E extends { params: infer P } ? { params: Input<P> } : unknown) &
  (E extends { query: infer Q } ? { query?: Input<Q> } : unknown) &
  (E extends { headers: infer H } ? { headers?: Input<H> } : unknown) &
  (E extends { body: infer B } ? { body: Input<B> } : unknown) &
  (E extends { bodyType: 'application/octet-stream' } ? { body?: Blob } : unknown)

/** What a handler on the server receives after validation; undefined where the endpoint has no such part. */
export type HandlerInput<E extends Endpoint> = {
  params: E extends { params: infer P } ? Output<P> : undefined
  query: E extends { query: infer Q } ? Output<Q> : undefined
  headers: E extends { headers: infer H } ? Output<H> : undefined
  body: E extends { body: infer B } ? Output<B> : undefined
}

/** The parsed body of success; undefined where it is empty or binary. */
export type EndpointOutput<E extends Endpoint> = E['success']['body'] extends infer B
  ? B extends Schema
    ? z.output<B>
    : undefined
  : never
