import { type FileType, hasAllowedExtension, toPlainText } from '@lamella/shared/contract'
import type { Capacity } from '../../lib/capacity.ts'

/** A file that the user picked (document 3 §3). */
export interface SelectedFile {
  /** The same when the same file is picked again after a reload, as far as a browser tells; each copy has its own. */
  id: string
  file: File
  /** Name under which it will be shown; edited in the list. */
  name: string
  fileType: FileType
  /** Why it will not be uploaded; null when it will. */
  warning: string | null
}

const extensionOf = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : name)

export interface Picked {
  accepted: SelectedFile[]
  /** Extensions that do not fit the kind, each once. */
  invalidExtensions: string[]
  /** Names of files above the maximum upload size. */
  tooLarge: string[]
}

/** The first id of this file that is not taken: the list may have the same file several times. */
const freeId = (file: File, fileType: FileType, taken: ReadonlySet<string>): string => {
  const idOf = (copy: number): string => `${copy} ${fileType} ${file.size} ${file.name}`
  let copy = 1
  while (taken.has(idOf(copy))) copy += 1
  return idOf(copy)
}

/**
 * Sorts what was picked for one kind of data into what can be uploaded and what cannot.
 * @param list - what was picked before
 */
export const pickFiles = (
  files: readonly File[],
  fileType: FileType,
  maxSize: number,
  list: readonly SelectedFile[] = [],
): Picked => {
  const picked: Picked = { accepted: [], invalidExtensions: [], tooLarge: [] }
  const taken = new Set(list.map(({ id }) => id))
  for (const file of files) {
    if (!hasAllowedExtension(file.name, fileType)) {
      const extension = extensionOf(file.name)
      if (!picked.invalidExtensions.includes(extension)) picked.invalidExtensions.push(extension)
    } else if (file.size > maxSize) picked.tooLarge.push(file.name)
    else {
      const id = freeId(file, fileType, taken)
      taken.add(id)
      picked.accepted.push({ id, file, name: toPlainText(file.name), fileType, warning: null })
    }
  }
  return picked
}

/** Sets each file's warning from the order of the list: what comes after the capacity is used up does not fit. */
export const withWarnings = (files: readonly SelectedFile[], { bytes, files: places }: Capacity): SelectedFile[] => {
  let size = 0
  return files.map((selected, index) => {
    size += selected.file.size
    const exceeded = [
      ...(size > bytes ? ['Exceeds storage limit'] : []),
      ...(index + 1 > places ? ['Exceeds image file limit'] : []),
    ]
    const limits = exceeded.length > 0 ? `${exceeded.join(' and ')}: will not be uploaded` : null
    return { ...selected, warning: selected.name.trim() === '' ? 'Empty filename is not allowed' : limits }
  })
}

export const selectedSize = (files: readonly SelectedFile[]): number =>
  files.reduce((sum, { file }) => sum + file.size, 0)
