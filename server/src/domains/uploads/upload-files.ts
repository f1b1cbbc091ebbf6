import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../../error-code.ts'
import { makeDurableFolder, syncFolder } from '../../storage/durable-files.ts'

/**
 * The bytes of unfinished uploads: one file each, named by the upload's id. How many bytes an upload has is the length
 * of its file, and is written down nowhere else.
 */
export class UploadFiles {
  readonly folder: string

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'uploads')
  }

  path(uploadId: string): string {
    return join(this.folder, uploadId)
  }

  /** Null: there is no file (yet). */
  async stat(uploadId: string): Promise<{ size: number; modified: Date } | null> {
    try {
      const { size, mtime } = await stat(this.path(uploadId))
      return { size, modified: mtime }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null
      throw error
    }
  }

  /** For appending. Null: there is no file (yet). */
  async open(uploadId: string): Promise<FileHandle | null> {
    try {
      return await open(this.path(uploadId), constants.O_WRONLY | constants.O_APPEND)
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null
      throw error
    }
  }

  /** Makes the file, so that it is there after a power cut too. */
  async create(uploadId: string): Promise<FileHandle> {
    await makeDurableFolder(this.folder)
    const file = await open(this.path(uploadId), 'a')
    await syncFolder(this.folder)
    return file
  }

  async remove(uploadId: string): Promise<void> {
    await rm(this.path(uploadId), { force: true })
  }

  async list(): Promise<string[]> {
    await mkdir(this.folder, { recursive: true })
    return readdir(this.folder)
  }
}
