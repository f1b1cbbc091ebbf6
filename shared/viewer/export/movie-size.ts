import type { ImageMap } from '../canvas/image-map.ts'
import type { ViewPlace } from '../view-state/view-state.ts'

/** A size in which a movie can be made, and what is in it. */
export interface MovieSize {
  /** Unique within the sizes of a view. */
  id: string
  /** E.g. "1,280 × 720 px". */
  label: string
  /** Pixels, even, as codecs demand. */
  width: number
  height: number
  /** In the middle of each frame; `zoom` in pixels of the frame per pixel of the image. */
  place: ViewPlace
}

/** Pixels of a frame: more is no better on a projector, and level 4 of H.264 ends there. */
const mostPixels = 1920 * 1080
/** Longest edges that are offered beside the size on the screen. */
const edges = [640, 1280, 1920]
/** Pixels below which neither a scale bar nor a time is readable. */
const leastWhole = 128
/** Maximum zoom of the viewer: beyond it, a larger frame would show less than what is seen. */
const mostZoom = 16

const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2))
const evenAbove = (value: number): number => 2 * Math.ceil(value / 2)
const pixels = (width: number, height: number): string =>
  `${width.toLocaleString('en-GB')} × ${height.toLocaleString('en-GB')} px`

/** What `movieSizes` needs of a map. */
export type SizedMap = Pick<ImageMap, 'middle' | 'orientation'> & {
  /** Pixels of the image. */
  view: { width: number; height: number }
  /** CSS pixels of the canvas. */
  canvas: { width: number; height: number }
}

const scaled = ({ middle, canvas }: SizedMap, scale: number): Omit<MovieSize, 'id' | 'label'> => ({
  width: even(canvas.width * scale),
  height: even(canvas.height * scale),
  place: { ...middle, zoom: middle.zoom * scale },
})

/** The whole image, one of its pixels for each of the movie; null where it does not fit or lies askew. */
const whole = ({ view, orientation: { rotation } }: SizedMap): MovieSize | null => {
  const [width, height] = [evenAbove(view.width), evenAbove(view.height)]
  const fits = Math.min(width, height) >= leastWhole && width * height <= mostPixels
  if (!fits || rotation % 90 !== 0) return null
  // The middle of an even frame, so that pixels lie on pixels.
  const place = { x: width / 2, y: height / 2, zoom: 1 }
  const turned = rotation % 180 === 0 ? { width, height } : { width: height, height: width }
  return { id: 'whole', label: `Whole image, 1:1 (${pixels(turned.width, turned.height)})`, ...turned, place }
}

/**
 * Sizes in which what a map shows can be made into a movie, that of the screen first; at most 1920 × 1080 pixels in any
 * proportion.
 * @param screenRatio - pixels of the screen per CSS pixel
 */
export const movieSizes = (map: SizedMap, screenRatio: number): MovieSize[] => {
  const { width, height } = map.canvas
  const most = Math.min(Math.sqrt(mostPixels / (width * height)), Math.max(1, mostZoom / map.middle.zoom))
  const screen = Math.min(screenRatio, most)
  const shown = scaled(map, screen)
  const others = edges.flatMap((edge): MovieSize[] => {
    const scale = Math.min(edge / Math.max(width, height), most)
    const size = scaled(map, scale)
    return [{ id: `${size.width}`, label: pixels(size.width, size.height), ...size }]
  })
  const known = new Set([shown.width])
  const distinct = others.filter((size) => !known.has(size.width) && known.add(size.width))
  const all = whole(map)
  return [
    { id: 'screen', label: `As on the screen (${pixels(shown.width, shown.height)})`, ...shown },
    ...distinct,
    ...(all ? [all] : []),
  ]
}
