import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createImageLink, type ImageLink, type ImageView } from '@lamella/shared/contract'
import { type BenchResult, median, notMeasured, round } from './bench-result.ts'
import { makeSection, sectionSize, untilAvailable, uploadFile } from './pictures.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'
import { BenchBrowser, flags, windowSize } from './viewer/browser.ts'
import { cultureSize, makeCulture } from './viewer/culture.ts'
import { measureSeadragon, measureViv, openInSeadragon, type Scene, tilesOf } from './viewer/other-viewers.ts'
import { moveSlider, openFromLibrary, openOurs } from './viewer/our-viewer.ts'
import { type Panning, pan, summaryOf } from './viewer/panning.ts'

/** In turn with the others: machines that are shared change their speed from one second to the next. */
const rounds = 3
/** Frames per second. */
const atLeast = 50
/** ms of one frame at 60 per second. */
const oneFrame = 1000 / 60
/** ms to the first sharp view. */
const sharpAtMost = 1000

const conditions = `headless Chromium ${windowSize.width}×${windowSize.height}, ${flags.join(' ')}`

const viewOf = ({ client }: ServerUnderTest, imageId: string): Promise<ImageView> =>
  client.json(`/api/v1/images/${imageId}/view`)

/** Four channels: panning, and a range that changes. */
const channelRows = async (server: ServerUnderTest, browser: BenchBrowser): Promise<BenchResult[]> => {
  const upload = await server.client.upload(makeCulture(), {
    project: server.project,
    name: 'culture.ome.tif',
    originalFilename: 'culture.ome.tif',
    fileType: 'MultiChannel',
  })
  await untilAvailable(server, upload)
  const view = await viewOf(server, upload.imageId)
  const path = createImageLink.path.replace('{imageId}', upload.imageId).replace(':imageId', upload.imageId)
  const linked = await server.client.request('POST', path)
  const link: ImageLink = JSON.parse(linked.body.toString()).data
  const at: [number, number] = [cultureSize / 2, cultureSize / 2]
  const channels = view.channels.map(({ color, auto }) => ({
    color: color ?? '#FFFFFF',
    range: [auto.min, auto.max] as [number, number],
  }))

  const panned: Record<'ours' | 'viv' | 'seadragon', Panning[]> = { ours: [], viv: [], seadragon: [] }
  const [repaints, vivRepaints]: number[][] = [[], []]
  let [asked, vivAsked] = [0, 0]
  for (let turn = 0; turn < rounds; turn++) {
    let size = { width: 0, height: 0 }
    await openOurs(browser, { project: server.project, imageId: upload.imageId, at }, async (opened) => {
      size = { width: opened.box.width, height: opened.box.height }
      panned.ours.push(await pan(opened, opened.box, opened.place))
      await opened.untilQuiet()
      const before = opened.asked()
      repaints?.push(...(await moveSlider(opened)))
      asked += opened.asked() - before
    })
    // As large as the picture of ours.
    const scene: Scene = { ...size, at, zoom: 1, channels }
    const viv = await measureViv(browser, link, scene)
    panned.viv.push(viv.panning)
    vivRepaints?.push(...viv.repaints)
    vivAsked += viv.asked
    panned.seadragon.push(await measureSeadragon(browser, link, scene))
  }
  const ours = summaryOf(panned.ours)
  const others = [
    { name: 'Viv', ...summaryOf(panned.viv) },
    { name: 'OpenSeadragon on IIIF', ...summaryOf(panned.seadragon) },
  ]
  const repaint = median(repaints ?? [])
  return [
    {
      name: `panning ${channels.length} channels of 16 bit at 100 %, ${conditions}`,
      unit: 'frames/s',
      ours: round(ours.fps, 1),
      peers: others.map(({ name, fps }) => ({ name, value: round(fps, 1) })),
      floor: `≥ ${atLeast} and ≥ Viv`,
      met: ours.fps >= atLeast && ours.fps >= (others[0]?.fps ?? 0),
      notes: [
        `ours: ${ours.words}`,
        ...others.map(({ name, words }) => `${name}: ${words}`),
        'OpenSeadragon shows pictures of 8 bit that the server has composed, by its canvas drawer: its WebGL drawer is slower where software draws',
      ],
    },
    {
      name: 'from a move of a slider to the picture, four channels',
      unit: 'ms',
      ours: round(repaint, 1),
      peers: [{ name: 'Viv (without a slider of its own)', value: round(median(vivRepaints ?? []), 1) }],
      floor: '≤ 16.7 ms, one frame',
      met: repaint <= oneFrame,
      notes: [
        `ours: ${repaints?.map((ms) => round(ms)).join(', ')}`,
        `Viv: ${vivRepaints?.map((ms) => round(ms)).join(', ')}`,
      ],
    },
    {
      name: `requests for tiles by ${repaints?.length} moves of a slider`,
      unit: 'requests',
      ours: asked,
      peers: [{ name: 'Viv', value: vivAsked }],
      floor: '0',
      met: asked === 0,
      notes: [],
    },
  ]
}

/** A slide: the first sharp view. */
const slideRow = async (server: ServerUnderTest, browser: BenchBrowser): Promise<BenchResult> => {
  const section = await makeSection()
  const upload = await uploadFile(server, section.path).finally(section.remove)
  await untilAvailable(server, upload)
  const view = await viewOf(server, upload.imageId)
  const [ours, others]: number[][] = [[], []]
  const { name } = await server.client.json<{ name: string }>(`/api/v1/images/${upload.imageId}`)
  let size = { width: 900, height: 600 }
  for (let turn = 0; turn < rounds + 2; turn++) {
    const opened = await openFromLibrary(browser, server.project, name)
    ours?.push(opened.ms)
    size = opened.size
    others?.push(await openInSeadragon(browser, size, tilesOf(upload.imageId, view, server.client.token)))
  }
  const [ourMs, otherMs] = [median(ours ?? []), median(others ?? [])]
  const list = (values: number[] | undefined) => values?.map((ms) => round(ms)).join(', ')
  return {
    name: `first sharp view of a ${sectionSize}² slide after the click, nothing cached`,
    unit: 'ms',
    ours: round(ourMs),
    peers: [{ name: 'OpenSeadragon on the same tiles, already loaded itself', value: round(otherMs) }],
    floor: `≤ ${sharpAtMost} ms and ≤ OpenSeadragon`,
    met: ourMs <= sharpAtMost && ourMs <= otherMs,
    notes: [`ours: ${list(ours)}`, `OpenSeadragon: ${list(others)}`],
  }
}

/** The portal's viewer beside Viv and OpenSeadragon, in one browser without a GPU, on the same images. */
export const run = async (): Promise<BenchResult[]> => {
  const root = join(import.meta.dirname, '../..')
  await promisify(execFile)('npm', ['run', 'build'], { cwd: root })
  const server = await startServerUnderTest(true)
  try {
    const browser = await BenchBrowser.start(server)
    try {
      const channels = await channelRows(server, browser).catch((error: unknown) => [
        notMeasured('four channels', error),
      ])
      const slide = await slideRow(server, browser).catch((error: unknown) => notMeasured('a slide', error))
      return [...channels, slide]
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
  }
}
