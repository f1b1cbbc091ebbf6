import type { ImageScope, ImageSort } from '@lamella/shared/contract'
import { useSearchParams } from 'react-router-dom'
import type { ListView } from '../../lib/view-switch.tsx'
import { filterIn, type LibraryFilter, sortIn, withFilter } from './image-question.ts'

/** Lists of the library, in the order of their tabs. */
export const libraryScopes = [
  { value: 'available', title: 'Available' },
  { value: 'processing', title: 'Processing' },
  { value: 'failed', title: 'Failed' },
] as const satisfies readonly { value: ImageScope; title: string }[]

/** Another list begins with its first page. */
const withoutPage = (search: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams(search)
  next.delete('page')
  return next
}

const pageIn = (search: URLSearchParams): number => {
  const page = Number(search.get('page'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** What of the library is in its address. */
export const useLibraryAddress = () => {
  const [search, setSearch] = useSearchParams()
  const keep = (name: 'scope' | 'view' | 'sort' | 'page', value: string | null): void => {
    const next = withoutPage(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true })
  }
  const given = search.get('scope')
  const view: ListView = search.get('view') === 'table' ? 'table' : 'grid'
  return {
    isTrash: given === 'trash',
    scope: libraryScopes.find(({ value }) => value === given)?.value ?? ('available' as const),
    view,
    sort: sortIn(search),
    filter: filterIn(search),
    /** Of the table, from 1. */
    page: pageIn(search),
    setScope: (scope: string | null) => keep('scope', scope),
    setView: (next: ListView) => keep('view', next === 'grid' ? null : next),
    setSort: (sort: ImageSort) => keep('sort', sort === 'newest' ? null : sort),
    setFilter: (filter: LibraryFilter) => setSearch(withFilter(withoutPage(search), filter), { replace: true }),
    setPage: (page: number) => keep('page', page > 1 ? String(page) : null),
  }
}
