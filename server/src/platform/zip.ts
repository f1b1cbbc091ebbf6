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

/**
 * A zip file that is made while it is read: one of its files is open at a time. @param files - opened in their order
 * @returns a stream that is destroyed with what the content of a file throws
 */
export const zipStream = (files: readonly { name: string; open: () => Readable }[]): Readable => {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  for (const { name, open } of files) zip.addReadStreamLazy(name, (ready) => ready(null, open()))
  zip.on('error', (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))))
  zip.end()
  return stream
}
