import { useEffect, useRef, useState } from 'react'
import type { FileLook } from './file-header.ts'
import { lookAt } from './look-at.ts'
import type { SelectedFile } from './selection.ts'

/** What is known of the picked files, as soon as it is. */
export type Looks = ReadonlyMap<File, FileLook>

/** Looks into picked files, each once. */
export const useLooks = (files: readonly Pick<SelectedFile, 'file'>[]): Looks => {
  const asked = useRef(new WeakSet<File>())
  const [looks, setLooks] = useState<Looks>(new Map())
  useEffect(() => {
    for (const { file } of files) {
      if (asked.current.has(file)) continue
      asked.current.add(file)
      void lookAt(file).then((look) => look && setLooks((known) => new Map(known).set(file, look)))
    }
  }, [files])
  return looks
}
