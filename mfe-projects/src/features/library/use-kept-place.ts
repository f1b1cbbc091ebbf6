import { safeSessionStorage } from '@lamella/shared/session'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { noSelection, type Selection } from './selection.ts'

/** How a list was left. */
interface Place {
  /** Pixels that the page was scrolled by. */
  top: number
  selection: Selection
}

/** Milliseconds for which a place is kept, which may have a thousand images. */
const keptFor = 3_600_000
/** Where the place is that a reload leads to. */
const reloaded = 'libraryPlace'

const keyOf = (entry: string) => ['libraryPlace', entry] as const

/** In the cache of the page, which the end of a session empties. */
const keep = (queries: QueryClient, entry: string, place: Place): void => {
  queries.setQueryDefaults(['libraryPlace'], { gcTime: keptFor })
  queries.setQueryData<Place>(keyOf(entry), place)
}

/** Whether the page was loaded where it had been before: not by its address, such as from a bookmark, which means the top of the list. */
const isReloaded = (): boolean => {
  const [loading] = performance.getEntriesByType('navigation')
  return loading !== undefined && 'type' in loading && (loading.type === 'reload' || loading.type === 'back_forward')
}

/** Pixels at which an entry was scrolled when the page was reloaded; 0: another entry was. */
const topBeforeReload = (entry: string): number => {
  if (!isReloaded()) return 0
  const [top = '', ...saved] = safeSessionStorage.read(reloaded)?.split(' ') ?? []
  return saved.join(' ') === entry ? Number(top) || 0 : 0
}

/** The entry of the browser's history: the same again after its back button and after a reload. */
const useEntry = (): string => {
  const { key, pathname, search } = useLocation()
  return `${key} ${pathname}${search}`
}

/** What was chosen when the list was left to which the back button leads. */
export const useKeptSelection = (): Selection => {
  const entry = useEntry()
  return useQueryClient().getQueryData<Place>(keyOf(entry))?.selection ?? noSelection
}

/** The back button and a reload lead to where the list was scrolled to. @param isLong - the list has its length */
export const useKeptPlace = (isLong: boolean, selection: Selection): void => {
  const queries = useQueryClient()
  const entry = useEntry()
  const opened = useRef(entry)
  const isRestored = useRef(false)
  const chosen = useRef(selection)
  useEffect(() => {
    chosen.current = selection
  })
  // A layout effect ends before the list is taken out of the page, which has another length without it.
  useLayoutEffect(() => {
    const save = (): void => safeSessionStorage.write(reloaded, `${Math.round(window.scrollY)} ${entry}`)
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      keep(queries, entry, { top: window.scrollY, selection: chosen.current })
    }
  }, [queries, entry])
  useEffect(() => {
    if (!isLong || isRestored.current) return
    isRestored.current = true
    const top = queries.getQueryData<Place>(keyOf(opened.current))?.top ?? topBeforeReload(opened.current)
    if (top === 0) return
    // After the shell, which begins each page at its top.
    const frame = requestAnimationFrame(() => window.scrollTo(0, top))
    return () => cancelAnimationFrame(frame)
  }, [queries, isLong])
}
