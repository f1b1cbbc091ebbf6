import { useDraft } from '@lamella/shared/session'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { pickedFilesAtom } from './picked.ts'
import type { SelectedFile } from './selection.ts'

type PickedFile = Pick<SelectedFile, 'id' | 'name'>

/** Texts of the name fields by picked file. */
export interface TypedNames {
  /** Last typed text; the file's name when none was typed. */
  of: (picked: PickedFile) => string
  keep: (picked: PickedFile, name: string) => void
  forget: (picked: PickedFile) => void
  /** Forgets all texts, when the upload starts. */
  drop: () => void
}

const form = '/datastorage/upload names'
const nothing = { files: [] as string[], names: [] as string[] }

/**
 * Names typed for picked files. Stored as a draft, so that they are restored when the user picks the same files after a
 * reload.
 */
export const useTypedNames = (): TypedNames => {
  const draft = useDraft(form, nothing)
  const [typed, setTyped] = useState(() => {
    const { files, names } = draft.found ?? nothing
    return new Map(files.map((file, index) => [file, names[index] ?? '']))
  })
  const change = (next: Map<string, string>): void => {
    setTyped(next)
    draft.keep({ files: [...next.keys()], names: [...next.values()] })
  }
  return {
    of: (picked) => typed.get(picked.id) ?? picked.name,
    keep: (picked, name) => change(new Map(typed).set(picked.id, name)),
    forget: (picked) => change(new Map([...typed].filter(([id]) => id !== picked.id))),
    drop: () => {
      setTyped(new Map())
      draft.drop()
    },
  }
}

/** Clears the selection with the names that were typed (D3-2-71, D3-2-85). */
export const useClearSelection = (): (() => void) => {
  const setPicked = useSetAtom(pickedFilesAtom)
  const draft = useDraft(form, nothing)
  return () => {
    setPicked([])
    draft.drop()
  }
}
