import { useEffect, useRef, useState } from 'react'
import type { FileLook } from './file-header.ts'
import { partsOf } from './file-set.ts'
import { lookAt } from './look-at.ts'
import type { SelectedFile } from './selection.ts'

/** What is known of the picked files, as soon as it is. */
export type Looks = ReadonlyMap<File, FileLook>

/** Looks into picked files, each once. */
export const useLooks = (files: readonly SelectedFile[]): Looks => {
  const asked = useRef(new WeakSet<File>())
  const [looks, setLooks] = useState<Looks>(new Map())
  useEffect(() => {
    for (const { file } of files.flatMap(partsOf)) {
      if (asked.current.has(file)) continue
      asked.current.add(file)
      void lookAt(file).then((look) => look && setLooks((known) => new Map(known).set(file, look)))
    }
  }, [files])
  return looks
}
