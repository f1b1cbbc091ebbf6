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
  toggle: (row: Row) => void
  /** All of the read rows, or none of them where all are chosen. */
  toggleAll: () => void
  /** Also these. */
  add: (rows: readonly Row[]) => void
  /** They are no longer chosen. */
  drop: (rows: readonly Row[]) => void
  clear: () => void
}

const without = <Row extends Identified>(
  chosen: ReadonlyMap<string, Row>,
  rows: readonly Row[],
): ReadonlyMap<string, Row> => {
  const rest = new Map(chosen)
  for (const { id } of rows) rest.delete(id)
  return rest
}
const withAlso = <Row extends Identified>(
  chosen: ReadonlyMap<string, Row>,
  rows: readonly Row[],
): ReadonlyMap<string, Row> => new Map([...chosen, ...rows.map((row) => [row.id, row] as const)])

/**
 * Chooses rows of a table by boxes.
 * @param read - rows that are read; undefined: none yet
 * @param isWhole - they are all rows there are: of these it is known what is gone meanwhile
 */
export const useRowChoice = <Row extends Identified>(
  read: readonly Row[] | undefined,
  isWhole: boolean,
): RowChoice<Row> => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const present = read ?? []
  const now = new Map(present.map((row) => [row.id, row]))
  // As they are now: a job that ran when it was chosen may have ended.
  const rows = [...chosen.values()].flatMap((row) => now.get(row.id) ?? (isWhole ? [] : [row]))
  const found = present.filter(({ id }) => chosen.has(id))
  const share = found.length === 0 ? 'none' : found.length < present.length ? 'some' : 'all'
  return {
    rows,
    ids: new Set(rows.map(({ id }) => id)),
    share,
    toggle: (row) => setChosen((before) => (before.has(row.id) ? without : withAlso)(before, [row])),
    toggleAll: () => setChosen((before) => (share === 'all' ? without : withAlso)(before, present)),
    add: (rows) => setChosen((before) => withAlso(before, rows)),
    clear: () => setChosen(new Map()),
    drop: (gone) => setChosen((before) => without(before, gone)),
  }
}
