import { QueryClient, type QueryFilters } from '@tanstack/react-query'
import * as ofReleases from './releases.ts'

type Queries = typeof import('./index.ts')

/** The queries as a front end has them that was built from these sources. */
const builtFrom = (sources: string): Queries => {
  Object.assign(globalThis, { __QUERY_SOURCES__: sources })
  let queries: Queries | undefined
  jest.isolateModules(() => {
    queries = require('./index.ts')
  })
  Object.assign(globalThis, { __QUERY_SOURCES__: 'test' })
  if (!queries) throw new Error('There are no queries')
  return queries
}

const [shell, remote, sameAsShell] = [builtFrom('1a'), builtFrom('2b'), builtFrom('1a')]

let cache: QueryClient
/** Answers of both, and one under the key that front ends had before. */
const fill = (): void => {
  cache = new QueryClient()
  for (const { projectsQuery, imageQuery, imageViewQuery } of [shell, remote]) {
    for (const { queryKey } of [projectsQuery, imageQuery('i'), imageViewQuery('i')]) cache.setQueryData(queryKey, [])
  }
  cache.setQueryData(['projects', 'list'], [])
  cache.setQueryData(['image', 'i'], {})
}
const outdated = (): number => cache.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated }).length

test('a front end never reads what one of other sources has read; of equal sources it does', () => {
  cache = new QueryClient()
  cache.setQueryData<unknown>(shell.projectQuery('a').queryKey, 'of the shell')
  expect(cache.getQueryData(remote.projectQuery('a').queryKey)).toBeUndefined()
  expect(cache.getQueryData(sameAsShell.projectQuery('a').queryKey)).toBe('of the shell')
})

test.each([
  ['shell', shell],
  ['remote', remote],
])(
  'what the %s has changed is read again by front ends of all releases, and nothing else is',
  async (_, { projectsChanged, imageScaled }) => {
    fill()
    await projectsChanged(cache)
    expect(outdated()).toBe(3)
    fill()
    // The view of an image never changes, of whatever release.
    await imageScaled(cache, 'p', 'i')
    expect(outdated()).toBe(3)
  },
)

const changes = Object.entries({ ...shell, ...ofReleases }).filter(
  (entry): entry is [string, (queries: QueryClient, ...ids: string[]) => Promise<void>] =>
    /(Changed|Deleted|Scaled)$/.test(entry[0]),
)

test.each(changes)('%s names answers without the sources of a build', async (_, change) => {
  const filters: QueryFilters[] = []
  const queries = new QueryClient()
  jest.spyOn(queries, 'invalidateQueries').mockImplementation(async (filter = {}) => void filters.push(filter))
  await change(queries, 'one', 'other')
  expect(filters.length).toBeGreaterThan(0)
  for (const { queryKey, exact } of filters) {
    expect(JSON.stringify(queryKey)).not.toContain('sources')
    expect(exact).toBeUndefined()
  }
})
