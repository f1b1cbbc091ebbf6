import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Pyramid } from '../../imaging/index.ts'
import { allocateSamples, type SampleType, samplesFromBytes } from '../../imaging/sample-type.ts'
import type { Size } from '../operators/size.ts'
import type { Region } from '../runtime/tiles.ts'
import type { MultichannelSource } from '../sources/multichannel.ts'
import type { PixelSize } from '../sources/pixel-source.ts'
import type { RgbSource } from '../sources/rgb.ts'

/** Pixels from which an image is measured in its pyramid: the original would be decoded as a whole, for minutes. */
export const LARGE_PIXELS = 50_000_000
/** Tiles of the level that serves as an overview: 2048 × 2048 pixels. */
export const OVERVIEW_TILES = 64

/** A level of a pyramid. */
export interface Level extends Size {
  /** From 0, the smallest. */
  index: number
}

/** A large image of which tiles are in a folder: all of the overview, and those of the regions that were asked for. */
export interface SampledImage extends Size {
  pixelSizeUm: PixelSize | null
  /** Side of a tile, pixels. */
  tileSize: number
  type: SampleType
  /** Names of the channels; a single one for RGB. */
  channels: readonly string[]
  largest: Level
  overview: Level
}

interface TilePlace {
  column: number
  row: number
}

const tileFile = (level: number, channel: number, { column, row }: TilePlace) =>
  `tile-${level}-${channel}-${column}-${row}`

/** Tiles that a region of a level lies in. */
function* tilesIn({ left, top, width, height }: Region, tileSize: number): Generator<TilePlace> {
  for (let row = Math.floor(top / tileSize); row * tileSize < top + height; row++) {
    for (let column = Math.floor(left / tileSize); column * tileSize < left + width; column++) yield { column, row }
  }
}

/** The largest level and the one that serves as an overview: the largest of at most 64 tiles. */
export const levelsFor = ({ levels }: Pick<Pyramid, 'levels'>): Pick<SampledImage, 'largest' | 'overview'> => {
  const all = levels.map(({ width, height, columns, rows }, index) => ({ width, height, index, tiles: columns * rows }))
  const [smallest] = all
  const largest = all.at(-1)
  if (!smallest || !largest) throw new RangeError('The pyramid has no levels')
  return { largest, overview: all.findLast(({ tiles }) => tiles <= OVERVIEW_TILES) ?? smallest }
}

/** All of an image as one region. */
export const wholeOf = ({ width, height }: Size): Region => ({ left: 0, top: 0, width, height })

/**
 * Writes the tiles of regions of a level to a folder, as they are stored. They are created exclusively, with the rights of the process that reads
 * them: a link that it placed there would lead out of its folder.
 *
 * @param channel index from 0; 0 for RGB
 * @throws Error for a region outside of the level
 */
export const writeTiles = async (
  pyramid: Pick<Pyramid, 'tileSize' | 'tileBytes'>,
  level: Level,
  regions: readonly Region[],
  folder: string,
  channel = 0,
): Promise<void> => {
  const places = new Map<string, TilePlace>()
  for (const region of regions) {
    for (const place of tilesIn(region, pyramid.tileSize)) places.set(tileFile(level.index, channel, place), place)
  }
  for (const [name, { column, row }] of places) {
    const tile = await pyramid.tileBytes(level.index, column, row)
    if (!tile) throw new Error('The pyramid has no such tile')
    await using file = await open(join(folder, name), 'wx')
    await file.chmod(0o644)
    await file.writeFile(tile.body)
  }
}

/** Copies the part of a tile that is in a region. @param stride pixels per row of the tile @param width samples per pixel */
function copyTile<Array extends { set(part: Array, at: number): void; subarray(from: number, to: number): Array }>(
  { data, stride, width }: { data: Array; stride: number; width: number },
  { column, row }: TilePlace,
  tileSize: number,
  region: Region,
  pixels: Array,
): void {
  const [left, top] = [column * tileSize, row * tileSize]
  const from = Math.max(left, region.left)
  const to = Math.min(left + tileSize, region.left + region.width)
  for (let y = Math.max(top, region.top); y < Math.min(top + tileSize, region.top + region.height); y++) {
    const start = (y - top) * stride + from - left
    const part = data.subarray(width * start, width * (start + to - from))
    pixels.set(part, width * ((y - region.top) * region.width + from - region.left))
  }
}

/** A level of an RGB image whose tiles `writeTiles` wrote; only those regions can be read. Colours are those of the JPEG tiles. */
export const rgbOfTiles = (
  { pixelSizeUm, tileSize }: Pick<SampledImage, 'pixelSizeUm' | 'tileSize'>,
  { index, width, height }: Level,
  folder: string,
): RgbSource => ({
  width,
  height,
  pixelSizeUm,
  read: async (region) => {
    const pixels = new Uint8Array(region.width * region.height * 3)
    for (const place of tilesIn(region, tileSize)) {
      const jpeg = await readFile(join(folder, tileFile(index, 0, place)))
      const tile = await sharp(jpeg).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
      copyTile<Uint8Array>({ data: tile.data, stride: tile.info.width, width: 3 }, place, tileSize, region, pixels)
    }
    return pixels
  },
})

/**
 * A level of an image of grey channels whose tiles `writeTiles` wrote; only those regions can be read. Pyramids of channels are lossless: the
 * samples of the largest level are those of the file.
 *
 * @throws Error for a tile of another size than described
 */
export const channelsOfTiles = (
  { pixelSizeUm, tileSize, type, channels: names }: Omit<SampledImage, keyof Size | 'largest' | 'overview'>,
  { index, width, height }: Level,
  folder: string,
): MultichannelSource => ({
  width,
  height,
  pixelSizeUm,
  type,
  channels: names,
  read: async (region, channels) => {
    const bytes = tileSize ** 2 * (type.bits / 8)
    const planes = channels.map(() => allocateSamples(type, region.width * region.height))
    for (const [i, plane] of planes.entries()) {
      for (const place of tilesIn(region, tileSize)) {
        const stored = await readFile(join(folder, tileFile(index, channels[i] ?? 0, place)))
        const inflated = inflateSync(stored, { maxOutputLength: bytes })
        if (inflated.length !== bytes) throw new Error('A tile has another size than the image describes')
        const data = samplesFromBytes(type, inflated)
        copyTile({ data, stride: tileSize, width: 1 }, place, tileSize, region, plane)
      }
    }
    return planes
  },
})
