import { readFile, writeFile } from 'node:fs/promises'
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
import { sampleRegions } from './sample-regions.ts'

/** Pixels from which an image is measured in its pyramid: the original would be decoded as a whole, for minutes. */
export const LARGE_PIXELS = 50_000_000

/** A large image of which the measured tiles are in a folder. */
export interface SampledImage extends Size {
  pixelSizeUm: PixelSize | null
  /** Side of a tile, pixels. */
  tileSize: number
  type: SampleType
  /** Names of the channels; a single one for RGB. */
  channels: readonly string[]
}

interface TilePlace {
  column: number
  row: number
}

const tileFile = (channel: number, { column, row }: TilePlace) => `tile-${channel}-${column}-${row}`

/** Tiles of the largest level that a region lies in. */
function* tilesIn({ left, top, width, height }: Region, tileSize: number): Generator<TilePlace> {
  for (let row = Math.floor(top / tileSize); row * tileSize < top + height; row++) {
    for (let column = Math.floor(left / tileSize); column * tileSize < left + width; column++) yield { column, row }
  }
}

/**
 * Writes the tiles of the measured regions of a pyramid to a folder, as they are stored: some hundred reads, however large the image is.
 *
 * @param channel index from 0; 0 for RGB
 */
export const writeSamples = async (
  pyramid: Pick<Pyramid, 'levels' | 'tileSize' | 'tileBytes'>,
  size: Size,
  folder: string,
  channel = 0,
): Promise<void> => {
  const largest = pyramid.levels.length - 1
  for (const region of sampleRegions(size)) {
    for (const place of tilesIn(region, pyramid.tileSize)) {
      const tile = await pyramid.tileBytes(largest, place.column, place.row)
      if (!tile) throw new Error('The pyramid has no such tile')
      await writeFile(join(folder, tileFile(channel, place)), tile.body)
    }
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

/**
 * The RGB image of the tiles that `writeSamples` wrote; only regions of `sampleRegions` can be read. Colours are those of the JPEG tiles.
 */
export const sampledRgb = ({ width, height, pixelSizeUm, tileSize }: SampledImage, folder: string): RgbSource => ({
  width,
  height,
  pixelSizeUm,
  read: async (region) => {
    const pixels = new Uint8Array(region.width * region.height * 3)
    for (const place of tilesIn(region, tileSize)) {
      const jpeg = await readFile(join(folder, tileFile(0, place)))
      const tile = await sharp(jpeg).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
      copyTile<Uint8Array>({ data: tile.data, stride: tile.info.width, width: 3 }, place, tileSize, region, pixels)
    }
    return pixels
  },
})

/**
 * The grey channels of the tiles that `writeSamples` wrote; only regions of `sampleRegions` can be read. Pyramids of channels are lossless:
 * the samples are those of the file.
 *
 * @throws Error for a tile of another size than described
 */
export const sampledChannels = ({ tileSize, type, ...image }: SampledImage, folder: string): MultichannelSource => ({
  ...image,
  type,
  read: async (region, channels) => {
    const bytes = tileSize ** 2 * (type.bits / 8)
    const planes = channels.map(() => allocateSamples(type, region.width * region.height))
    for (const [i, plane] of planes.entries()) {
      for (const place of tilesIn(region, tileSize)) {
        const stored = await readFile(join(folder, tileFile(channels[i] ?? 0, place)))
        const inflated = inflateSync(stored, { maxOutputLength: bytes })
        if (inflated.length !== bytes) throw new Error('A tile has another size than the image describes')
        const data = samplesFromBytes(type, inflated)
        copyTile({ data, stride: tileSize, width: 1 }, place, tileSize, region, plane)
      }
    }
    return planes
  },
})
