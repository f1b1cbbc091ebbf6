import { safeLocalStorage } from '@lamella/shared/session'
import * as z from 'zod/mini'
import type { DrawnObject } from './drawn-objects.ts'
import { labelsIn } from './label-names.tsx'
import type { LabelsById } from './use-labels.ts'

const copiedObject = z.object({
  /** Well-known text, in pixels of the image it was copied from. */
  text: z.string(),
  /** With their names, for another project with the same ones. */
  labels: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Of a region; null: an annotation. */
  name: z.nullable(z.string()),
})
const clipboard = z.object({ user: z.string(), objects: z.array(copiedObject) })

export type CopiedObject = z.output<typeof copiedObject>

const key = 'lamella.annotationClipboard'

/** What does not fit into the storage of the browser is there for this tab only. */
let ofThisTab: z.output<typeof clipboard> | null = null

/** Keeps objects for this tab and the others of the browser, in place of what was copied before. */
export const copyObjects = (user: string, objects: readonly DrawnObject[], labels: LabelsById): void => {
  ofThisTab = {
    user,
    objects: objects.map(({ text, labels: ids, name }) => ({
      text,
      labels: labelsIn(ids, labels).map((label) => ({ id: label.id, name: label.name })),
      name,
    })),
  }
  // Where it cannot be written, what was copied before must not come back.
  safeLocalStorage.remove(key)
  safeLocalStorage.write(key, JSON.stringify(ofThisTab))
}

const readStored = (): z.output<typeof clipboard> | null => {
  try {
    return clipboard.parse(JSON.parse(safeLocalStorage.read(key) ?? ''))
  } catch {
    // Nothing, or something of another release.
    return null
  }
}

/** What a user has copied last, in whichever tab. */
export const copiedObjects = (user: string): readonly CopiedObject[] => {
  const copied = readStored() ?? ofThisTab
  return copied?.user === user ? copied.objects : []
}
