import { useMemo, useState } from 'react'

/** Which objects are selected. */
export interface Selection {
  /** In the order in which they were selected. */
  ids: readonly string[]
  /** The one that was drawn last, and is selected by that alone; null: none. */
  fresh: string | null
  select: (ids: readonly string[]) => void
  /** Selects one besides the others, or no more. */
  toggle: (id: string) => void
  /** Selects some besides the others. */
  add: (ids: readonly string[]) => void
  /** Selects what was just drawn. */
  draw: (id: string) => void
}

/** @param first - id of what is selected initially; null: nothing */
export const useSelection = (first: string | null): Selection => {
  const [{ ids, fresh }, set] = useState<Pick<Selection, 'ids' | 'fresh'>>({
    ids: first === null ? [] : [first],
    fresh: null,
  })
  const acts = useMemo(() => {
    const change = (to: (ids: readonly string[]) => readonly string[]) =>
      set((now) => ({ ids: to(now.ids), fresh: null }))
    return {
      select: (next: readonly string[]) => change(() => next),
      toggle: (id: string) => change((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id])),
      add: (further: readonly string[]) => change((now) => [...new Set([...now, ...further])]),
      draw: (id: string) => set({ ids: [id], fresh: id }),
    }
  }, [])
  return { ids, fresh, ...acts }
}
