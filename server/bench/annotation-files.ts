import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { AnnotationExport, AnnotationImport } from '@lamella/shared/contract'
import { type BenchResult, round } from './bench-result.ts'
import { makeSection, sectionSize, untilAvailable, uploadFile } from './pictures.ts'
import { createMemoryMeter, type MemoryMeter } from './process-memory.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'

/** Cells of a section, as programs that find nuclei write them. */
const count = 725_000
/** s in which they are imported, and exported. */
const atMost = 60
/** Bytes of memory meanwhile. */
const memoryLimit = 500e6

const featureOf = (at: number): string => {
  const columns = Math.ceil(Math.sqrt(count))
  const step = sectionSize / (columns + 1)
  const [x, y] = [step * (1 + (at % columns)), step * (1 + Math.floor(at / columns))]
  const ring = Array.from({ length: 30 }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / 30
    const reach = 8 + 2 * Math.sin(3 * angle + at)
    return [
      Math.round(100 * (x + reach * Math.cos(angle))) / 100,
      Math.round(100 * (y + reach * Math.sin(angle))) / 100,
    ]
  })
  const classification = { name: ['Tumor', 'Stroma', 'Immune cell'][at % 3], color: [200, 20, 20] }
  return JSON.stringify({
    type: 'Feature',
    id: randomUUID(),
    geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
    properties: { objectType: 'detection', classification, measurements: { 'Nucleus: Area': 53.2 } },
  })
}

/** Writes the cells as QuPath exports them, compressed. @returns bytes of the text */
const writeCells = async (file: string): Promise<number> => {
  let bytes = 0
  const text = function* () {
    for (let at = 0; at < count; at += 500) {
      const features = Array.from({ length: Math.min(500, count - at) }, (_, next) => featureOf(at + next)).join(',')
      const piece = `${at === 0 ? '{"type":"FeatureCollection","features":[' : ','}${features}`
      bytes += piece.length
      yield piece
    }
    yield ']}'
  }
  await pipeline(Readable.from(text()), createGzip({ level: 1 }), createWriteStream(file))
  return bytes
}

/** Looks at something until it is done, and at the memory meanwhile. @returns what it is then */
const untilDone = async <T extends { status: string; error: string | null }>(
  look: () => Promise<T>,
  memory: MemoryMeter,
): Promise<T> => {
  for (;;) {
    await memory.sample()
    const now = await look()
    if (now.status === 'successful') return now
    if (now.status !== 'running') throw new Error(`${now.status}: ${now.error}`)
    await setTimeout(200)
  }
}

const measure = async (server: ServerUnderTest, file: string, textBytes: number): Promise<BenchResult[]> => {
  const { client, project } = server
  const section = await makeSection()
  const upload = await uploadFile(server, section.path).finally(section.remove)
  await untilAvailable(server, upload)
  const [ofImport, ofExport] = [1, 2].map(() => createMemoryMeter(server.pid, server.dataDir))
  if (!ofImport || !ofExport) throw new Error('There is no meter')
  const imports = `/api/v1/images/${upload.imageId}/annotations/imports`
  const body = await readFile(file)
  const from = performance.now()
  const sent = await client.request('POST', `${imports}?name=cells.geojson.gz`, {
    headers: { 'content-type': 'application/octet-stream' },
    body,
  })
  if (sent.status !== 201) throw new Error(`The import was answered by ${sent.status} ${sent.body}`)
  const { id } = JSON.parse(sent.body.toString()).data as AnnotationImport
  const done = await untilDone(() => client.json<AnnotationImport>(`${imports}/${id}`), ofImport)
  const importTime = (performance.now() - from) / 1000
  if (done.counts.imported !== count) throw new Error(`${done.counts.imported} of ${count} were imported`)
  const exports = `/api/v1/projects/${project}/annotations/exports`
  const fromExport = performance.now()
  const ordered = await client.request('POST', exports, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { format: 'geojson', images: [upload.imageId] } }),
  })
  if (ordered.status !== 201) throw new Error(`The export was answered by ${ordered.status} ${ordered.body}`)
  const made = await untilDone(async () => {
    const [last] = await client.json<AnnotationExport[]>(exports)
    if (!last) throw new Error('There is no export')
    return last
  }, ofExport)
  const exportTime = (performance.now() - fromExport) / 1000
  if (made.exported !== count) throw new Error(`${made.exported} of ${count} were exported`)
  const { size } = await stat(file)
  const what = `${count.toLocaleString('en')} polygons of GeoJSON`
  const row = (name: string, seconds: number, notes: string[]): BenchResult => ({
    ...{ name: `${what}, ${name}`, unit: 's', ours: round(seconds, 1), peers: [] },
    ...{ floor: `< ${atMost} s`, met: seconds < atMost, notes: [`${round(count / seconds)} a second`, ...notes] },
  })
  return [
    row('sent and imported', importTime, [`${round(textBytes / 1e6)} MB of text, ${round(size / 1e6)} MB as sent`]),
    ofImport.row('peak memory of the import, server with all it starts (PSS)', memoryLimit),
    row('exported', exportTime, []),
    ofExport.row('peak memory of the export, server with all it starts (PSS)', memoryLimit),
  ]
}

/** A whole section's cells come in and go out. */
export const run = async (): Promise<BenchResult[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-bench-cells-'))
  try {
    const file = join(folder, 'cells.geojson.gz')
    const bytes = await writeCells(file)
    const server = await startServerUnderTest()
    try {
      return await measure(server, file, bytes)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
