// Not in TypeScript's library: https://wicg.github.io/file-system-access/
interface WithPermission {
  queryPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
}

/**
 * The file of a handle from before a reload.
 *
 * @param ask - the browser may ask the user, which it does after a click only
 * @returns null: not permitted, or the file is gone
 */
export const readHandle = async (handle: FileSystemFileHandle & WithPermission, ask: boolean): Promise<File | null> => {
  try {
    const permission = ask ? handle.requestPermission?.({ mode: 'read' }) : handle.queryPermission?.({ mode: 'read' })
    return (await permission) === 'granted' ? await handle.getFile() : null
  } catch {
    return null
  }
}
