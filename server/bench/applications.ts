import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findApplication } from '../src/analysis/applications/registry.ts'
import { analysisProgram, runAnalysisProcess } from '../src/analysis/runtime/run-analysis-process.ts'
import { type BenchResult, round } from './bench-result.ts'
import { peakOfDescendants, residentPeakOf } from './process-memory.ts'
import { writeChannel, writeSection } from './sections.ts'

/** A whole section: 1 cm² at 0.5 µm per pixel, one in so many parts of it tissue. */
const SECTION_SIDE = 19_968
const TISSUE_OF = 4
const LEAST_NUCLEI = 200_000
/** A field full of tissue. */
const FIELD_SIDE = 3_840
const GIGABYTE = 1e9
/** Milliseconds between two looks at the peak that the system keeps. */
const INTERVAL = 200
/** µm. */
const PIXEL_SIZE = { x: 0.5, y: 0.5 }

interface Run {
  mps: number
  /** The most that was resident at once: of the analysing process, or the proportional memory (PSS) of all processes of the job, where that is more. */
  megabytes: number
  nuclei: number
}

/** Runs an application on a file as a job does: in a limited process, from reading the file to the table of objects. */
async function runOn(file: string, side: number, name: string, version: string): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-bench-'))
  const application = findApplication(name, version)
  if (!application) throw new Error(`there is no application ${name} ${version}`)
  const all = peakOfDescendants(process.pid)
  const analysing = residentPeakOf(process.pid, analysisProgram)
  const looking = setInterval(() => void analysing.sample(), INTERVAL)
  const start = performance.now()
  try {
    const { objectCount } = await runAnalysisProcess(
      {
        source: file,
        originalName: 'section.tif',
        kind: name === 'nuclei' ? 'MultiChannel' : 'TwoDimensions',
        folder,
        appName: name,
        appVersion: version,
        pixelSizeUm: PIXEL_SIZE,
        params: {},
      },
      20 * GIGABYTE,
      { signal: new AbortController().signal, onProgress: () => undefined, onCheckpoint: async () => undefined },
    )
    const mps = round(side ** 2 / 1000 / (performance.now() - start), 2)
    return { mps, megabytes: Math.max(round((await all.stop()) / 1e6), analysing.megabytes()), nuclei: objectCount }
  } finally {
    clearInterval(looking)
    await all.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const described = ({ nuclei, megabytes }: Run) => `${nuclei} nuclei, ${megabytes} MB`

/** Speed and memory of each application that finds nuclei, and of a whole section of either kind. */
export const run = async (): Promise<BenchResult[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-bench-'))
  try {
    const [field, channel, section] = ['field.tif', 'channel.tif', 'section.tif'].map((name) => join(folder, name))
    if (!field || !channel || !section) throw new Error('three names make three paths')
    await writeSection(field, FIELD_SIDE, 1)
    await writeChannel(channel, FIELD_SIDE, 1)
    const results: BenchResult[] = []
    for (const [name, version, file] of [
      ['dab-scoring', '2.3.0', field],
      ['ki67-breast', '1.3.0', field],
      ['nuclei', '1.3.0', channel],
    ] as const) {
      const found = await runOn(file, FIELD_SIDE, name, version)
      results.push({
        name: `${name} ${version}, ${FIELD_SIDE}² full of nuclei`,
        unit: 'MP/s',
        ours: found.mps,
        peers: [],
        floor: '≤ 1000 MB',
        met: found.megabytes <= 1000,
        notes: [described(found)],
      })
    }
    for (const [name, version, write] of [
      ['ki67-breast', '1.3.0', writeSection],
      ['nuclei', '1.3.0', writeChannel],
    ] as const) {
      await write(section, SECTION_SIDE, TISSUE_OF)
      const whole = await runOn(section, SECTION_SIDE, name, version)
      results.push({
        name: `${name} on a section of ${SECTION_SIDE}², peak resident memory`,
        unit: 'MB',
        ours: whole.megabytes,
        peers: [],
        floor: '≤ 1000 MB, ≥ 200,000 nuclei',
        met: whole.megabytes <= 1000 && whole.nuclei >= LEAST_NUCLEI,
        notes: [`${whole.nuclei} nuclei, ${whole.mps} MP/s`],
      })
    }
    return results
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
