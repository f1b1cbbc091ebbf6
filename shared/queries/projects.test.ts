import { QueryClient } from '@tanstack/react-query'
import { projectDeleted, projectQuery, projectsQuery } from './projects.ts'

test('after a deletion all projects are read again but the deleted one, whose page may still be shown', async () => {
  const queries = new QueryClient()
  const keys = { list: projectsQuery.queryKey, deleted: projectQuery('a').queryKey, other: projectQuery('b').queryKey }
  for (const key of Object.values(keys)) queries.setQueryData<unknown>(key, [])
  await projectDeleted(queries, 'a')
  const outdated = Object.entries(keys).filter(([, key]) => queries.getQueryState(key)?.isInvalidated)
  expect(outdated.map(([name]) => name)).toEqual(['list', 'other'])
})
