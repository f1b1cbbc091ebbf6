import type { ImageLink, ImageView } from '@lamella/shared/contract'
import type { BenchBrowser } from './browser.ts'
import type { PeerScene, PortalTiles } from './pages/peer-scene.ts'
import { type Box, type Panning, pan } from './panning.ts'

export type Scene = Omit<PeerScene, 'address'>

const placeBy =
  (evaluate: (script: string) => Promise<unknown>, script: string) => async (): Promise<[number, number]> =>
    (await evaluate(script)) as [number, number]

const boxOf = ({ width, height }: Scene): Box => ({ x: 0, y: 0, width, height })

/** Changes of a range, and ms after which no further one is made. */
const changes = 15
const patience = 10_000

/** Viv: panning, and times from a new range to the frame that shows it, with the requests of these. */
export const measureViv = (
  browser: BenchBrowser,
  { zarr }: ImageLink,
  scene: Scene,
): Promise<{ panning: Panning; repaints: number[]; asked: number }> =>
  browser.other('viv', scene, async (opened) => {
    const { page, untilQuiet } = opened
    await page.evaluate(`viv.open(${JSON.stringify({ ...scene, address: zarr } satisfies PeerScene)})`)
    await untilQuiet()
    const panning = await pan(
      opened,
      boxOf(scene),
      placeBy((script) => page.evaluate(script), 'viv.place'),
    )
    await untilQuiet()
    const before = opened.asked()
    const [min, max] = scene.channels[0]?.range ?? [0, 1]
    const repaints: number[] = []
    // What the movement has left to draw is not counted: the first change waits for it.
    const setRange = (range: readonly number[]) =>
      page.evaluate<number>(
        `(() => { const changed = frameProbe.changed(); viv.setRange(${JSON.stringify(range)}); return changed })()`,
      )
    await setRange([min, max - 1])
    const end = performance.now() + patience
    for (let change = 1; change <= changes && performance.now() < end; change++) {
      repaints.push(await setRange([min, max - ((max - min) * change) / (2 * changes)]))
    }
    return { panning, repaints, asked: opened.asked() - before }
  })

/** OpenSeadragon: panning of the IIIF address. */
export const measureSeadragon = (browser: BenchBrowser, { iiif }: ImageLink, scene: Scene): Promise<Panning> =>
  browser.other('seadragon', scene, async (opened) => {
    const { page, untilQuiet } = opened
    await page.evaluate(`seadragon.open(${JSON.stringify({ ...scene, address: iiif } satisfies PeerScene)})`)
    await untilQuiet()
    return pan(
      opened,
      boxOf(scene),
      placeBy((script) => page.evaluate(script), 'seadragon.place'),
    )
  })

/** OpenSeadragon on the tiles of the portal's viewer, from the call that makes it until its picture is sharp. @returns ms */
export const openInSeadragon = (
  browser: BenchBrowser,
  size: { width: number; height: number },
  tiles: PortalTiles,
): Promise<number> =>
  browser.other('seadragon', size, async ({ page }) => {
    const script = `(async () => {
      const start = performance.timeOrigin + performance.now()
      await seadragon.openTiles(${JSON.stringify(tiles)})
      return (await frameProbe.settled(1500)) - start
    })()`
    return page.evaluate<number>(script)
  })

/** What OpenSeadragon has to know of an image beforehand. */
export const tilesOf = (imageId: string, view: ImageView, token: string): PortalTiles => ({
  imageId,
  width: view.width,
  height: view.height,
  tileSize: view.tileSize,
  levels: view.levels.length,
  token,
})
