import { type ChannelLayer, composeChannels, sumChannels } from './compose.ts'

/** Pixels of a tile, row by row: from the first to before the last. */
export interface TilePart {
  from: number
  to: number
}

/** How a tile was composed last. */
interface Composed {
  layers: readonly ChannelLayer[]
  /** Light of all its layers but the one at `without`, in a part of the tile; null: it was not needed. */
  rest: { without: number; part: TilePart; sums: Int32Array } | null
}

const layersIn = (layers: readonly ChannelLayer[], { from, to }: TilePart): ChannelLayer[] =>
  layers.map(({ samples, setting }) => ({ samples: samples.subarray(from, to), setting }))

/** Index of the only layer whose setting differs; null: another number of layers, other samples, no difference or more than one. */
const onlyChange = (before: readonly ChannelLayer[], now: readonly ChannelLayer[]): number | null => {
  if (before.length !== now.length || now.some(({ samples }, at) => samples !== before[at]?.samples)) return null
  const changed = now.flatMap(({ setting }, at) => (setting === before[at]?.setting ? [] : [at]))
  return changed.length === 1 ? (changed[0] ?? null) : null
}

/**
 * Composes the channels of tiles again and again. While one channel is changed, the light of the others is kept, as many bytes as the picture
 * of a tile: a move of a slider costs one channel, however many are shown.
 */
export class TileComposer {
  readonly #composed = new WeakMap<object, Composed>()
  /** The largest picture until now. New bytes for each tile of each move would be megabytes per frame to be collected. */
  #rgba = new Uint8ClampedArray(0)

  /**
   * @param tile - the same for the same tile
   * @param part - what of it is wanted
   * @returns RGBA of that part, four bytes per pixel, opaque; until the next call
   */
  compose(tile: object, layers: readonly ChannelLayer[], part: TilePart): Uint8ClampedArray<ArrayBuffer> {
    const pixels = part.to - part.from
    if (this.#rgba.length < pixels * 4) this.#rgba = new Uint8ClampedArray(pixels * 4)
    const rgba = this.#rgba.subarray(0, pixels * 4)
    const parts = layersIn(layers, part)
    const before = this.#composed.get(tile)
    const at = before ? onlyChange(before.layers, layers) : null
    if (at === null) {
      this.#composed.set(tile, { layers, rest: null })
      return composeChannels(parts, pixels, undefined, rgba)
    }
    const kept = before?.rest
    const rest =
      kept?.without === at && kept.part.from === part.from && kept.part.to === part.to
        ? kept
        : { without: at, part, sums: sumChannels(parts.toSpliced(at, 1), pixels) }
    this.#composed.set(tile, { layers, rest })
    return composeChannels(parts.slice(at, at + 1), pixels, rest.sums, rgba)
  }
}
