import { useDraft } from '@lamella/shared/session'
import { useState } from 'react'
import type { SelectedFile } from './selection.ts'

type PickedFile = Pick<SelectedFile, 'id' | 'name'>

export interface TypedNames {
  /** What was typed last for the file; without that, the name it has. */
  of: (picked: PickedFile) => string
  keep: (picked: PickedFile, name: string) => void
  forget: (picked: PickedFile) => void
  /** The files were started. */
  drop: () => void
}

const nothing = { files: [] as string[], names: [] as string[] }

/** Names typed in the list of picked files: after a reload they are there again for whoever picks the same files. */
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
