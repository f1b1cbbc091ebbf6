import './probe.ts'
import OpenSeadragon from 'openseadragon'
import type { PeerScene, PortalTiles } from './peer-scene.ts'

let viewer: OpenSeadragon.Viewer | undefined

/** OpenSeadragon as it comes, without what covers the picture; drawn on a canvas, which is quicker where WebGL is drawn by software. */
const open = async (options: OpenSeadragon.Options): Promise<OpenSeadragon.Viewer> => {
  viewer = OpenSeadragon({
    id: 'viewer',
    showNavigationControl: false,
    crossOriginPolicy: 'Anonymous',
    drawer: 'canvas',
    ...options,
  })
  await new Promise<void>((resolve, reject) => {
    viewer?.addOnceHandler('open', () => resolve())
    viewer?.addOnceHandler('open-failed', ({ message }) => reject(new Error(message)))
  })
  return viewer
}

/**
 * Moves the picture with the pointer by the call that OpenSeadragon's own handler of drags makes: for pointers of an automated
 * browser it tells that handler of distances of 0 only (6.1.1). `pan` notices when it is told of others and moves twice as far.
 */
const followPointer = (shown: OpenSeadragon.Viewer): void => {
  shown.canvas.addEventListener('pointermove', ({ buttons, movementX, movementY }) => {
    if (buttons !== 1) return
    const moved = new OpenSeadragon.Point(-movementX, -movementY)
    shown.viewport.panBy(shown.viewport.deltaPointsFromPixels(moved))
  })
}

const seadragon = {
  get place(): [number, number] {
    if (!viewer) throw new Error('No image has been opened')
    const { x, y } = viewer.world.getItemAt(0).viewportToImageCoordinates(viewer.viewport.getCenter(true))
    return [x, y]
  },

  /** Opens an IIIF image, and resolves when all that is visible is loaded. */
  async open({ address, width, height, at, zoom }: PeerScene): Promise<void> {
    const shown = await open({ tileSources: address })
    const image = shown.world.getItemAt(0)
    const [left, top] = [at[0] - width / zoom / 2, at[1] - height / zoom / 2]
    const part = new OpenSeadragon.Rect(left, top, width / zoom, height / zoom)
    shown.viewport.fitBounds(image.imageToViewportRectangle(part), true)
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    if (!image.getFullyLoaded()) await new Promise<void>((resolve) => image.whenFullyLoaded(() => resolve()))
    followPointer(shown)
  },

  /** Opens the tiles that the portal's own viewer shows, of known size: it asks for nothing but them. */
  async openTiles({ imageId, width, height, tileSize, levels, token }: PortalTiles): Promise<void> {
    await open({
      loadTilesWithAjax: true,
      ajaxHeaders: { authorization: `Bearer ${token}` },
      tileSources: {
        width,
        height,
        tileSize,
        minLevel: 0,
        maxLevel: levels - 1,
        getTileUrl: (z: number, x: number, y: number) => `/api/v1/tiles?type=Image&id=${imageId}&z=${z}&y=${y}&x=${x}`,
      } as never,
    })
  },
}

declare global {
  interface Window {
    seadragon: typeof seadragon
  }
}
window.seadragon = seadragon
