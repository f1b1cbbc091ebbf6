import { type Geometry, GeometryError, type Position } from '@lamella/shared/geometry'
import { swept } from '@lamella/shared/geometry/operations.ts'
import type { Coordinate } from 'ol/coordinate.js'
import Overlay from 'ol/Overlay.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import type { MapContext } from '../../canvas/map-context.ts'
import type { ToolOption } from '../tool-option.ts'
import { report } from './as-stored.ts'
import { AtRest } from './at-rest.ts'
import css from './draw-by-brush.module.css'
import { roundedPlace } from './draw-place.ts'
import { Sketch } from './sketch.ts'
import { Strokes } from './strokes.ts'

export interface AreaListener {
  /** Called with the area of a stroke as it is stored, and where it began. */
  onArea: (geometry: Geometry, from: Position, isErased: boolean) => void
  onRefused: (detail: string) => void
}

/** Of the first button, a pen or one finger; with Alt too, which takes away in place of adding. */
export const isAreaStroke = (event: PointerEvent): boolean =>
  event.button === 0 && event.isPrimary && !(event.shiftKey || event.ctrlKey || event.metaKey)

const trail = (width: number, isErased: boolean): Style =>
  new Style({
    stroke: new Stroke({
      color: isErased ? '#000000A0' : '#FFFFFF80',
      width,
      lineCap: 'round',
      lineJoin: 'round',
    }),
  })

/**
 * Lets the user paint with a round brush: each stroke is an area. By keys, Enter makes a dab in the middle of the canvas.
 * @param size - diameter in CSS pixels, also set by Shift and the wheel, and by [ and ]
 * @param isEraser - strokes take away, with Alt they add
 * @returns ends it
 */
export const drawByBrush = (
  context: MapContext,
  size: ToolOption,
  isEraser: boolean,
  listener: AreaListener,
): (() => void) => {
  const { map } = context
  const target = map.getTargetElement()
  const style = { now: trail(size.value, isEraser) }
  const drawing = new Sketch(context, () => style.now, null)
  const rest = new AtRest(map)
  const element = document.createElement('div')
  element.className = css.ring ?? ''
  const ring = new Overlay({ element, stopEvent: false, positioning: 'center-center' })
  map.addOverlay(ring)
  const showSize = (): void => element.style.setProperty('--size', `${size.value}px`)
  showSize()
  const stopWatching = size.subscribe(showSize)

  const resolution = (): number => map.getView().getResolution() ?? 1
  const placeOf = ([x = 0, y = 0]: Coordinate): Position => roundedPlace([x, -y])
  let way: Position[] = []
  let isErased = isEraser

  const add = (place: Position): void => {
    const last = way.at(-1)
    // Half a pixel of the screen is not seen.
    if (last && Math.hypot(last[0] - place[0], last[1] - place[1]) < resolution() / 2) return
    way.push(place)
    const [first = place] = way
    drawing.show({ type: 'LineString', coordinates: way.length > 1 ? way : [first, first] })
  }
  const finish = (isWhole: boolean): void => {
    const [from] = way
    const drawn = way
    way = []
    drawing.show(null)
    if (!isWhole || !from) return
    try {
      const area = swept(drawn, (size.value / 2) * resolution())
      const erased = isErased
      report(context, area, { ...listener, onDrawn: (stored) => listener.onArea(stored, from, erased) })
    } catch (error) {
      if (!(error instanceof GeometryError)) throw error
      listener.onRefused(error.detail)
    }
  }
  const pointer = new Strokes({
    takes: (event) => {
      if (!isAreaStroke(event)) return false
      isErased = event.altKey !== isEraser
      style.now = trail(size.value, isErased)
      return true
    },
    onStart: (place) => {
      ring.setPosition(place)
      add(placeOf(place))
    },
    onMove: (place) => {
      ring.setPosition(place)
      // Not after Escape.
      if (way.length > 0) add(placeOf(place))
    },
    onEnd: (place) => finish(place !== null),
  })
  map.addInteraction(pointer)

  const onPointer = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') ring.setPosition(map.getEventCoordinate(event))
  }
  const onLeave = (): void => ring.setPosition(undefined)
  // Before the map, which would zoom. Some systems turn the wheel sideways with Shift.
  const onWheel = (event: WheelEvent): void => {
    const turn = event.deltaY || event.deltaX
    if (!event.shiftKey || turn === 0) return
    event.preventDefault()
    event.stopPropagation()
    size.step(turn < 0 ? 1 : -1)
  }
  const dab = (): void => {
    isErased = isEraser
    add(placeOf(map.getView().getCenter() ?? []))
    finish(true)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== target) return
    if (event.key === '[' || event.key === ']') size.step(event.key === ']' ? 1 : -1)
    else if (event.key === 'Enter') event.repeat || rest.do(dab)
    else if (event.key === 'Escape') {
      rest.giveUp()
      finish(false)
    } else return
    event.preventDefault()
  }
  target?.addEventListener('pointermove', onPointer)
  target?.addEventListener('pointerleave', onLeave)
  target?.addEventListener('wheel', onWheel, { capture: true, passive: false })
  target?.addEventListener('keydown', onKey)
  target?.setAttribute('data-draws', isEraser ? 'eraser' : 'brush')
  return () => {
    target?.removeEventListener('pointermove', onPointer)
    target?.removeEventListener('pointerleave', onLeave)
    target?.removeEventListener('wheel', onWheel, { capture: true })
    target?.removeEventListener('keydown', onKey)
    target?.removeAttribute('data-draws')
    rest.giveUp()
    stopWatching()
    map.removeInteraction(pointer)
    map.removeOverlay(ring)
    drawing.remove()
  }
}
