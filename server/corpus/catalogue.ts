import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ImageKind } from '../src/imaging/description.ts'
import { defaultLimits } from '../src/imaging/limits.ts'
import { dataPath } from '../test/imaging-data.ts'
import { type Decoded, FuzzWorker } from './fuzz-worker.ts'

/** A row of CATALOGUE.tsv: what other programs say of a test image. */
interface Catalogued {
  path: string
  /** `bad`: it may be refused. */
  kind: string
  format: string
  /** Numbers of any order, such as "3x131x93". */
  dims: string
  dtype: string
  compression: string
}

/** A catalogued file with what the decoder made of it. */
export interface Outcome extends Catalogued {
  uploadedAs: ImageKind
  /** Null: refused. */
  image: Decoded | null
  /** Of a refusal. */
  sentence: string
}

/** Rows of files; folders that are listed as one have none. */
async function readCatalogue(): Promise<Catalogued[]> {
  const [head = '', ...lines] = (await readFile(dataPath('CATALOGUE.tsv'), 'utf8')).trimEnd().split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    const value = (column: string) => cells[columns.indexOf(column)] ?? ''
    return {
      path: value('path'),
      kind: value('kind'),
      format: value('format'),
      dims: value('dims'),
      dtype: value('dtype'),
      compression: value('compression'),
    }
  })
}

/** By name: what a stack of these is. */
const kindOf = (path: string): ImageKind => {
  if (/2t|4D-series|z_?stack15|tiles_time/i.test(path)) return 'TimeSeries'
  return /multi-?channel|2c|vectra|DAPI_GFP|Fluorescence/i.test(path) ? 'MultiChannel' : 'TwoDimensions'
}

/**
 * Decodes files of the catalogue, one after the other in a process of their own.
 *
 * @param folder for what is written; it is empty again afterwards
 * @param isWanted by path
 * @throws Error when a file crashes the decoder, keeps it busy over 60 s, or takes more memory than it may have
 */
export async function decodeCatalogue(
  folder: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<Outcome[]> {
  const worker = new FuzzWorker(defaultLimits.memoryBytes)
  const outcomes: Outcome[] = []
  try {
    for (const row of (await readCatalogue()).filter(({ path }) => isWanted(path))) {
      const uploadedAs = kindOf(row.path)
      const [source, outputDir] = [dataPath(row.path), join(folder, 'out')]
      const job = { source, kind: uploadedAs, originalName: basename(row.path), outputDir, limits: defaultLimits }
      const { outcome, detail, image = null } = await worker.run(job)
      if (['crashed', 'ended', 'hang', 'memory'].includes(outcome)) throw new Error(`${row.path}: ${outcome} ${detail}`)
      outcomes.push({ ...row, uploadedAs, image, sentence: detail })
    }
  } finally {
    worker.stop()
    await rm(join(folder, 'out'), { recursive: true, force: true })
  }
  return outcomes
}

/** Whether width and height are among the numbers of the catalogue, which lists axes in any order; true where it has none. */
export function hasCataloguedSize({ dims, image }: Outcome): boolean {
  const numbers = dims.match(/\d+/g)?.map(Number) ?? []
  if (!image || numbers.length < 2) return true
  return numbers.includes(image.width) && numbers.includes(image.height)
}
