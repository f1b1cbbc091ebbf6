import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { type BenchResult, median, round } from './bench-result.ts'
import { flags, windowSize } from './viewer/browser.ts'
import type { CellFigures } from './viewer/pages/cells.ts'

/** In turn with the other: machines that are shared change their speed from one second to the next. */
const rounds = 3
/** Objects, and how many times as quick as Annotorious ours has to be. */
const floors = [
  { count: 1000, paint: 4, frames: 4 },
  { count: 20_000, paint: 20, frames: 30 },
  { count: 100_000, paint: 20, frames: 30 },
]
/** Annotorious takes more than a minute for 100,000: once is enough. */
const roundsOf = (count: number): number => (count > 50_000 ? 1 : rounds)
/** ms for one page. */
const patience = 300_000

const folder = join(import.meta.dirname, 'viewer/pages')
const worker = join(import.meta.dirname, '../../shared/viewer/layers/raster/raster-worker.ts')

/** A module with all that it imports. What it loads as a worker lies beside the page. */
const scriptOf = async (file: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': 'document.baseURI' },
    loader: { '.css': 'empty' },
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

const html = `<!doctype html><link rel="icon" href="data:,"><body style="margin: 0; background: #000">
<div id="viewer" style="position: relative; width: ${windowSize.width}px; height: ${windowSize.height}px"></div>`

/** Serves the pages, a picture for each tile, and the worker. */
const serve = async (): Promise<{ address: string; server: Server }> => {
  const picture = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#D9C3D0' } })
    .png()
    .toBuffer()
  const files = new Map<string, [type: string, body: string | Buffer]>([
    ['/picture.png', ['image/png', picture]],
    ['/raster-worker.ts', ['text/javascript', await scriptOf(worker)]],
  ])
  for (const name of ['our-cells', 'annotorious']) {
    files.set(`/${name}`, ['text/html', `${html}<script src="/${name}.js"></script>`])
    files.set(`/${name}.js`, ['text/javascript', await scriptOf(join(folder, `${name}.ts`))])
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = files.get(url) ?? ['text/plain', '']
    response.writeHead(files.has(url) ? 200 : 404, { 'content-type': type, 'cache-control': 'max-age=3600' })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** Opens a page in a browser of its own: one that WebGL keeps busy does not close by itself. */
const measureIn = async (address: string, count: number): Promise<CellFigures> => {
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: flags })
  try {
    const page = await browser.newPage({ viewport: windowSize })
    page.setDefaultTimeout(patience)
    await page.goto(address)
    return await page.evaluate<CellFigures>(`cells.measure(${count})`)
  } finally {
    await browser.close()
  }
}

const rowsOf = (
  { count, paint, frames }: (typeof floors)[number],
  ours: readonly CellFigures[],
  others: readonly CellFigures[],
): BenchResult[] => {
  const of = (all: readonly CellFigures[], key: keyof CellFigures): number => median(all.map((each) => each[key]))
  const list = (all: readonly CellFigures[], key: keyof CellFigures): string =>
    all.map((each) => round(each[key], 2)).join(', ')
  const [ourPaint, otherPaint] = [of(ours, 'firstPaint'), of(others, 'firstPaint')]
  const [ourFrames, otherFrames] = [of(ours, 'fps'), of(others, 'fps')]
  const what = `${count.toLocaleString('en')} polygons of 30 corners`
  return [
    {
      name: `${what}, to the whole picture`,
      unit: 'ms',
      ours: round(ourPaint),
      peers: [{ name: 'Annotorious 3', value: round(otherPaint) }],
      floor: `≤ 1/${paint}`,
      met: ourPaint <= otherPaint / paint,
      notes: [
        `${round(otherPaint / ourPaint, 1)} times as quick; ours: ${list(ours, 'firstPaint')}; Annotorious: ${list(others, 'firstPaint')}`,
      ],
    },
    {
      name: `${what}, moved over and zoomed`,
      unit: 'frames/s',
      ours: round(ourFrames, 1),
      peers: [{ name: 'Annotorious 3', value: round(otherFrames, 2) }],
      floor: `≥ ${frames} ×`,
      met: ourFrames >= otherFrames * frames,
      notes: [
        `${round(ourFrames / otherFrames, 1)} times as many; ours: ${list(ours, 'fps')}, longest frame ${list(ours, 'worst')} ms, ` +
          `all sharp in ${list(ours, 'whole')} of the frames; Annotorious: ${list(others, 'fps')}, longest frame ${list(others, 'worst')} ms`,
      ],
    },
  ]
}

/** The layer of annotations beside Annotorious 3 on OpenSeadragon, with the same objects in memory, over the same picture. */
export const run = async (): Promise<BenchResult[]> => {
  const { address, server } = await serve()
  const results: BenchResult[] = []
  try {
    for (const each of floors) {
      const [ours, others]: [CellFigures[], CellFigures[]] = [[], []]
      for (let turn = 0; turn < roundsOf(each.count); turn += 1) {
        ours.push(await measureIn(`${address}/our-cells`, each.count))
        others.push(await measureIn(`${address}/annotorious`, each.count))
      }
      results.push(...rowsOf(each, ours, others))
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return results
}
