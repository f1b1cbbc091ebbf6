import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Subresource integrity of a file; null when the build has no such file. */
const integrityOf = async (file: string): Promise<string | null> => {
  const content = await readFile(file).catch(() => null)
  return content && `sha256-${createHash('sha256').update(content).digest('base64')}`
}

/** Replaces each match by what `replacement` makes of its groups. */
const replaceEach = async (
  text: string,
  pattern: RegExp,
  replacement: (all: string, ...groups: string[]) => Promise<string>,
): Promise<string> => {
  let result = text
  for (const [all, ...groups] of text.matchAll(pattern)) result = result.replace(all, await replacement(all, ...groups))
  return result
}

/**
 * Writes the hashes of changed files into the table of a build's entry and into its page, as if it had been built so: a browser would refuse
 * them otherwise.
 */
export async function correctIntegrity(folder: string): Promise<void> {
  const correct = async (file: string, pattern: RegExp): Promise<void> => {
    const code = await readFile(path.join(folder, file), 'utf8')
    const corrected = await replaceEach(code, pattern, async (all, name = '') => {
      const integrity = await integrityOf(path.join(folder, name))
      return integrity ? all.replace(/sha256-[^"]+/, integrity) : all
    })
    if (corrected === code) return
    // Compressed variants would be as before.
    for (const extension of ['.br', '.gz']) await rm(path.join(folder, file + extension), { force: true })
    await writeFile(path.join(folder, file), corrected)
  }
  const files = await readdir(folder)
  const entries = files.filter((file) => /^(main|remote-entry)\..*js$/.test(file))
  for (const entry of entries) await correct(entry, /"([\w.-]+)":"sha256-[^"]+"/g)
  // After the entry, whose hash it has.
  if (files.includes('index.html')) await correct('index.html', /integrity="sha256-[^>]*?([\w-]+\.\w+\.js)/g)
}
