const { floor, max, min } = Math

/** Output of a network for each pixel of a region of the scaled image. */
export interface Maps {
  /** Probability to be in a nucleus. */
  foreground: Float32Array
  /** Distance to the nucleus's border over the largest one in it, about 0 to 1. */
  depth: Float32Array
  /** log₂ of the diameter of the nucleus over the one assumed. */
  size: Float32Array
}

/**
 * Maps in half of the memory, so that rows of blocks across a whole section can be kept. Steps: of the foreground 1/65,535, of the depth 1/32,768,
 * of the size 1/4,096 of an octave.
 */
export interface StoredMaps {
  foreground: Uint16Array
  /** From LEAST_DEPTH. */
  depth: Uint16Array
  size: Int16Array
  /** Gives the memory back at once; nothing can be read any more. */
  release(): void
}

const FOREGROUND_STEPS = 65_535
const DEPTH_STEPS = 32_768
/** The head is no sigmoid: it goes a little below 0 and beyond 1. */
const LEAST_DEPTH = -0.5
const SIZE_STEPS = 4096
/** Octaves, in both directions. */
const MOST_SIZE = 7

/** @param pixels of each plane */
export function createStoredMaps(pixels: number): StoredMaps {
  const buffer = new ArrayBuffer(6 * pixels)
  return {
    foreground: new Uint16Array(buffer, 0, pixels),
    depth: new Uint16Array(buffer, 2 * pixels, pixels),
    size: new Int16Array(buffer, 4 * pixels, pixels),
    release: () => void buffer.transfer(0),
  }
}

/** Stores a row of pixels. @param from - places of the row in the heads of the network's output @param at - place in the planes */
export function storeRow(
  heads: Float32Array,
  from: { [Head in keyof Maps]: number },
  width: number,
  stored: StoredMaps,
  at: number,
): void {
  for (let i = 0; i < width; i++) {
    // Stored whole numbers are cut off, not rounded.
    stored.foreground[at + i] = FOREGROUND_STEPS * (heads[from.foreground + i] ?? 0) + 0.5
    stored.depth[at + i] = max(0, min(65_535, DEPTH_STEPS * ((heads[from.depth + i] ?? 0) - LEAST_DEPTH) + 0.5))
    stored.size[at + i] = floor(SIZE_STEPS * max(-MOST_SIZE, min(MOST_SIZE, heads[from.size + i] ?? 0)) + 0.5)
  }
}

/** Reads a row of pixels. @param from - place in the stored planes @param at - place in the maps */
export function readRow(stored: StoredMaps, from: number, width: number, maps: Maps, at: number): void {
  for (let i = 0; i < width; i++) {
    maps.foreground[at + i] = (stored.foreground[from + i] ?? 0) / FOREGROUND_STEPS
    maps.depth[at + i] = (stored.depth[from + i] ?? 0) / DEPTH_STEPS + LEAST_DEPTH
    maps.size[at + i] = (stored.size[from + i] ?? 0) / SIZE_STEPS
  }
}
