import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { BandPlane } from '../image-source.ts'
import { allocateSamples, bytesOf, type Samples, type SampleType } from '../sample-type.ts'
import { TILE_SIZE } from '../sizes.ts'
import { Compression } from '../tiff/tags.ts'
import { BigTiffWriter, type TileFormat, type WrittenLevel } from './big-tiff.ts'
import { downsampleBand } from './downsample-band.ts'

const deflateAsync = promisify(deflate)

/** Higher zlib levels cost time and hardly reduce the size of noisy samples. */
const DEFLATE = { level: 3 }

interface BandSource {
  width: number
  height: number
  type: SampleType
  samples: 1 | 3
  plane: BandPlane
}

/**
 * Writes a plane that is read in bands as a tiled BigTIFF, holding one band of 256 rows per level in memory.
 *
 * @param pyramid false: only the base level, uncompressed, as an intermediate file for sharp
 * @throws ImagingError when the plane cannot be decoded
 */
export async function writeBandPyramid(source: BandSource, file: string, pyramid = true): Promise<void> {
  const handle = await open(file, 'w')
  try {
    const writer = new BigTiffWriter(handle)
    const format: TileFormat = {
      type: source.type,
      samples: source.samples,
      compression: pyramid ? Compression.Deflate : Compression.None,
    }
    const sizes = levelSizes(source.width, source.height, pyramid)
    const levels: Level[] = []
    for (const size of sizes.toReversed()) levels.unshift(new Level(size, format, writer, levels[0] ?? null))
    const [base] = levels
    for (let top = 0; top < source.height; top += TILE_SIZE) {
      const rows = Math.min(TILE_SIZE, source.height - top)
      await base?.add(await source.plane.rows(top, rows), rows)
    }
    for (const level of levels) await level.flush()
    await writer.finish(
      levels.map(({ written }) => written),
      format,
    )
  } finally {
    await handle.close()
  }
}

/** Sides are halved, rounded down, until the level fits in one tile: the sizes that libvips chooses too. */
function levelSizes(width: number, height: number, pyramid: boolean): { width: number; height: number }[] {
  const last = !pyramid || Math.max(width, height) <= TILE_SIZE || Math.min(width, height) < 2
  return [{ width, height }, ...(last ? [] : levelSizes(Math.floor(width / 2), Math.floor(height / 2), true))]
}

/** Collects rows until they fill a row of tiles; then appends the tiles and passes the downsampled rows to the next smaller level. */
class Level {
  readonly written: WrittenLevel
  readonly #format: TileFormat
  readonly #writer: BigTiffWriter
  readonly #below: Level | null
  readonly #band: Samples
  #rows = 0

  constructor(size: { width: number; height: number }, format: TileFormat, writer: BigTiffWriter, below: Level | null) {
    this.written = { ...size, offsets: [], lengths: [] }
    this.#format = format
    this.#writer = writer
    this.#below = below
    this.#band = allocateSamples(format.type, size.width * TILE_SIZE * format.samples)
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
    const tiles = Array.from({ length: columns }, (_, column) => bytesOf(this.#tile(column)))
    const compress = this.#format.compression === Compression.Deflate
    const stored = compress ? await Promise.all(tiles.map((tile) => deflateAsync(tile, DEFLATE))) : tiles
    for (const tile of stored) {
      this.written.offsets.push(await this.#writer.append(tile))
      this.written.lengths.push(tile.length)
    }
    this.#rows = 0
    const { type, samples } = this.#format
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
    return tile
  }
}
