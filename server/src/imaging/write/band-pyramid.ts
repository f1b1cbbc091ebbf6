import { open } from 'node:fs/promises'
import type { BandPlane } from '../image-source.ts'
import { allocateSamples, type Samples, type SampleType } from '../sample-type.ts'
import { TILE_SIZE } from '../sizes.ts'
import { BigTiffWriter, type WrittenLevel } from './big-tiff.ts'
import { downsampleBand } from './downsample-band.ts'
import { keepLevel, type LevelPicture } from './kept-levels.ts'
import { type TileEncoding, webpTiles } from './tile-encodings.ts'
import { TileQueue } from './tile-queue.ts'

interface BandSource {
  width: number
  height: number
  type: SampleType
  samples: 1 | 3
  plane: BandPlane
}

/**
 * Writes a plane that is read in bands as a tiled pyramidal BigTIFF, holding one band of 256 rows per level in memory, and some tiles that are being
 * encoded.
 *
 * @returns the small levels of a picture that is stored without loss; of others none
 * @throws ImagingError when the plane cannot be decoded
 */
export async function writeBandPyramid(
  source: BandSource,
  file: string,
  encoding: TileEncoding,
): Promise<LevelPicture[]> {
  const handle = await open(file, 'w')
  const writer = new BigTiffWriter(handle)
  const queue = new TileQueue(writer)
  try {
    const sizes = levelSizes(source.width, source.height)
    const levels: Level[] = []
    for (const size of sizes.toReversed()) levels.unshift(new Level(size, source, encoding, queue, levels[0] ?? null))
    for (let top = 0; top < source.height; top += TILE_SIZE) {
      const rows = Math.min(TILE_SIZE, source.height - top)
      await levels[0]?.add(await source.plane.rows(top, rows), rows)
    }
    for (const level of levels) await level.flush()
    await queue.done()
    await writer.finish(
      levels.map(({ written }) => written),
      source,
    )
    return levels.flatMap(({ kept }) => kept ?? [])
  } finally {
    await queue.settled()
    await handle.close()
  }
}

/** Sides are halved, rounded down, until the level fits in one tile: the sizes that libvips chooses too. */
export function levelSizes(width: number, height: number): { width: number; height: number }[] {
  const last = Math.max(width, height) <= TILE_SIZE || Math.min(width, height) < 2
  return [{ width, height }, ...(last ? [] : levelSizes(Math.floor(width / 2), Math.floor(height / 2)))]
}

/** Collects rows until they fill a row of tiles; then appends the tiles and passes the downsampled rows to the next smaller level. */
class Level {
  readonly written: WrittenLevel
  /** Its pixels, where it is small. */
  readonly kept: LevelPicture | null
  readonly #encoding: TileEncoding
  readonly #format: { type: SampleType; samples: 1 | 3 }
  readonly #queue: TileQueue
  readonly #below: Level | null
  readonly #band: Samples
  #rows = 0
  #top = 0

  constructor(
    size: { width: number; height: number },
    { type, samples }: { type: SampleType; samples: 1 | 3 },
    encoding: TileEncoding,
    queue: TileQueue,
    below: Level | null,
  ) {
    this.written = { ...size, encoding, offsets: [], lengths: [] }
    this.kept = encoding === webpTiles ? keepLevel(size) : null
    this.#encoding = encoding
    this.#format = { type, samples }
    this.#queue = queue
    this.#below = below
    this.#band = allocateSamples(type, size.width * TILE_SIZE * samples)
  }

  async add(band: Samples, rows: number): Promise<void> {
    const rowLength = this.written.width * this.#format.samples
    for (let taken = 0; taken < rows; ) {
      const count = Math.min(rows - taken, TILE_SIZE - this.#rows)
      this.#band.set(band.subarray(taken * rowLength, (taken + count) * rowLength), this.#rows * rowLength)
      this.#rows += count
      taken += count
      if (this.#rows === TILE_SIZE) await this.flush()
    }
  }

  async flush(): Promise<void> {
    const rows = this.#rows
    if (rows === 0) return
    const columns = Math.ceil(this.written.width / TILE_SIZE)
    const { type, samples } = this.#format
    const row = Array.from({ length: columns }, (_, column) => this.#tile(column))
    await this.#queue.add(this.written, row, this.#encoding)
    const rowLength = this.written.width * samples
    this.kept?.data.set(this.#band.subarray(0, rows * rowLength), this.#top * rowLength)
    this.#top += rows
    this.#rows = 0
    if (this.#below)
      await this.#below.add(downsampleBand(this.#band, rows, this.written.width, samples, type), Math.floor(rows / 2))
  }

  #tile(column: number): Samples {
    const { type, samples } = this.#format
    const tile = allocateSamples(type, TILE_SIZE * TILE_SIZE * samples)
    const rowLength = this.written.width * samples
    const left = column * TILE_SIZE * samples
    const width = Math.min(TILE_SIZE * samples, rowLength - left)
    for (let row = 0; row < this.#rows; row++) {
      const start = row * rowLength + left
      tile.set(this.#band.subarray(start, start + width), row * TILE_SIZE * samples)
    }
    if (samples === 3) extendEdges(tile, width / samples, this.#rows)
    return tile
  }
}

/** Repeats the last column and row of colours into the padding: JPEG would smear black padding into its blocks at the edge. */
function extendEdges(tile: Samples, width: number, rows: number): void {
  const rowLength = TILE_SIZE * 3
  for (let row = 0; row < rows && width < TILE_SIZE; row++) {
    const last = row * rowLength + 3 * (width - 1)
    for (let at = last + 3; at < (row + 1) * rowLength; at++) tile[at] = tile[at - 3] ?? 0
  }
  for (let row = rows; row < TILE_SIZE; row++)
    tile.copyWithin(row * rowLength, (rows - 1) * rowLength, rows * rowLength)
}
