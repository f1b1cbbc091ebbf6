/**
 * A process that opens IIIF image information by OpenSeadragon, in a document without drawing, and writes the tiles that it asks for
 * as JSON (`SeadragonAnswer` in interop.test.ts). The address of the information is its first argument. In JavaScript, because the
 * types of a document would become those of the whole server.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { JSDOM, VirtualConsole } from 'jsdom'

// OpenSeadragon asks for a canvas, which jsdom reports as missing.
const { window } = new JSDOM('<!doctype html>', { runScripts: 'outside-only', virtualConsole: new VirtualConsole() })
window.eval(readFileSync(fileURLToPath(import.meta.resolve('openseadragon')), 'utf8'))
const { IIIFTileSource } = window.OpenSeadragon

const address = process.argv[2]
const information = await (await fetch(address)).json()
const { prototype } = IIIFTileSource
if (!prototype.supports(information, address)) throw new Error('OpenSeadragon does not know this as IIIF')
const source = new IIIFTileSource(prototype.configure(information, address))
const tiles = []
for (let level = source.minLevel; level <= source.maxLevel; level++) {
  const { x: columns, y: rows } = source.getNumTiles(level)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) tiles.push({ url: source.getTileUrl(level, x, y), level, x, y })
  }
}
const { dimensions, maxLevel } = source
const tileSize = source.getTileWidth(maxLevel)
process.stdout.write(JSON.stringify({ width: dimensions.x, height: dimensions.y, tileSize, maxLevel, tiles }))
