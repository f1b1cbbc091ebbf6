import { type Geometry, GeometryError, type Position, type Ring } from '@lamella/shared/geometry'
import { simplified } from '@lamella/shared/geometry/operations.ts'
import type { Coordinate } from 'ol/coordinate.js'
import type { MapContext, VisiblePicture } from '../../canvas/map-context.ts'
import { sketchStyles } from '../measure/measure-styles.ts'
import type { PixelSize } from '../measure/measurement.ts'
import type { ToolOption } from '../tool-option.ts'
import { report } from './as-stored.ts'
import { AtRest } from './at-rest.ts'
import type { AreaListener } from './draw-by-brush.ts'
import { isAreaStroke } from './draw-by-brush.ts'
import { roundedPlace } from './draw-place.ts'
import { Sketch } from './sketch.ts'
import { Strokes } from './strokes.ts'
import { outlinesOf, type Pixels, regionAround, smoothed } from './wand-region.ts'

/** CSS pixels of a drag per step of the tolerance. */
const dragPerStep = 2
/** CSS pixels below which a drag is a click with an unsteady hand. */
const leastDrag = 4
/** Pixels of the picture by which an outline may be simplified: it runs in steps of one. */
const tolerance = 0.7

/** The pixels of what is visible, and where they lie in the image. */
interface Seen extends Pick<VisiblePicture, 'left' | 'top' | 'scale'> {
  pixels: Pixels
}

/**
 * Lets the user take what looks alike and hangs together with a place: a click takes it by the tolerance that is set; a drag sets the tolerance,
 * which grows with the distance. By keys, Enter takes it in the middle of the canvas, and [ and ] set the tolerance.
 * @param option - the tolerance, 0 to 255 @param size - in which it is measured
 * @returns ends it
 */
export const drawByWand = (
  context: MapContext,
  option: ToolOption,
  size: PixelSize,
  listener: AreaListener,
): (() => void) => {
  const { map } = context
  const target = map.getTargetElement()
  const drawing = new Sketch(context, sketchStyles, size)
  const rest = new AtRest(map)
  let seen: Seen | null = null
  let from: Position | null = null
  let isErased = false
  let frame = 0

  const look = (): Seen | null => {
    const picture = context.visiblePicture()
    const canvas = picture?.canvas
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    if (!picture || !canvas || !data) return null
    const { left, top, scale } = picture
    return { left, top, scale, pixels: smoothed({ width: canvas.width, height: canvas.height, data }) }
  }
  /** What is taken now; null: the place is not on the picture. */
  const area = (): Geometry | null => {
    if (!seen || !from) return null
    const { left, top, scale, pixels } = seen
    const [x, y]: Position = [(from[0] - left) / scale, (from[1] - top) / scale]
    if (x < 0 || y < 0 || x >= pixels.width || y >= pixels.height) return null
    const ofImage = (ring: Ring): Ring => ring.map(([column, row]) => [left + column * scale, top + row * scale])
    const [only = [], ...others] = outlinesOf(regionAround(pixels, [x, y], option.value)).map((rings) =>
      rings.map(ofImage),
    )
    return others.length === 0
      ? { type: 'Polygon', coordinates: only }
      : { type: 'MultiPolygon', coordinates: [only, ...others] }
  }
  const show = (): void => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => drawing.show(area()))
  }
  const start = (place: Position): void => {
    seen = look()
    if (!seen) {
      listener.onRefused('This part of the picture is not loaded yet.')
      return
    }
    from = place
    show()
  }
  const finish = (isWhole: boolean): void => {
    cancelAnimationFrame(frame)
    drawing.show(null)
    const [taken, at, scale] = [isWhole ? area() : null, from, seen?.scale ?? 1]
    from = null
    seen = null
    if (!taken || !at) return
    try {
      const erased = isErased
      report(context, simplified(taken, tolerance * scale), {
        ...listener,
        onDrawn: (stored) => listener.onArea(stored, at, erased),
      })
    } catch (error) {
      if (!(error instanceof GeometryError)) throw error
      listener.onRefused(error.detail)
    }
  }
  const placeOf = ([x = 0, y = 0]: Coordinate): Position => roundedPlace([x, -y])
  const pointer = new Strokes({
    takes: (event) => {
      isErased = event.altKey
      return isAreaStroke(event)
    },
    onStart: (place) => start(placeOf(place)),
    onMove: (place) => {
      if (!from) return
      const [x, y] = placeOf(place)
      const distance = Math.hypot(x - from[0], y - from[1]) / (map.getView().getResolution() ?? 1)
      if (distance < leastDrag) return
      option.set(distance / dragPerStep)
      show()
    },
    onEnd: (place) => finish(place !== null),
  })
  map.addInteraction(pointer)
  const takeMiddle = (): void => {
    isErased = false
    start(placeOf(map.getView().getCenter() ?? []))
    finish(true)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== target) return
    if (event.key === '[' || event.key === ']') option.step(event.key === ']' ? 1 : -1)
    else if (event.key === 'Enter') event.repeat || rest.do(takeMiddle)
    else if (event.key === 'Escape') {
      rest.giveUp()
      finish(false)
    } else return
    event.preventDefault()
  }
  target?.addEventListener('keydown', onKey)
  target?.setAttribute('data-draws', 'wand')
  return () => {
    cancelAnimationFrame(frame)
    target?.removeEventListener('keydown', onKey)
    target?.removeAttribute('data-draws')
    rest.giveUp()
    map.removeInteraction(pointer)
    drawing.remove()
  }
}
