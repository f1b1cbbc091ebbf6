import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../../platform/error-code.ts'
import { makeDurableFolder, syncFolder } from '../../platform/storage/durable-files.ts'
import { UploadFile } from './upload-file.ts'

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

  /** Null: there is no file (yet). */
  open(uploadId: string): UploadFile | null {
    return UploadFile.open(this.path(uploadId))
  }

  /** Makes an empty file, so that it is there after a power cut too. */
  async create(uploadId: string): Promise<void> {
    await makeDurableFolder(this.folder)
    await (await open(this.path(uploadId), 'a', 0o600)).close()
    await syncFolder(this.folder)
  }

  async remove(uploadId: string): Promise<void> {
    await rm(this.path(uploadId), { force: true })
  }

  async list(): Promise<string[]> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    return readdir(this.folder)
  }
}
