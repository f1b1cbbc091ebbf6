import { useDraft } from '@lamella/shared/session'
import { useState } from 'react'
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

const nothing = { files: [] as string[], names: [] as string[] }

/**
 * Names typed for picked files. Stored as a draft, so that they are restored when the user picks the same files after a
 * reload.
 */
export const useTypedNames = (): TypedNames => {
  const draft = useDraft('/datastorage/upload names', nothing)
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
