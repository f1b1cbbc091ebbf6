import {
  boxOf,
  type Geometry,
  GeometryError,
  lengthOf,
  moved,
  type Position,
  polygonsOf,
  positionsOf,
  wktOf,
} from '@lamella/shared/geometry'
import { type Coordinate, equals } from 'ol/coordinate.js'
import { containsExtent } from 'ol/extent.js'
import Feature from 'ol/Feature.js'
import type OlGeometry from 'ol/geom/Geometry.js'
import MultiLineString from 'ol/geom/MultiLineString.js'
import MultiPoint from 'ol/geom/MultiPoint.js'
import VectorLayer from 'ol/layer/Vector.js'
import { unByKey } from 'ol/Observable.js'
import VectorSource from 'ol/source/Vector.js'
import Fill from 'ol/style/Fill.js'
import RegularShape from 'ol/style/RegularShape.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import type { MapContext } from '../../canvas/map-context.ts'
import { olGeometry } from '../../layers/ol-geometry.ts'
import { selectedStyles } from '../../layers/polygon-styles.ts'
import { asStored } from '../draw/as-stored.ts'
import { placeOn } from '../draw/draw-place.ts'
import { MeasurePlate } from '../draw/measure-plate.ts'
import { Strokes } from '../draw/strokes.ts'
import type { PixelSize } from '../measure/measurement.ts'
import { cornersOf, dragged, type Handle, middlesOf, withoutCorner } from './handles.ts'

/** CSS pixels at which a handle is grasped, by mouse or pen and by finger; and the line of a shape. */
const reach = { pointer: 8, touch: 22, line: 5 } as const
/** CSS pixels between corners from which they are shown, and from which the middles of sides are, too. Closer ones could not be told apart. */
const spacing = { corners: 6, middles: 24 } as const
/** CSS pixels of a shape that is only moved as a whole: its handles would cover it. */
const tiny = 20
/** CSS pixels that the hand moves before something is dragged: less is a click. */
const unsteady = 3

const squareOf = (size: number, fill: string, edge: string) =>
  new RegularShape({
    points: 4,
    angle: Math.PI / 4,
    radius: size / Math.SQRT2,
    fill: new Fill({ color: fill }),
    stroke: new Stroke({ color: edge, width: 1.5 }),
  })
const corner = squareOf(8, '#FFFFFF', '#000000')
const middle = squareOf(4, '#FFFFFF', '#00000080')
/** That which keys move. */
const active = squareOf(11, '#000000', '#78C4D5')

const marks = (handles: readonly Handle[], image: RegularShape): Style[] =>
  handles.length === 0
    ? []
    : [
        new Style({
          geometry: new MultiPoint(handles.map(({ place: [x, y] }) => [x, -y])),
          image,
          zIndex: 3,
        }),
      ]

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface EditOptions {
  /** Whether the inside of an area is no part of it: a frame is dragged by its line only. */
  isFrame: boolean
  /** In which it is measured while it changes. */
  size: PixelSize
  /** Where a corner goes that is dragged to a place of the map. */
  snapped: (place: Coordinate) => Coordinate
  /** Called with what the user has made of the shape. */
  onEdited: (geometry: Geometry) => void
  /** Called with a sentence where what was made cannot be stored: the shape stays as it was. */
  onRefused: (detail: string) => void
}

/** A shape that is being edited. */
export interface EditedShape {
  /** Whether a handle is at a place of the map. */
  isAt: (place: Coordinate) => boolean
  /** Goes on with what is stored now: where others have made something else of it, what is being dragged is given up. */
  update: (geometry: Geometry) => void
  end: () => void
}

/**
 * Lets the user change a shape: drag its corners, the middles of its sides for a further corner, and the whole; with Alt a click removes a
 * corner. By keys: Q goes from corner to corner, Alt and arrows move the corner, or the whole shape, by a pixel of the screen, with Shift by ten, and Backspace
 * removes the corner. A rectangle stays one. Nothing is moved beyond the edge of the image.
 */
