import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type OpenSeadragon from 'openseadragon'
import type { Page } from 'playwright/test'
import type * as Zarrita from 'zarrita'

/** A package as one script, which puts its exports into a global variable of its name. */
const scriptOf = async (name: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${name}'`, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    globalName: name,
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/** Opens an IIIF image by OpenSeadragon in the element `viewer`, which is kept for `seenInSeadragon`. */
export const openSeadragon = async (page: Page, address: string): Promise<{ width: number; height: number }> => {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('openseadragon')))
  await page.addScriptTag({ path: path.join(folder, 'openseadragon.min.js') })
  return page.evaluate(async (source) => {
    const global = window as unknown as { OpenSeadragon: typeof OpenSeadragon; viewer?: OpenSeadragon.Viewer }
    const viewer = global.OpenSeadragon({
      id: 'viewer',
      tileSources: source,
      // Its canvas can be read only when the portal lets every origin have the tiles.
      crossOriginPolicy: 'Anonymous',
      drawer: 'canvas',
      showNavigationControl: false,
      animationTime: 0,
      blendTime: 0,
    })
    await new Promise<void>((resolve, reject) => {
      viewer.addOnceHandler('open', () => resolve())
      viewer.addOnceHandler('open-failed', ({ message }) => reject(new Error(message)))
    })
    global.viewer = viewer
    const { x, y } = viewer.world.getItemAt(0).getContentSize()
    return { width: x, height: y }
  }, address)
}

/**
 * What OpenSeadragon shows of a part of the image as large as its element times `scale`.
 * @param place - left and top edge of the part, in pixels of the image
 * @param scale - pixels of the image per pixel of the screen
 * @returns RGBA of the canvas, row by row
 */
export const seenInSeadragon = (page: Page, [left, top]: [number, number], scale: number): Promise<number[]> =>
  page.evaluate(
    async ([x, y, times]) => {
      const { OpenSeadragon: seadragon, viewer } = window as unknown as {
        OpenSeadragon: typeof OpenSeadragon
        viewer: OpenSeadragon.Viewer
      }
      const image = viewer.world.getItemAt(0)
      const { x: width, y: height } = viewer.viewport.getContainerSize()
      const part = new seadragon.Rect(x, y, width * times, height * times)
      viewer.viewport.fitBounds(image.imageToViewportRectangle(part), true)
      viewer.forceRedraw()
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      if (!image.getFullyLoaded()) await new Promise<void>((resolve) => image.whenFullyLoaded(() => resolve()))
      viewer.forceRedraw()
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      const canvas = viewer.drawer.canvas as HTMLCanvasElement
      return [...(canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])]
    },
    [left, top, scale] as const,
  )

/** Loads zarrita into a page, for `readByZarrita`. */
export const loadZarrita = async (page: Page): Promise<void> => {
  await page.addScriptTag({ content: await scriptOf('zarrita') })
}

/** A plane as zarrita reads it, and what the metadata says of it. */
export interface ZarrPlane {
  version: string
  axes: string[]
  /** Of the whole level. */
  shape: number[]
  dtype: string
  samples: number[]
}

/**
 * Reads one plane of an OME-Zarr 0.5 image.
 * @param level - counted from the largest
 * @param place - index in the dimensions before y and x
 */
export const readByZarrita = (page: Page, address: string, level: number, place: number[]): Promise<ZarrPlane> =>
  page.evaluate(
    async ([store, at, indexes]) => {
      const { zarrita } = window as unknown as { zarrita: typeof Zarrita }
      const group = await zarrita.open.v3(zarrita.root(new zarrita.FetchStore(store)), { kind: 'group' })
      const { version, multiscales } = group.attrs.ome as {
        version: string
        multiscales: { axes: { name: string }[]; datasets: { path: string }[] }[]
      }
      const image = multiscales[0]
      const array = await zarrita.open.v3(group.resolve(image?.datasets[at]?.path ?? ''), { kind: 'array' })
      const { data } = await zarrita.get(array, [...indexes, null, null])
      return {
        version,
        axes: image?.axes.map(({ name }) => name) ?? [],
        shape: array.shape,
        dtype: array.dtype,
        samples: [...(data as Uint16Array)],
      }
    },
    [address, level, place] as const,
  )
