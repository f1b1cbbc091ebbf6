import { type FileType, hasAllowedExtension, toPlainText } from '@lamella/shared/contract'
import type { ZShown } from '@lamella/shared/upload'
import type { Capacity } from '../../lib/capacity.ts'
import type { ChosenFile } from './chosen-file.ts'

/** A file that the user picked (D3-3-01). */
export interface SelectedFile extends ChosenFile {
  /** Made from kind, size and name, so that the same file picked after a reload has it again; copies are numbered. */
  id: string
  /** Name of the future image; editable. */
  name: string
  fileType: FileType
  /** The files of a data set, of which `file` is made; absent: it is one file. */
  parts?: readonly ChosenFile[]
  /** Chosen for a Z stack; absent: the middle plane. */
  zShown?: ZShown
  /** Why the file will not be uploaded; null when it will. */
  warning: string | null
  /** Small picture as a data URL; absent or null: none is known. */
  picture?: string | null
}

/** A file that describes the others of an OME data set. */
export const companionExtension = 'companion.ome'
const isCompanion = (name: string): boolean => name.toLowerCase().endsWith(`.${companionExtension}`)

const extensionOf = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : name)

/** Outcome of picking files. */
export interface PickResult {
  accepted: SelectedFile[]
  /** Extensions that do not fit the kind of data, without duplicates. */
  invalidExtensions: string[]
  /** Names of the files with these extensions. */
  invalid: string[]
  /** Names of files without content. */
  empty: string[]
  /** Names of files above the maximum upload size. */
  tooLarge: string[]
}

/** First id of this file that is not taken: the same file may be listed several times. */
export const freeId = (file: File, fileType: FileType, taken: ReadonlySet<string>): string => {
  const idOf = (copy: number): string => `${copy} ${fileType} ${file.size} ${file.name}`
  let copy = 1
  while (taken.has(idOf(copy))) copy += 1
  return idOf(copy)
}

/**
 * Sorts files picked for one kind of data into accepted and rejected ones (D3-5-03).
 * @param maxSize - bytes
 * @param list - files that are already listed
 */
export const pickFiles = (
  files: readonly ChosenFile[],
  fileType: FileType,
  maxSize: number,
  list: readonly SelectedFile[] = [],
): PickResult => {
  const picked: PickResult = { accepted: [], invalidExtensions: [], invalid: [], empty: [], tooLarge: [] }
  const taken = new Set(list.map(({ id }) => id))
  for (const { file, handle } of files) {
    if (!hasAllowedExtension(file.name, fileType) && !isCompanion(file.name)) {
      const extension = extensionOf(file.name)
      if (!picked.invalidExtensions.includes(extension)) picked.invalidExtensions.push(extension)
      picked.invalid.push(file.name)
    } else if (file.size === 0) picked.empty.push(file.name)
    else if (file.size > maxSize) picked.tooLarge.push(file.name)
    else {
      const id = freeId(file, fileType, taken)
      taken.add(id)
      picked.accepted.push({ id, file, handle, name: toPlainText(file.name), fileType, warning: null })
    }
  }
  return picked
}

const companionAlone = 'It describes other files, which have to be selected too: will not be uploaded'
const setTooLarge = 'The files of this set are larger together than the maximum: will not be uploaded'

/**
 * Sets each file's warning in the order of the list (D3-5-14, D3-5-15): files beyond the remaining capacity do not fit.
 */
export const withWarnings = (
  files: readonly SelectedFile[],
  { bytes, files: places }: Capacity,
  maxSize = Number.MAX_VALUE,
): SelectedFile[] => {
  let size = 0
  let count = 0
  return files.map((selected) => {
    if (!selected.parts && isCompanion(selected.file.name)) return { ...selected, warning: companionAlone }
    if (selected.parts && selected.file.size > maxSize) return { ...selected, warning: setTooLarge }
    size += selected.file.size
    count += 1
    const exceeded = [
      ...(size > bytes ? ['Exceeds storage limit'] : []),
      ...(count > places ? ['Exceeds image file limit'] : []),
    ]
    const limits = exceeded.length > 0 ? `${exceeded.join(' and ')}: will not be uploaded` : null
    return { ...selected, warning: selected.name.trim() === '' ? 'Empty filename is not allowed' : limits }
  })
}

/** Total size of the files in bytes. */
export const selectedSize = (files: readonly SelectedFile[]): number =>
  files.reduce((sum, { file }) => sum + file.size, 0)