export const editShape = (
  context: MapContext,
  shape: Geometry,
  { isFrame, size, snapped, onEdited, onRefused }: EditOptions,
): EditedShape => {
  const { map, view: image } = context
  const target = map.getTargetElement()
  /** As it is stored, and as it is shown. */
  let base = shape
  let now = shape
  let activeAt: number | null = null
  let removedAt: Coordinate | null = null
  let held: { handle: Handle | 'whole'; from: Coordinate; isMoved: boolean } | null = null

  const resolution = (): number => map.getView().getResolution() ?? 1
  const shownHandles = (): Handle[] => {
    const [left, top, right, bottom] = boxOf(now)
    const isTiny = Math.max(right - left, bottom - top) < tiny * resolution()
    const between = lengthOf(now) / resolution() / positionsOf(now).length
    if (now.type !== 'Point' && (isTiny || between < spacing.corners)) return []
    return between < spacing.middles ? cornersOf(now) : [...cornersOf(now), ...middlesOf(now)]
  }
  const feature = new Feature<OlGeometry>()
  /** Its line: of an area the outlines. */
  let line: OlGeometry = olGeometry(shape)
  const layer = new VectorLayer({
    source: new VectorSource({ features: [feature] }),
    updateWhileInteracting: true,
    zIndex: 1,
    style: () => {
      const handles = shownHandles()
      const chosen = activeAt === null ? undefined : cornersOf(now)[activeAt]
      return [
        ...selectedStyles,
        ...marks(
          handles.filter(({ kind }) => kind === 'middle'),
          middle,
        ),
        ...marks(
          handles.filter(({ kind }) => kind === 'corner'),
          corner,
        ),
        ...marks(chosen ? [chosen] : [], active),
      ]
    },
  })
  const show = (geometry: Geometry): void => {
    now = geometry
    const drawn = olGeometry(geometry)
    const outlines = polygonsOf(geometry).flat()
    line = outlines.length > 0 ? new MultiLineString(outlines.map((ring) => ring.map(([x, y]) => [x, -y]))) : drawn
    feature.setGeometry(drawn)
  }
  show(shape)
  map.addLayer(layer)
  const plate = new MeasurePlate(context, size)

  const commit = (geometry: Geometry): void => {
    plate.measure(null)
    try {
      const next = asStored(context, geometry)
      const isSame = wktOf(next) === wktOf(base)
      if (!isSame) base = next
      show(base)
      if (!isSame) onEdited(base)
    } catch (error) {
      show(base)
      if (!(error instanceof GeometryError)) throw error
      onRefused(error.detail)
    }
  }

  const placeOf = ([x = 0, y = 0]: Coordinate): Position => placeOn(context, [x, -y])
  /** By how much the whole may move. */
  const kept = (right: number, down: number): [number, number] => {
    const [left, top, farRight, bottom] = boxOf(base)
    const between = (value: number, least: number, most: number): number =>
      Math.round(Math.min(Math.max(value, least), most) * 100) / 100
    return [between(right, -left, image.width - farRight), between(down, -top, image.height - bottom)]
  }
  const draggedTo = (handle: Handle | 'whole', from: Coordinate, to: Coordinate): Geometry => {
    if (handle !== 'whole') return dragged(base, handle, placeOf(snapped(to)))
    const [fromX = 0, fromY = 0] = from
    const [x = 0, y = 0] = to
    return moved(base, ...kept(x - fromX, fromY - y))
  }

  const isOnShape = (place: Coordinate): boolean => {
    const geometry = feature.getGeometry() ?? line
    // Where a shape is larger than the window, a drag within it moves the picture.
    const isWhole = containsExtent(map.getView().calculateExtent(), geometry.getExtent())
    if (!isFrame && isWhole && geometry !== line && geometry.intersectsCoordinate(place)) return true
    const [x = 0, y = 0] = place
    const [nearX = 0, nearY = 0] = line.getClosestPoint(place)
    return Math.hypot(nearX - x, nearY - y) <= reach.line * resolution()
  }
  const graspedAt = (place: Coordinate, isTouch: boolean): Handle | 'whole' | null => {
    const most = (isTouch ? reach.touch : reach.pointer) * resolution()
    const [x = 0, y = 0] = place
    const distanceTo = ({ place: [ofX, ofY] }: Handle): number => Math.hypot(ofX - x, ofY + y)
    const near = shownHandles().filter((handle) => distanceTo(handle) <= most)
    const byKind = near.filter(({ kind }) => kind === 'corner')
    const [nearest] = (byKind.length > 0 ? byKind : near).toSorted((one, other) => distanceTo(one) - distanceTo(other))
    return nearest ?? (isOnShape(place) ? 'whole' : null)
  }
  const remove = (handle: Handle): void => {
    const next = withoutCorner(base, handle)
    activeAt = null
    if (next) commit(next)
    else layer.changed()
  }

  const release = (isWhole: boolean): void => {
    const was = held
    held = null
    if (!was) return
    if (isWhole && was.isMoved) commit(now)
    else {
      plate.measure(null)
      show(base)
    }
  }
  const pointer = new Strokes({
    takes: (event, place) => {
      const { button, isPrimary, altKey, shiftKey, ctrlKey, metaKey } = event
      const handle = graspedAt(place, event.pointerType === 'touch')
      const isCorner = handle !== null && handle !== 'whole' && handle.kind === 'corner'
      if (!handle || button !== 0 || !isPrimary || shiftKey || ctrlKey || metaKey || (altKey && !isCorner)) return false
      settle()
      if (isCorner)
        activeAt = cornersOf(now).findIndex(
          ({ part, ring, at }) => part === handle.part && ring === handle.ring && at === handle.at,
        )
      removedAt = null
      if (isCorner && altKey) {
        removedAt = place
        remove(handle)
      }
      held = altKey ? null : { handle, from: place, isMoved: false }
      layer.changed()
      return true
    },
    onStart: () => undefined,
    onMove: (place) => {
      if (!held) return
      const [x = 0, y = 0] = place
      const [fromX = 0, fromY = 0] = held.from
      held.isMoved ||= Math.hypot(x - fromX, y - fromY) >= unsteady * resolution()
      if (!held.isMoved) return
      show(draggedTo(held.handle, held.from, place))
      // The whole stays as large as it is.
      if (held.handle !== 'whole') plate.measure(now, placeOf(place))
    },
    onEnd: (place) => release(place !== null),
  })
  map.addInteraction(pointer)
  const hovering = map.on('pointermove', ({ originalEvent, coordinate, dragging }) => {
    if (dragging) return
    const isTouch = originalEvent instanceof PointerEvent && originalEvent.pointerType === 'touch'
    const handle = isTouch ? null : graspedAt(coordinate, false)
    if (handle === null) target?.removeAttribute('data-grasps')
    else target?.setAttribute('data-grasps', handle === 'whole' ? 'whole' : 'handle')
  })

  /** Moves by an arrow; it is stored when the key is let go. */
  const nudge = ([right, down]: readonly [number, number], pixels: number): void => {
    const from = map.getCoordinateFromPixel([0, 0]) ?? []
    const to = map.getCoordinateFromPixel([right * pixels, down * pixels]) ?? []
    const [x, y] = [(to[0] ?? 0) - (from[0] ?? 0), (from[1] ?? 0) - (to[1] ?? 0)]
    const at = activeAt === null ? undefined : cornersOf(now)[activeAt]
    const [left, top] = boxOf(now)
    const [baseLeft, baseTop] = boxOf(base)
    // The corner may be gone: something crossed itself.
    if (activeAt !== null && !at) return
    if (at) {
      show(dragged(now, at, placeOf([at.place[0] + x, -at.place[1] - y])))
      plate.measure(now, at.place)
    } else show(moved(base, ...kept(left - baseLeft + x, top - baseTop + y)))
  }
  const step = (by: number): void => {
    const count = cornersOf(now).length
    activeAt = activeAt === null ? (by > 0 ? 0 : count - 1) : (activeAt + by + count) % count
    layer.changed()
  }
  const onKey = (event: KeyboardEvent): void => {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event
    if (event.target !== target || ctrlKey || metaKey) return
    const arrow = arrows[key]
    const chosen = activeAt === null ? undefined : cornersOf(now)[activeAt]
    if (altKey && arrow) nudge(arrow, shiftKey ? 10 : 1)
    else if (altKey) return
    else if (key.toLowerCase() === 'q') step(shiftKey ? -1 : 1)
    else if (key === 'Backspace' && chosen) remove(chosen)
    else if (key === 'Escape' && (held || chosen)) {
      release(false)
      activeAt = null
      layer.changed()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const settle = (): void => {
    if (!held && now !== base) commit(now)
  }
  const onKeyUp = ({ key }: KeyboardEvent): void => {
    if (key in arrows || key === 'Alt') settle()
  }
  target?.addEventListener('keydown', onKey)
  target?.addEventListener('keyup', onKeyUp)
  target?.addEventListener('blur', settle)
  return {
    isAt: (place) => {
      // The click that has removed a corner, of which OpenLayers tells when the corner is gone.
      if (removedAt && equals(removedAt, place)) return true
      const handle = graspedAt(place, false)
      return handle !== null && handle !== 'whole'
    },
    update: (geometry) => {
      if (wktOf(geometry) === wktOf(base)) return
      held = null
      activeAt = null
      base = geometry
      show(geometry)
    },
    end: () => {
      settle()
      target?.removeEventListener('keydown', onKey)
      target?.removeEventListener('keyup', onKeyUp)
      target?.removeEventListener('blur', settle)
      target?.removeAttribute('data-grasps')
      unByKey(hovering)
      map.removeInteraction(pointer)
      map.removeLayer(layer)
      plate.remove()
    },
  }
}
