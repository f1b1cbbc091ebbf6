import { useEffect, useRef, useState } from 'react'
import { type Comparison, compareFiles } from './same-content.ts'
import type { SelectedFile } from './selection.ts'

/** What is known of the content of picked files, as soon as it is; a file without an entry needs no word. */
export type Comparisons = ReadonlyMap<File, Comparison>

/** Compares picked files with the images of the project, each once. An older server does not compare. */
export const useSameContent = (projectId: string, files: readonly SelectedFile[]): Comparisons => {
  const asked = useRef(new WeakSet<File>())
  const ended = useRef<AbortController>(null)
  const [known, setKnown] = useState<Comparisons>(new Map())
  useEffect(() => {
    const controller = new AbortController()
    ended.current = controller
    asked.current = new WeakSet()
    setKnown(new Map())
    return () => controller.abort()
    // A selection is compared anew with another project.
  }, [projectId])
  useEffect(() => {
    const signal = ended.current?.signal
    const fresh = files.map(({ file }) => file).filter((file) => !asked.current.has(file))
    if (fresh.length === 0 || !signal) return
    for (const file of fresh) asked.current.add(file)
    const onKnown = (file: File, comparison: Comparison): void => {
      if (!signal.aborted) setKnown((before) => new Map(before).set(file, comparison))
    }
    // Without an answer the files are uploaded without a word on their content.
    compareFiles(projectId, fresh, onKnown, signal).catch(() => {
      for (const file of fresh) onKnown(file, null)
    })
  }, [projectId, files])
  return known
}
