import type { ObjectOutline } from '@lamella/shared/contract'
import { useCallback, useState } from 'react'
import type { useObjectPages } from './use-object-pages.ts'

/** The object that is selected in picture, table and lists; the table turns to its page. */
export const useObjectSelection = ({ query, turnTo }: ReturnType<typeof useObjectPages>) => {
  /** Without outline until the table has shown it. */
  const [selection, setSelection] = useState<{ no: number; object: ObjectOutline | null } | null>(null)
  const selected = selection && (selection.object ?? query.data?.objects.find(({ no }) => no === selection.no) ?? null)
  const select = useCallback(
    (object: ObjectOutline | null): void => {
      setSelection(object && { no: object.no, object })
      if (object) turnTo(object.no)
    },
    [turnTo],
  )
  return {
    /** Number of the selected object. */
    no: selection?.no ?? null,
    selected,
    select,
    /** Of an object in the table's present page. */
    selectRow: (object: ObjectOutline): void => setSelection({ no: object.no, object }),
    selectNumber: (no: number): void => {
      setSelection({ no, object: null })
      turnTo(no)
    },
  }
}
