import { fillOpacities, pointRadius } from '../object-look.ts'
import { colorless, kinds } from './object-columns.ts'
import { partsOf, type RasterObject } from './raster-objects.ts'

/** A square of the image that is drawn. */
export interface Square {
  /** Its upper left corner, pixels of the image. */
  left: number
  top: number
  /** Pixels of the image per pixel of the square. */
  resolution: number
  /** Pixels of the square. */
  side: number
  /** Pixels of the square per CSS pixel, in about. */
  ratio: number
  /** With a stronger fill. */
  filled: boolean
}

/** Pixels of the square below which an object is its share of them: nobody could tell its shape. */
const smallest = 4
/** Squared distance in pixels of the square in which two corners are one. */
const together = 0.75 ** 2
/** Objects of a path: with more of them canvases are slower. */
const perPath = 64
/** Points in a square from which each is only a spot. */
const mostCircles = 500
/** In place of dashes of black and white, where they are too small to be seen. */
const middleGrey = 0x80_80_80

const cssOf = (color: number): string => `#${color.toString(16).padStart(6, '0')}`

/** What small objects of a square are laid on. It is kept for the next one: fresh memory takes longer than what is computed in it. */
interface Sheet {
  side: number
  /** Premultiplied red, green, blue and alpha of each pixel in turn. */
  pixels: Float32Array
  picture: ImageData
  /** Places in `pixels` where something lies: few of all. */
  touched: Uint32Array
  count: number
}
let last: Sheet | null = null

const cleanSheet = (side: number): Sheet => {
  if (last?.side !== side) {
    const pixels = new Float32Array(4 * side * side)
    last = { side, pixels, picture: new ImageData(side, side), touched: new Uint32Array(side * side), count: 0 }
  }
  const { pixels, picture, touched, count } = last
  for (const at of touched.subarray(0, count)) {
    pixels.fill(0, at, at + 4)
    picture.data[at + 3] = 0
  }
  last.count = 0
  return last
}

/** Lays objects over each other by how much of each pixel they cover. @returns a picture that is overwritten by the next */
const sharesOf = (objects: readonly RasterObject[], { left, top, resolution, side }: Square): ImageData => {
  const sheet = cleanSheet(side)
  const { pixels, touched, picture } = sheet
  for (const { minX, minY, maxX, maxY, area, color: given } of objects) {
    const color = given === colorless ? middleGrey : given
    const red = color >> 16
    const green = (color >> 8) & 255
    const blue = color & 255
    // Its area is spread over its box, with half a pixel of outline around it.
    const strength = 0.9 * Math.min(1, area / ((maxX - minX) * (maxY - minY) || Infinity) || 0.5)
    const fromX = Math.max(0, (minX - left) / resolution - 0.5)
    const fromY = Math.max(0, (minY - top) / resolution - 0.5)
    const toX = Math.min(side, (maxX - left) / resolution + 0.5)
    const toY = Math.min(side, (maxY - top) / resolution + 0.5)
    for (let y = Math.floor(fromY); y < toY; y += 1) {
      const high = strength * (Math.min(y + 1, toY) - Math.max(y, fromY))
      for (let x = Math.floor(fromX); x < toX; x += 1) {
        const share = high * (Math.min(x + 1, toX) - Math.max(x, fromX))
        if (share <= 0) continue
        const rest = 1 - share
        const at = 4 * (y * side + x)
        const alpha = pixels[at + 3] ?? 0
        if (alpha === 0) {
          touched[sheet.count] = at
          sheet.count += 1
        }
        pixels[at] = (pixels[at] ?? 0) * rest + red * share
        pixels[at + 1] = (pixels[at + 1] ?? 0) * rest + green * share
        pixels[at + 2] = (pixels[at + 2] ?? 0) * rest + blue * share
        pixels[at + 3] = alpha * rest + share
      }
    }
  }
  const { data } = picture
  for (const at of touched.subarray(0, sheet.count)) {
    const alpha = pixels[at + 3] ?? 1
    data[at] = (pixels[at] ?? 0) / alpha
    data[at + 1] = (pixels[at + 1] ?? 0) / alpha
    data[at + 2] = (pixels[at + 2] ?? 0) / alpha
    data[at + 3] = 255 * alpha
  }
  return picture
}

/** Adds the outline of an object to the path of a canvas, without corners that nobody could tell apart. */
const trace = (context: OffscreenCanvasRenderingContext2D, object: RasterObject, square: Square): void => {
  const { places, placeEnds } = object.of
  const { left, top, resolution } = square
  const isArea = object.of.kinds[object.at] === kinds.area
  const [first, last] = partsOf(object)
  for (let part = first; part < last; part += 1) {
    const from = part === 0 ? 0 : 2 * (placeEnds[part - 1] ?? 0)
    const to = 2 * (placeEnds[part] ?? 0)
    let [drawnX, drawnY] = [Infinity, Infinity]
    for (let place = from; place < to; place += 2) {
      const x = ((places[place] ?? 0) - left) / resolution
      const y = ((places[place + 1] ?? 0) - top) / resolution
      if ((x - drawnX) ** 2 + (y - drawnY) ** 2 < together) continue
      if (place === from) context.moveTo(x, y)
      else context.lineTo(x, y)
      ;[drawnX, drawnY] = [x, y]
    }
    if (isArea) context.closePath()
  }
}

