import { useState } from 'react'

interface Identified {
  id: string
}

/** Rows of a table that are chosen together, on whichever page they are. */
export interface RowChoice<Row extends Identified> {
  rows: readonly Row[]
  ids: ReadonlySet<string>
  /** How many of the read rows are chosen. */
  share: 'none' | 'some' | 'all'
  /** Counts how often all was dropped: what was asked for before may come too late. */
  generation: number
  toggle: (row: Row) => void
  /** All of the read rows, or none of them where all are chosen. */
  toggleAll: () => void
  /** Also these, unless all was dropped since then. @param generation - when they were asked for */
  add: (rows: readonly Row[], generation: number) => void
  /** Something has happened to a chosen row, which may be on another page. */
  change: (id: string, changes: Partial<Row>) => void
  /** They are no longer chosen. */
  drop: (rows: readonly Row[]) => void
  clear: () => void
}

interface Chosen<Row> {
  rows: ReadonlyMap<string, Row>
  generation: number
}

const without = <Row extends Identified>({ rows, generation }: Chosen<Row>, gone: readonly Row[]): Chosen<Row> => {
  const rest = new Map(rows)
  for (const { id } of gone) rest.delete(id)
  return { rows: rest, generation }
}
const withAlso = <Row extends Identified>({ rows, generation }: Chosen<Row>, more: readonly Row[]): Chosen<Row> => ({
  rows: new Map([...rows, ...more.map((row) => [row.id, row] as const)]),
  generation,
})

/**
 * Chooses rows of a table by boxes.
 * @param read - rows that are read; undefined: none yet
 * @param isWhole - they are all rows there are: of these it is known what is gone meanwhile
 */
export const useRowChoice = <Row extends Identified>(
  read: readonly Row[] | undefined,
  isWhole: boolean,
): RowChoice<Row> => {
  const [chosen, setChosen] = useState<Chosen<Row>>({ rows: new Map(), generation: 0 })
  const present = read ?? []
  const now = new Map(present.map((row) => [row.id, row]))
  // Those that are read are as they are now.
  const rows = [...chosen.rows.values()].flatMap((row) => now.get(row.id) ?? (isWhole ? [] : [row]))
  const found = present.filter(({ id }) => chosen.rows.has(id))
  const share = found.length === 0 ? 'none' : found.length < present.length ? 'some' : 'all'
  return {
    rows,
    ids: new Set(rows.map(({ id }) => id)),
    share,
    generation: chosen.generation,
    toggle: (row) => setChosen((before) => (before.rows.has(row.id) ? without : withAlso)(before, [row])),
    toggleAll: () => setChosen((before) => (share === 'all' ? without : withAlso)(before, present)),
    add: (rows, generation) =>
      setChosen((before) => (before.generation === generation ? withAlso(before, rows) : before)),
    change: (id, changes) =>
      setChosen((before) => {
        const row = before.rows.get(id)
        return row ? withAlso(before, [{ ...row, ...changes }]) : before
      }),
    drop: (gone) => setChosen((before) => without(before, gone)),
    clear: () => setChosen(({ generation }) => ({ rows: new Map(), generation: generation + 1 })),
  }
}
