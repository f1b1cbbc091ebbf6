import { type AnswerHeaders, type Endpoint, type ErrorCode, errorCatalogue } from '@lamella/shared/contract'

/** A declared response of a call with one status. */
export interface DeclaredAnswer {
  description: string
  /** `success`: the success body of the endpoint; null: no body. */
  body: 'success' | 'error' | 'binary' | null
  headers: AnswerHeaders
}

/** Headers of every response, by name in lower case; the OpenAPI document names them once. */
export const commonHeaders: AnswerHeaders = {
  'access-control-allow-origin': '*, of images for other programs only',
  'x-request-id': 'Id of the request, as in the log of the server',
  'cache-control': 'no-store, unless the call says otherwise',
  'content-type': 'Type of the body',
  'content-length': 'Bytes of the body',
  'content-security-policy': 'What a page may load',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin; cross-origin of images for other programs',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'Where the portal has TLS',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  connection: 'Whether the connection stays open',
}

const headersOfStatus: Record<number, AnswerHeaders> = {
  401: { 'www-authenticate': 'How to say who calls' },
  429: { 'retry-after': 'Seconds until the next attempt counts' },
}

/** Errors that follow from the access rule and from the form of the request. */
const impliedErrors = ({ path, params, query, headers, body, bodyType }: Endpoint, isPublic: boolean): ErrorCode[] => [
  ...(isPublic ? [] : (['ERR_0401', 'ERR_1002', 'ERR_0403', 'ERR_1005', 'ERR_1008', 'ERR_1023'] as const)),
  ...(params || query || headers || body ? (['ERR_0400'] as const) : []),
  ...(path.includes(':') || body ? (['ERR_0404'] as const) : []),
  ...(body || bodyType ? (['ERR_0408', 'ERR_0413', 'ERR_0415'] as const) : []),
  'ERR_0431',
  'ERR_0500',
  'ERR_0503',
]

const describeErrors = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => `${code}: ${errorCatalogue[code].detail}`).join('\n\n')

/** Every response that a call declares, by status. */
export const answersOf = (endpoint: Endpoint, isPublic: boolean): Map<number, DeclaredAnswer> => {
  const { success, answers = {}, errors = [] } = endpoint
  const codes = [...new Set([...impliedErrors(endpoint, isPublic), ...errors])]
  const declared = new Map<number, DeclaredAnswer>()
  for (const [status, group] of Map.groupBy(codes, (code) => errorCatalogue[code].status)) {
    declared.set(status, { description: describeErrors(group), body: 'error', headers: headersOfStatus[status] ?? {} })
  }
  for (const [status, { headers = {}, ...answer }] of Object.entries(answers)) {
    const refusals = declared.get(Number(status))
    const description = [answer.description, refusals?.description].filter(Boolean).join('\n\n')
    declared.set(Number(status), { ...answer, description, headers: { ...refusals?.headers, ...headers } })
  }
  const body = success.body === 'binary' || success.body === null ? success.body : 'success'
  return declared.set(success.status, { description: 'Success', body, headers: success.headers ?? {} })
}