/** Calls back for some objects at a time, whose outlines are the path. */
const inPaths = (
  context: OffscreenCanvasRenderingContext2D,
  objects: readonly RasterObject[],
  square: Square,
  paint: () => void,
): void => {
  for (let from = 0; from < objects.length; from += perPath) {
    context.beginPath()
    for (const object of objects.slice(from, from + perPath)) trace(context, object, square)
    paint()
  }
}

const stroke = (
  context: OffscreenCanvasRenderingContext2D,
  color: string,
  width: number,
  dash: number[] = [],
): void => {
  context.strokeStyle = color
  context.lineWidth = width
  context.setLineDash(dash)
  context.stroke()
}

const drawOutlines = (
  context: OffscreenCanvasRenderingContext2D,
  color: number,
  objects: readonly RasterObject[],
  square: Square,
): void => {
  const { ratio } = square
  const areas = objects.filter(({ of, at }) => of.kinds[at] === kinds.area)
  if (color !== colorless) {
    context.fillStyle = `${cssOf(color)}${fillOpacities[square.filled ? 'filled' : 'outlined']}`
    inPaths(context, areas, square, () => context.fill())
  }
  inPaths(context, objects, square, () => {
    stroke(context, color === colorless ? '#000000' : cssOf(color), 2 * ratio)
    if (color === colorless) stroke(context, '#FFFFFF', 2 * ratio, [5 * ratio, 5 * ratio])
  })
}

const drawPoint = (context: OffscreenCanvasRenderingContext2D, object: RasterObject, square: Square): void => {
  const { left, top, resolution, ratio } = square
  const { color, isSelected } = object
  const isWhite = isSelected || color === colorless
  context.beginPath()
  context.arc((object.minX - left) / resolution, (object.minY - top) / resolution, pointRadius * ratio, 0, 2 * Math.PI)
  context.fillStyle = isSelected ? '#FFFFFF' : isWhite ? '#FFFFFF66' : cssOf(color)
  context.fill()
  stroke(context, '#000000', (isWhite ? 2 : 1) * ratio, isWhite && !isSelected ? [3 * ratio, 3 * ratio] : [])
}

/** Where there are so many points that circles would cover each other. */
const drawSpots = (
  context: OffscreenCanvasRenderingContext2D,
  points: readonly RasterObject[],
  { left, top, resolution, ratio }: Square,
): void => {
  const size = 3 * ratio
  for (const { minX, minY, color } of points) {
    context.fillStyle = cssOf(color === colorless ? middleGrey : color)
    context.fillRect((minX - left) / resolution - size / 2, (minY - top) / resolution - size / 2, size, size)
  }
}

/** Larger ones first, so that what lies within them is seen. */
const byArea = (one: RasterObject, other: RasterObject): number => other.area - one.area

/** Draws objects into a clean canvas, as features are drawn; of small ones only how much they cover. */
export const drawSquare = (
  context: OffscreenCanvasRenderingContext2D,
  objects: readonly RasterObject[],
  square: Square,
): void => {
  const { resolution } = square
  const isSmall = ({ minX, minY, maxX, maxY, of, at, isSelected }: RasterObject): boolean =>
    !isSelected &&
    Math.max(maxX - minX, maxY - minY) < smallest * resolution &&
    // Points are as large at any zoom.
    of.kinds[at] !== kinds.point
  const small = objects.filter(isSmall)
  if (small.length > 0) context.putImageData(sharesOf(small, square), 0, 0)
  const large = small.length === 0 ? objects : objects.filter((object) => !isSmall(object))
  const outlined = new Map<number, RasterObject[]>()
  const points: RasterObject[] = []
  for (const object of large.toSorted(byArea)) {
    if (object.of.kinds[object.at] === kinds.point) points.push(object)
    else if (outlined.get(object.color)?.push(object) === undefined) outlined.set(object.color, [object])
  }
  context.lineJoin = 'round'
  context.lineCap = 'round'
  for (const [color, ofColor] of outlined) drawOutlines(context, color, ofColor, square)
  const circles = points.length > mostCircles ? points.filter(({ isSelected }) => isSelected) : points
  if (circles.length < points.length) drawSpots(context, points, square)
  for (const object of circles) drawPoint(context, object, square)
  const selected = large.filter((object) => object.isSelected && object.of.kinds[object.at] !== kinds.point)
  inPaths(context, selected, square, () => {
    stroke(context, '#000000', 5 * square.ratio)
    stroke(context, '#FFFFFF', 2 * square.ratio)
  })
}
