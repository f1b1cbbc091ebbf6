import { joinFiles } from '@lamella/shared/upload/joined-file.ts'
import type { ChosenFile } from './chosen-file.ts'
import type { FileLook, FileSet } from './file-header.ts'
import { freeId, type SelectedFile } from './selection.ts'

type Looks = ReadonlyMap<File, FileLook>

/** The files that are sent for a row. */
export const partsOf = ({ file, handle, parts }: SelectedFile): readonly ChosenFile[] => parts ?? [{ file, handle }]

const setOf = (row: SelectedFile, looks: Looks): FileSet | null => {
  for (const { file } of partsOf(row)) {
    const set = looks.get(file)?.header?.set
    if (set) return set
  }
  return null
}

/** Names of a set of which some files are picked. */
export const missingOf = (row: SelectedFile, looks: Looks): string[] => {
  const present = new Set(partsOf(row).map(({ file }) => file.name))
  const named = partsOf(row).flatMap(({ file }) => looks.get(file)?.header?.set?.names ?? [])
  return [...new Set(named)].filter((name) => !present.has(name))
}

/** What is known of a row: of a set, of the file whose description has the most planes, or the largest. */
export const lookOf = (row: SelectedFile, looks: Looks): FileLook | undefined => {
  const known = partsOf(row)
    .map(({ file }) => looks.get(file))
    .filter((look) => look !== undefined)
  if (known.length < 2) return known[0]
  const planes = ({ header }: FileLook): number => (header ? header.channels * header.times * header.planes : 0)
  const pixels = ({ header }: FileLook): number => (header ? header.width * header.height : 0)
  const [largest] = known.toSorted((a, b) => planes(b) - planes(a) || pixels(b) - pixels(a))
  const picture = known.find((look) => look.picture)?.picture ?? null
  return {
    header: largest?.header ?? null,
    problem: known.find(({ problem }) => problem)?.problem ?? null,
    picture,
    noPicture: picture ? null : (largest?.noPicture ?? null),
  }
}

const isSame = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** What the names of the files have in common, without what separates it from the rest. */
const stemOf = (names: readonly string[]): string => {
  const [first = '', ...others] = names.map((name) =>
    name.replace(/\.(dcm|(companion\.)?ome(\.xml|\.tiff?|\.tf[28]|\.btf)?)$/i, ''),
  )
  let length = first.length
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length).replace(/[-_. (]+[a-z]*$/i, '') || first
}

const joined = (rows: readonly SelectedFile[], taken: ReadonlySet<string>): SelectedFile => {
  const parts: ChosenFile[] = []
  for (const part of rows.flatMap(partsOf)) if (!parts.some(({ file }) => isSame(file, part.file))) parts.push(part)
  parts.sort((a, b) => (a.file.name < b.file.name ? -1 : 1))
  const isDicom = parts.every(({ file }) => /\.dcm$/i.test(file.name))
  // Those of a slide may have nothing in common: it is named after the largest.
  const named = isDicom ? parts.toSorted((a, b) => b.file.size - a.file.size) : parts
  const stem = stemOf(named.map(({ file }) => file.name))
  const file = joinFiles(
    `${stem}.${isDicom ? 'dcm' : 'ome'}.tar`,
    parts.map((part) => part.file),
  )
  const before = rows.find((row) => row.parts)
  const [first] = rows as [SelectedFile]
  const { fileType, zShown } = before ?? first
  return {
    id: freeId(file, fileType, taken),
    file,
    handle: null,
    parts,
    name: before?.name ?? stem,
    fileType,
    ...(zShown && { zShown }),
    warning: null,
  }
}

/** Whether the files of a set can be one image: by a description, or since each has another picture of it. */
const isOneImage = (rows: readonly SelectedFile[], looks: Looks): boolean => {
  const pictures = new Map<string, File>()
  let isDescribed = false
  for (const { file } of rows.flatMap(partsOf)) {
    const picture = looks.get(file)?.header?.set?.picture
    if (picture === undefined) isDescribed = true
    if (!picture) continue
    const other = pictures.get(picture)
    if (other && !isSame(other, file)) return false
    pictures.set(picture, file)
  }
  return isDescribed || pictures.size > 0
}

/**
 * Puts the files of a data set that are picked into one row, as soon as their headers are known: they are one image.
 *
 * @returns the same list when no file belongs to another
 */
export const joinSets = (list: readonly SelectedFile[], looks: Looks): readonly SelectedFile[] => {
  const groups = new Map<string, SelectedFile[]>()
  const keyOf = new Map<SelectedFile, string>()
  for (const row of list) {
    const set = setOf(row, looks)
    if (!set) continue
    const key = `${row.fileType} ${set.id}`
    keyOf.set(row, key)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  // A companion may name files that do not know of it.
  for (const row of list) {
    if (keyOf.has(row) || row.parts) continue
    const group = [...groups].find(
      ([, [first]]) => first?.fileType === row.fileType && setOf(first, looks)?.names.includes(row.file.name),
    )
    if (!group || !looks.has(row.file)) continue
    group[1].push(row)
    keyOf.set(row, group[0])
  }
  for (const [key, rows] of groups) if (!isOneImage(rows, looks)) groups.delete(key)
  if ([...groups.values()].every(({ length }) => length < 2)) return list
  const done = new Set<string>()
  const taken = new Set(list.map(({ id }) => id))
  return list.flatMap((row) => {
    const key = keyOf.get(row)
    const rows = key === undefined ? undefined : groups.get(key)
    if (key === undefined || !rows || rows.length < 2) return [row]
    if (done.has(key)) return []
    done.add(key)
    const set = joined(rows, taken)
    taken.add(set.id)
    return [set]
  })
}
