import * as contract from '@lamella/shared/contract'
import { describeCall, endpointsIn } from '@lamella/shared/contract'
import { callMisfits } from './call-fit.ts'

/** A call as a build from before it had a query describes it. */
const withoutQuery = (name: string) => {
  const endpoint = endpointsIn(contract).get(name)
  if (!endpoint) throw new Error(`The contract has no ${name}`)
  const call = describeCall(name, endpoint, 'client')
  const { query, ...properties } = call.request.properties ?? {}
  if (!query) throw new Error(`${name} has no query`)
  const required = call.request.required?.filter((part) => part !== 'query') ?? []
  return { ...call, request: { ...call.request, properties, required } }
}

test('a query that may be left out keeps builds from before it working', () => {
  expect(callMisfits(withoutQuery('getImageView'))).toEqual([])
})

test('of a query that a call needs, what is missing is named', () => {
  expect(callMisfits(withoutQuery('removeContributor'))).toEqual([
    expect.stringMatching(/^the server requires query\.\w+, which it does not send$/),
  ])
})
