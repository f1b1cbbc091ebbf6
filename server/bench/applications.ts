import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findApplication } from '../src/analysis/applications/registry.ts'
import { runAnalysisProcess } from '../src/analysis/runtime/run-analysis-process.ts'
import { type BenchResult, round } from './bench-result.ts'
import { peakOfDescendants } from './process-memory.ts'
import { writeChannel, writeSection } from './sections.ts'

/** A whole section: 1 cm² at 0.5 µm per pixel, a quarter of it tissue. */
const SECTION_SIDE = 19_968
const LEAST_NUCLEI = 200_000
/** A field full of tissue. */
const FIELD_SIDE = 3_840
const GIGABYTE = 1e9
/** µm. */
const PIXEL_SIZE = { x: 0.5, y: 0.5 }

interface Run {
  mps: number
  megabytes: number
  nuclei: number
}

/** Runs an application on a file as a job does: in a limited process, from reading the file to the table of objects. */
async function runOn(file: string, side: number, name: string, version: string): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-bench-'))
  const application = findApplication(name, version)
  if (!application) throw new Error(`there is no application ${name} ${version}`)
  const memory = peakOfDescendants(process.pid)
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
    return { mps, megabytes: round((await memory.stop()) / 1e6), nuclei: objectCount }
  } finally {
    await memory.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const described = ({ nuclei, megabytes }: Run) => `${nuclei} nuclei, ${megabytes} MB`

/** Speed and memory of each application that finds nuclei, beside the classical way in the same run; and one whole section. */
export const run = async (): Promise<BenchResult[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-bench-'))
  try {
    const [field, channel, section] = ['field.tif', 'channel.tif', 'section.tif'].map((name) => join(folder, name))
    if (!field || !channel || !section) throw new Error('three names make three paths')
    await writeSection(field, FIELD_SIDE, 1)
    await writeChannel(channel, FIELD_SIDE)
    const classical = await runOn(field, FIELD_SIDE, 'dab-scoring', '1.0.0')
    const results: BenchResult[] = []
    for (const [name, version, file] of [
      ['dab-scoring', '2.0.0', field],
      ['ki67-breast', '1.0.0', field],
      ['nuclei', '1.0.0', channel],
    ] as const) {
      const found = await runOn(file, FIELD_SIDE, name, version)
      results.push({
        name: `${name} ${version}, ${FIELD_SIDE}² full of nuclei`,
        unit: 'MP/s',
        ours: found.mps,
        peers: [{ name: 'dab-scoring 1.0.0 (classical)', value: classical.mps }],
        floor: '≤ 1000 MB',
        met: found.megabytes <= 1000,
        notes: [`${described(found)}; classical ${described(classical)}`],
      })
    }
    await writeSection(section, SECTION_SIDE, 4)
    const whole = await runOn(section, SECTION_SIDE, 'ki67-breast', '1.0.0')
    results.push({
      name: `ki67-breast on a section of ${SECTION_SIDE}²`,
      unit: 'MB',
      ours: whole.megabytes,
      peers: [],
      floor: '≤ 1000 MB, ≥ 200,000 nuclei',
      met: whole.megabytes <= 1000 && whole.nuclei >= LEAST_NUCLEI,
      notes: [`${whole.nuclei} nuclei, ${whole.mps} MP/s`],
    })
    return results
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
