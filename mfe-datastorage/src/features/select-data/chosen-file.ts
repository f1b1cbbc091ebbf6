/** A file that the user picked or dropped. */
export interface ChosenFile {
  file: File
  /** With it the portal can read the file again after a reload; null where the browser gives none. */
  handle: FileSystemFileHandle | null
}

/** Files that systems add to folders. */
const isSystemFile = (name: string): boolean => name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name)

// Not in TypeScript's library: https://wicg.github.io/file-system-access/
interface PickerWindow {
  showOpenFilePicker?: (options: {
    multiple: boolean
    types: { accept: Record<string, string[]> }[]
  }) => Promise<FileSystemFileHandle[]>
}
interface DroppedItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'
const isFolder = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === 'directory'

const filesOfHandle = async (handle: FileSystemHandle): Promise<ChosenFile[]> => {
  if (isFile(handle)) return [{ file: await handle.getFile(), handle }]
  if (!isFolder(handle)) return []
  const found: ChosenFile[] = []
  for await (const child of handle.values()) if (!isSystemFile(child.name)) found.push(...(await filesOfHandle(child)))
  return found
}

const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const filesOfEntry = async (entry: FileSystemEntry): Promise<ChosenFile[]> => {
  if (!isFolderEntry(entry)) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))
    return [{ file, handle: null }]
  }
  const reader = entry.createReader()
  const found: ChosenFile[] = []
  // A reader gives at most a hundred entries at once; none means the end.
  for (;;) {
    const children = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (children.length === 0) return found
    for (const child of children) if (!isSystemFile(child.name)) found.push(...(await filesOfEntry(child)))
  }
}

const filesOfItem = async (item: DataTransferItem & DroppedItem): Promise<ChosenFile[]> => {
  // All three are valid during the event only, so nothing is awaited before.
  const file = item.getAsFile()
  const entry = item.webkitGetAsEntry?.() ?? null
  const handle = await item.getAsFileSystemHandle?.().catch(() => null)
  if (handle) return filesOfHandle(handle)
  if (entry?.isDirectory) return filesOfEntry(entry)
  return file ? [{ file, handle: null }] : []
}

const byPath = ({ file: a }: ChosenFile, { file: b }: ChosenFile): number =>
  a.name.localeCompare(b.name, undefined, { numeric: true })

/** Files of a drop, in the order of their names; those of folders and their subfolders too, without files of the system. */
export const droppedFiles = async ({ items, files }: DataTransfer): Promise<ChosenFile[]> => {
  const dropped = [...(items ?? [])].filter(({ kind }) => kind === 'file')
  if (dropped.length === 0) return [...files].map((file) => ({ file, handle: null }))
  return (await Promise.all(dropped.map(filesOfItem))).flat().sort(byPath)
}

/**
 * Opens the browser's dialog that gives files with handles.
 *
 * @param extensions - without dot
 * @returns null: this browser has no such dialog, and a file input has to be used
 */
export const pickWithHandles = (extensions: readonly string[]): Promise<ChosenFile[]> | null => {
  const { showOpenFilePicker } = window as PickerWindow
  if (!showOpenFilePicker) return null
  const accept = { 'image/*': extensions.map((extension) => `.${extension}`) }
  return showOpenFilePicker({ multiple: true, types: [{ accept }] }).then(
    async (handles) => (await Promise.all(handles.map(filesOfHandle))).flat(),
    // Closed without a choice.
    () => [],
  )
}
