import { readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import type { ImageKind } from '../src/imaging/description.ts'
import { dataPath } from '../test/imaging-data.ts'
import { type CataloguedSize, sizeOf } from './catalogued-size.ts'
import { createDecoder } from './decode-file.ts'
import type { Decoded } from './fuzz-worker.ts'

/** A row of CATALOGUE.tsv: what other programs say of a test image. */
interface Catalogued {
  path: string
  /** `bad`: it may be refused. */
  kind: string
  format: string
  /** As it is in the catalogue. */
  dims: string
  dtype: string
  compression: string
  /** Null: the catalogue has none. */
  size: CataloguedSize | null
}

/** A catalogued file with what the decoder made of it. */
export interface Outcome extends Catalogued {
  uploadedAs: ImageKind
  /** Null: refused. */
  image: Decoded | null
  /** Of a refusal. */
  sentence: string
}

/** Processes that decode. */
const atOnce = Math.min(4, availableParallelism())

/** By path, which no other order of the catalogue changes. Folders that it lists as one have no row. */
async function readCatalogue(): Promise<Catalogued[]> {
  const [head = '', ...lines] = (await readFile(dataPath('CATALOGUE.tsv'), 'utf8')).trimEnd().split('\n')
  const columns = head.split('\t')
  const rows = lines.map((line) => {
    const cells = line.split('\t')
    const value = (column: string) => cells[columns.indexOf(column)] ?? ''
    const dims = value('dims')
    return {
      path: value('path'),
      kind: value('kind'),
      format: value('format'),
      dims,
      dtype: value('dtype'),
      compression: value('compression'),
      size: sizeOf(dims, value('axes')),
    }
  })
  return rows.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** As what somebody would upload it who knows what is in it. */
const kindOf = ({ size, path }: Catalogued): ImageKind => {
  if ((size?.t ?? 1) > 1 || (size?.unstated ?? 1) > 1) return 'TimeSeries'
  // The catalogue has the pages or samples of the last two, not what they are.
  return (size?.c ?? 1) > 1 || /vectra|galaxy\/res/.test(path) ? 'MultiChannel' : 'TwoDimensions'
}

/**
 * Decodes files of the catalogue, in processes of their own.
 *
 * @param folder for what is written; it is empty again afterwards
 * @param isWanted by path
 * @throws Error when a file crashes the decoder, keeps it busy over 60 s, or takes more memory than it may have
 */
export async function decodeCatalogue(
  folder: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<Outcome[]> {
  const rows = (await readCatalogue()).filter(({ path }) => isWanted(path))
  const outcomes: Outcome[] = Array(rows.length)
  let next = 0
  const decodeSome = async (outputDir: string): Promise<void> => {
    const decoder = createDecoder(outputDir)
    try {
      for (let at = next++; at < rows.length; at = next++) {
        const row = rows[at] as Catalogued
        const kind = kindOf(row)
        const decoded = await decoder.decode({ source: dataPath(row.path), kind, originalName: basename(row.path) })
        outcomes[at] = { ...row, uploadedAs: kind, ...decoded }
      }
    } finally {
      decoder.stop()
      await rm(outputDir, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, i) => decodeSome(join(folder, `out${i}`))))
  return outcomes
}
