import { queryError } from './query-error.ts'

const queryWith = (message: string | null, isFetching = false, data: unknown = undefined) => ({
  data,
  error: message === null ? null : new Error(message),
  isFetching,
  refetch: jest.fn(),
})

test('undefined while no query has failed', () => {
  expect(queryError('The job could not be opened', queryWith(null), queryWith(null, true))).toBeUndefined()
})

test.each(['Not found', 'Not found.'])('%j becomes one sentence before "Nothing was lost."', (message) => {
  expect(queryError('The job could not be opened', queryWith(message))).toMatchObject({
    title: 'The job could not be opened',
    text: 'Not found. Nothing was lost.',
    retrying: false,
  })
})

test('the first failure is shown, all failed queries are retried, and others are not', () => {
  const queries = [queryWith(null, true), queryWith('Conflict'), queryWith('Timeout', true)]
  const error = queryError('The result could not be opened', ...queries)
  expect(error).toMatchObject({ text: 'Conflict. Nothing was lost.', retrying: true })
  error?.onRetry?.()
  expect(queries.map(({ refetch }) => refetch.mock.calls.length)).toEqual([0, 1, 1])
})

test('only requests of failed queries count as another attempt', () => {
  expect(queryError('x', queryWith(null, true), queryWith('Conflict'))?.retrying).toBe(false)
})

test('data stays when a refetch fails', () => {
  expect(queryError('x', queryWith('Conflict', false, []))).toBeUndefined()
})
