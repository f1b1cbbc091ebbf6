import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A zip file that is being written, with only some kilobytes of it in memory. */
export interface ZipWriter {
  /** @throws what the content throws; Error when the file cannot be written */
  add: (name: string, content: Readable) => Promise<void>
  addText: (name: string, text: string) => void
  /** Ends the file. @throws Error when it cannot be written */
  end: () => Promise<void>
}

/** Begins a zip file; one of the same name is replaced. */
export const writeZip = (file: string): ZipWriter => {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream as Readable, createWriteStream(file))
  return {
    // Whichever fails first is thrown: writing, or producing the content.
    add: (name, content) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      content.once('end', resolve).once('error', reject)
      zip.addReadStream(content, name)
      return Promise.race([promise, written])
    },
    addText: (name, text) => zip.addBuffer(Buffer.from(text), name),
    end: () => {
      zip.end()
      return written
    },
  }
}
