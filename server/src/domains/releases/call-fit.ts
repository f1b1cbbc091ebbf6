import * as contract from '@lamella/shared/contract'
import { type CallDescription, describeCall, endpointsIn, type Structure } from '@lamella/shared/contract'
import { type Difference, differences } from './structure-fit.ts'

/** The same address, whatever its parameters are called. */
const keyOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path.replace(/:\w+/g, ':')}`

let known: ReadonlyMap<string, CallDescription> | undefined

/** What this server answers, by `keyOf`; described once per process. */
const ownCalls = (): ReadonlyMap<string, CallDescription> => {
  known ??= new Map(
    [...endpointsIn(contract)].map(([name, endpoint]) => [keyOf(endpoint), describeCall(name, endpoint, 'server')]),
  )
  return known
}

const inAnswer = (difference: Difference): string => {
  switch (difference.kind) {
    case 'missing':
      return `the server does not send ${difference.at}`
    case 'optional':
      return `the server may leave out ${difference.at}`
    case 'value':
      return `the server may send ${JSON.stringify(difference.value)} as ${difference.at}, which it does not know`
    case 'type':
      return `the server sends ${difference.given} as ${difference.at || 'the answer'}, it expects ${difference.taken}`
  }
}

const inRequest = (difference: Difference): string => {
  switch (difference.kind) {
    case 'missing':
      return `the server requires ${difference.at}, which it does not send`
    case 'optional':
      return `the server requires ${difference.at}, which it may leave out`
    case 'value':
      return `it may send ${JSON.stringify(difference.value)} as ${difference.at}, which the server does not know`
    case 'type':
      return `it sends ${difference.given} as ${difference.at}, the server expects ${difference.taken}`
  }
}

/** A call without a query sends an empty one: that the server knows a query by now is no difference. */
const withQuery = (request: Structure): Structure =>
  request.properties?.query
    ? request
    : {
        ...request,
        properties: { ...request.properties, query: { type: 'object', properties: {} } },
        required: [...(request.required ?? []), 'query'],
      }

/** Why a call of a build would fail on this server, in words; empty when it works. */
export const callMisfits = (call: CallDescription): string[] => {
  const own = ownCalls().get(keyOf(call))
  if (!own) return ['the server has no such call']
  const request = differences(withQuery(call.request), own.request).map(inRequest)
  if (!call.answer) return request
  if (!own.answer) return [...request, 'the server answers without content that it could read']
  return [...request, ...differences(own.answer, call.answer).map(inAnswer)]
}
