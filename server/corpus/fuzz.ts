/**
 * `npm run fuzz -- --files 10000 --seed 1`: damaged copies of the test images go through the decoders. A file must be read or refused in words: no crash, no
 * error of the program, not more memory than the decoding process may have, and no more than 60 s.
 */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { imageKinds } from '../src/imaging/description.ts'
import { defaultLimits } from '../src/imaging/limits.ts'
import { dataPath } from '../test/imaging-data.ts'
import { FuzzWorker } from './fuzz-worker.ts'
import { mutate, seeded } from './mutate.ts'
import { writtenSamples } from './written-samples.ts'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    /** Folder for the damaged files that failed. */
    keep: { type: 'string' },
  },
})
const count = Number(values.files)
const seed = Number(values.seed)
/** Bytes of an original: larger ones take longer and have no other headers. */
const LARGEST = 1_000_000

const folder = await mkdtemp(join(tmpdir(), 'lamella-fuzz-'))

/** By name: real images where they are, and those that are written here. */
const corpus = async (): Promise<[string, Uint8Array][]> => {
  const names = await readdir(dataPath(''), { recursive: true }).catch(() => [])
  const real: [string, Uint8Array][] = []
  for (const name of names.sort()) {
    const { size } = await stat(dataPath(name))
    const isImage =
      size > 0 && size <= LARGEST && /\.(tiff?|btf|svs|ndpi|scn|qptiff|stk|czi|png|jpe?g|bmp|jp2|dcm)$/i.test(name)
    // Hundreds of them are alike.
    const isAlike = name.startsWith('nuclei_dsb2018') || name.startsWith('timeseries')
    if (isImage && !isAlike) real.push([name, await readFile(dataPath(name))])
  }
  const written = await writtenSamples()
  return [...real, ...written.map(({ name, bytes }): [string, Uint8Array] => [name, bytes])]
}

const originals = await corpus()
console.log(`${count} damaged copies of ${originals.length} images, seed ${seed}`)

const outcomes = new Map<string, number>()
const failures: string[] = []
let next = 0

/** The same file for the same number, whatever the others are and however many run at once. */
const runOne = async (worker: FuzzWorker, number: number): Promise<void> => {
  const random = seeded(seed * 1_000_003 + number)
  const [name, original] = originals[Math.floor(random() * originals.length)] ?? ['', new Uint8Array()]
  const kind = imageKinds[Math.floor(random() * imageKinds.length)] ?? 'TwoDimensions'
  const bytes = mutate(original, random)
  const source = join(folder, `${number}.bin`)
  await writeFile(source, bytes)
  const job = { source, kind, originalName: name, outputDir: join(folder, `${number}.out`), limits: defaultLimits }
  const { outcome, detail } = await worker.run(job)
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  if (['crashed', 'ended', 'hang', 'memory'].includes(outcome)) {
    failures.push(`${number} (${name}, ${kind}): ${outcome} ${detail}`)
    console.error(failures.at(-1))
    if (values.keep) await writeFile(join(values.keep, `${number}.bin`), bytes)
  }
  await rm(source, { force: true })
  if ((number + 1) % 500 === 0) console.log(`${number + 1}: ${JSON.stringify(Object.fromEntries(outcomes))}`)
}

const runAll = async (): Promise<void> => {
  const worker = new FuzzWorker(defaultLimits.memoryBytes)
  try {
    while (next < count) await runOne(worker, next++)
  } finally {
    worker.stop()
  }
}

const started = performance.now()
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, runAll))
await rm(folder, { recursive: true, force: true })
const seconds = Math.round((performance.now() - started) / 1000)
console.log(
  `${count} files in ${seconds} s: ${JSON.stringify(Object.fromEntries(outcomes))}; ${failures.length} failed`,
)
if (failures.length > 0) process.exitCode = 1
