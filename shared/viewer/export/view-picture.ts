import type { ImageMap } from '../canvas/image-map.ts'
import { type ScaleBar, scaleBarOf, sizeAcross } from '../canvas/scale-bar.ts'
import { filterOf, type Tone } from '../tiles/tone.ts'

/** ms after which the view is exported as far as it is loaded. */
const patience = 15_000

/** Whether a visible tile could not be loaded: the end of drawing is told with it missing too. */
const hasHoles = ({ map, tiles }: ImageMap): boolean => tiles.hasFailed(map.getView().calculateExtent(map.getSize()))

/**
 * Waits until all visible tiles are drawn, or have failed.
 * @returns false: some are still missing
 * @throws the reason of `signal`
 */
const drawn = (map: ImageMap, signal?: AbortSignal): Promise<boolean> =>
  new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (): void => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
      signal?.removeEventListener('abort', giveUp)
      map.map.un('rendercomplete', finish)
    }
    const finish = (): void => {
      end()
      resolve(true)
    }
    const giveUp = (): void => {
      end()
      reject(signal?.reason)
    }
    const wait = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        // Browsers draw nothing in a tab that is not seen: the time begins anew when it is.
        if (document.hidden) return
        end()
        resolve(false)
      }, patience)
    }
    signal?.addEventListener('abort', giveUp)
    document.addEventListener('visibilitychange', wait)
    map.map.once('rendercomplete', finish)
    wait()
    // At once: the end of the frame before, which may still be to be told, would be taken for that of a plane chosen since.
    map.map.renderSync()
  })

const write = (context: CanvasRenderingContext2D): void => {
  context.shadowColor = '#000'
  context.shadowBlur = 3
  context.fillStyle = '#fff'
  context.font = '500 12px "Inter Variable", sans-serif'
}

const drawBar = (context: CanvasRenderingContext2D, bar: ScaleBar, height: number): void => {
  const [left, bottom] = [16, height - 16]
  context.fillRect(left, bottom - 3, bar.width, 3)
  context.textAlign = 'center'
  context.fillText(bar.label, left + bar.width / 2, bottom - 9)
}

export interface ViewPictureOptions {
  tone: Tone
  /** µm per pixel; null: no scale bar. */
  pixelSize: { x: number; y: number } | null
  /** Maximum length of the scale bar in CSS pixels times `marks`. */
  barLength: number
  /** Text in the upper left corner. */
  stamp?: string | null
  /** Pixels of the picture per CSS pixel; those of the screen unless stated. */
  ratio?: number
  /** Size of bar and text; 1, that of the screen, unless stated. */
  marks?: number
  signal?: AbortSignal
}

/** A drawn view. */
export interface DrawnView {
  canvas: HTMLCanvasElement
  /** µm per pixel of the canvas, across and down; null: unknown. */
  pixelSize: { x: number; y: number } | null
}

/**
 * Draws the view as it is on the screen, with its layers and a scale bar.
 * @param canvas - takes the picture in place of a new one
 * @throws Error when tiles are missing: a picture with holes would look like a finding; the reason of `signal`
 */
export const drawView = async (
  map: ImageMap,
  { tone, pixelSize, barLength, stamp = null, ratio = window.devicePixelRatio, marks = 1, signal }: ViewPictureOptions,
  canvas: HTMLCanvasElement = document.createElement('canvas'),
): Promise<DrawnView> => {
  // What failed before, at a bad moment of the network, is not asked for again by itself.
  if (hasHoles(map)) map.tiles.retry()
  if (!(await drawn(map, signal)) || hasHoles(map)) throw new Error('Some parts of the view could not be loaded.')
  const [width = 0, height = 0] = map.map.getSize() ?? []
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser cannot draw the picture.')
  context.fillStyle = '#000'
  context.fillRect(0, 0, canvas.width, canvas.height)
  /** From CSS pixels of the viewport to pixels of the picture. */
  const toPicture = map.map.mirrored
    ? new DOMMatrix([-ratio, 0, 0, ratio, canvas.width, 0])
    : new DOMMatrix([ratio, 0, 0, ratio, 0, 0])
  for (const layer of map.map.getViewport()?.querySelectorAll<HTMLCanvasElement>('.ol-layers canvas') ?? []) {
    if (layer.width === 0) continue
    context.filter = layer.closest('.lm-picture') ? filterOf(tone) || 'none' : 'none'
    // A turned picture is drawn upright into a larger canvas, which a style turns.
    context.setTransform(toPicture.multiply(new DOMMatrix(layer.style.transform)))
    context.drawImage(layer, 0, 0)
  }
  context.filter = 'none'
  context.setTransform(ratio * marks, 0, 0, ratio * marks, 0, 0)
  write(context)
  if (stamp) context.fillText(stamp, 16, 28)
  const resolution = map.map.getView().getResolution()
  if (!pixelSize || !resolution) return { canvas, pixelSize: null }
  const { rotation } = map.orientation
  const across = sizeAcross(pixelSize, rotation)
  drawBar(context, scaleBarOf(across, resolution * marks, barLength), height / marks)
  const perPixel = resolution / ratio
  return { canvas, pixelSize: { x: across * perPixel, y: sizeAcross(pixelSize, rotation + 90) * perPixel } }
}

/** A canvas as PNG. @throws Error when the browser cannot make it */
export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), 'image/png')
  })

/** Red, green, blue and opacity of a canvas. @throws Error when the browser cannot read it */
export const pixelsOf = (canvas: HTMLCanvasElement): ImageData => {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser cannot read the picture.')
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
