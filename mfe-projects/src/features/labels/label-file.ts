import { type Label, type LabelSet, type LabelSetFile, labelSetFile } from '@lamella/shared/contract'
import * as z from 'zod/mini'

/** Largest file that is read: 250 labels with full texts have less. */
const mostBytes = 1024 ** 2

/** What is in a file, or why it is no label set, as a sentence. */
type ReadFile = { set: LabelSetFile; problem: null } | { set: null; problem: string }

/** E.g. "labels, 3rd, colour": where in the file a value is. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((key) => (typeof key === 'number' ? `number ${key + 1}` : String(key))).join(', ')

const refuse = (problem: string): ReadFile => ({ set: null, problem })

/** Reads the file of a label set. Nothing of it is taken when any of it is wrong. */
export const readLabelFile = async (file: File): Promise<ReadFile> => {
  if (file.size > mostBytes) return refuse(`${file.name} is larger than 1 MB: it is no file of a label set.`)
  let content: unknown
  try {
    content = JSON.parse(await file.text())
  } catch {
    return refuse(`${file.name} is no JSON file.`)
  }
  const parsed = z.safeParse(labelSetFile, content)
  if (parsed.success) return { set: parsed.data, problem: null }
  const [issue] = parsed.error.issues
  const place = placeOf(issue?.path ?? [])
  const others = parsed.error.issues.length - 1
  const more = others > 0 ? ` There ${others === 1 ? 'is 1 more problem' : `are ${others} more problems`}.` : ''
  return refuse(
    `${file.name} is no file of a label set. ${place && `${place}: `}${issue?.message ?? 'not valid'}.${more}`,
  )
}

/** The file of a label set. */
const labelFileOf = ({ name, description }: LabelSet, labels: readonly Label[]): LabelSetFile => ({
  format: 'lamella-labelset',
  version: 1,
  name,
  description,
  labels: labels.map((label) => ({ name: label.name, description: label.description, color: label.color })),
})

/** Lets the browser save the file of a label set. */
export const downloadLabelFile = (set: LabelSet, labels: readonly Label[]): void => {
  const content = new Blob([`${JSON.stringify(labelFileOf(set, labels), null, 2)}\n`], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  // No system has file names with these characters, and none longer than 255 bytes.
  link.download = `${Array.from(set.name.replace(/[\\/:*?"<>|]/g, '-'))
    .slice(0, 50)
    .join('')}.labelset.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
