import { type FileType, hasAllowedExtension } from '@lamella/shared/contract'
import type { Capacity } from '../../lib/capacity.ts'

/** A file that the user picked (document 3 §3). */
export interface SelectedFile {
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

/** Sorts what was picked for one kind of data into what can be uploaded and what cannot. */
export const pickFiles = (files: readonly File[], fileType: FileType, maxSize: number): Picked => {
  const picked: Picked = { accepted: [], invalidExtensions: [], tooLarge: [] }
  for (const file of files) {
    if (!hasAllowedExtension(file.name, fileType)) {
      const extension = extensionOf(file.name)
      if (!picked.invalidExtensions.includes(extension)) picked.invalidExtensions.push(extension)
    } else if (file.size > maxSize) picked.tooLarge.push(file.name)
    else picked.accepted.push({ id: crypto.randomUUID(), file, name: file.name, fileType, warning: null })
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
