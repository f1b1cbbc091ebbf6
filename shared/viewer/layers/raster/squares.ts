import type { Box } from '@lamella/shared/geometry'

/** A square of the image at a power of two: 2 ** z pixels of the image per pixel of the square, column and row. */
export interface SquarePlace {
  z: number
  x: number
  y: number
}

/** From pixels of the image to those of a canvas, as `CanvasRenderingContext2D.setTransform` takes it. */
export type ToCanvas = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

interface Kept {
  place: SquarePlace
  picture: ImageBitmap
  /** Whether it shows what is there now. */
  isFresh: boolean
  /** When it was drawn last. */
  used: number
}

/** Pixels of a square. */
export const side = 512
/** Pictures of 1 MB each. */
const most = 96
/** Pixels of a square by which lines reach out of their objects. */
const reach = 8
/** Steps to coarser squares, which may stand in for one. */
const coarser = 4
const finest = -4

/** By which a square is told from all others. */
export const keyOf = ({ z, x, y }: SquarePlace): string => `${z}/${x}/${y}`

/** Pixels of the image that a square has on each side. */
export const lengthOf = (z: number): number => side * 2 ** z

/** Squares by their distance from the middle. */
const fromMiddle = (places: SquarePlace[], x: number, y: number): SquarePlace[] => {
  const away = (place: SquarePlace): number => Math.hypot(place.x + 0.5 - x, place.y + 0.5 - y)
  return places.toSorted((one, other) => away(one) - away(other))
}

/**
 * The squares of what is visible of an image, the middle ones first, and the ring of those around them.
 * @param visible - pixels of the image
 * @param resolution - pixels of the image per pixel of the screen: squares are enlarged by 1.23 at most
 */
export const squaresIn = (
  [left, top, right, bottom]: Box,
  resolution: number,
  size: { width: number; height: number },
): { visible: SquarePlace[]; ahead: SquarePlace[] } => {
  const z = Math.max(finest, Math.floor(Math.log2(resolution) + 0.3))
  const length = lengthOf(z)
  const [lastX, lastY] = [Math.ceil(size.width / length) - 1, Math.ceil(size.height / length) - 1]
  const [fromX, toX] = [Math.floor(left / length), Math.floor(right / length)]
  const [fromY, toY] = [Math.floor(top / length), Math.floor(bottom / length)]
  const visible: SquarePlace[] = []
  const ahead: SquarePlace[] = []
  for (let y = Math.max(0, fromY - 1); y <= Math.min(lastY, toY + 1); y += 1) {
    for (let x = Math.max(0, fromX - 1); x <= Math.min(lastX, toX + 1); x += 1) {
      const isVisible = x >= fromX && x <= toX && y >= fromY && y <= toY
      ;(isVisible ? visible : ahead).push({ z, x, y })
    }
  }
  const [x, y] = [(left + right) / 2 / length, (top + bottom) / 2 / length]
  return { visible: fromMiddle(visible, x, y), ahead: fromMiddle(ahead, x, y) }
}

/** Pictures of squares. */
export class Squares {
  readonly #kept = new Map<string, Kept>()
  #uses = 0

  isFresh(place: SquarePlace): boolean {
    return this.#kept.get(keyOf(place))?.isFresh === true
  }

  /** Keeps the picture of a square in place of the one before. @param isFresh - it shows what is there now */
  put(place: SquarePlace, picture: ImageBitmap, isFresh: boolean): void {
    const key = keyOf(place)
    this.#kept.get(key)?.picture.close()
    this.#kept.set(key, { place, picture, isFresh, used: this.#uses })
    if (this.#kept.size > most) this.#forgetSome()
  }

  /** Has squares drawn anew that meet a box, in pixels of the image; null: all of them. What they show stays until then. */
  outdate(box: Box | null): void {
    for (const kept of this.#kept.values()) {
      const { z, x, y } = kept.place
      const length = lengthOf(z)
      const around = reach * 2 ** z
      const isMet =
        !box ||
        (box[0] < (x + 1) * length + around &&
          box[2] > x * length - around &&
          box[1] < (y + 1) * length + around &&
          box[3] > y * length - around)
      if (isMet) kept.isFresh = false
    }
  }

  /** Draws a square, or what stands in for it. @returns whether it shows what is there now */
  draw(
    context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
    place: SquarePlace,
    to: ToCanvas,
  ): boolean {
    const kept = this.#kept.get(keyOf(place))
    if (kept) {
      this.#use(kept)
      drawPart(context, kept.picture, [0, 0, side], place, to)
      return kept.isFresh
    }
    this.#drawInstead(context, place, to)
    return false
  }

  clear(): void {
    for (const { picture } of this.#kept.values()) picture.close()
    this.#kept.clear()
  }

  #use(kept: Kept): void {
    this.#uses += 1
    kept.used = this.#uses
  }

  /** Part of a coarser square, else finer ones. */
  #drawInstead(
    context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
    place: SquarePlace,
    to: ToCanvas,
  ): void {
    const { z, x, y } = place
    for (let up = 1; up <= coarser; up += 1) {
      const parts = 2 ** up
      const coarse = this.#kept.get(keyOf({ z: z + up, x: Math.floor(x / parts), y: Math.floor(y / parts) }))
      if (!coarse) continue
      this.#use(coarse)
      const part = side / parts
      drawPart(context, coarse.picture, [(x % parts) * part, (y % parts) * part, part], place, to)
      return
    }
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const fine = { z: z - 1, x: 2 * x + right, y: 2 * y + down }
      const kept = this.#kept.get(keyOf(fine))
      if (kept) drawPart(context, kept.picture, [0, 0, side], fine, to)
    }
  }

  #forgetSome(): void {
    const oldest = [...this.#kept].toSorted(([, one], [, other]) => one.used - other.used).slice(0, most / 8)
    for (const [key, { picture }] of oldest) {
      picture.close()
      this.#kept.delete(key)
    }
  }
}

/** @param part - left, top and side of the part of the picture that is drawn over the square */
const drawPart = (
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  picture: ImageBitmap,
  [partLeft, partTop, partSide]: readonly [number, number, number],
  { z, x, y }: SquarePlace,
  [a, b, c, d, e, f]: ToCanvas,
): void => {
  const length = lengthOf(z)
  if (b === 0 && c === 0) {
    // To whole pixels: edges that are half covered by two squares would be seen.
    const [fromX, toX] = [Math.round(a * x * length + e), Math.round(a * (x + 1) * length + e)]
    const [fromY, toY] = [Math.round(d * y * length + f), Math.round(d * (y + 1) * length + f)]
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.drawImage(picture, partLeft, partTop, partSide, partSide, fromX, fromY, toX - fromX, toY - fromY)
    return
  }
  context.setTransform(a, b, c, d, e, f)
  context.drawImage(picture, partLeft, partTop, partSide, partSide, x * length, y * length, length, length)
}
