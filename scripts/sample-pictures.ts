/**
 * `npm run samples -- <folder>`: images to try the portal with, made by the generators of the tests, so that no licences of others
 * apply: a stained section of 5000 × 4000 px for the deep zoom, an H-DAB field with 0.5 µm/px for DAB scoring, and a multichannel
 * OME-TIFF.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hDabField, largeField, multichannelOmeTiff, toTiff } from '../shared/testing/pictures/index.ts'

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('Name the folder: npm run samples -- <folder>')
  process.exit(2)
}
await mkdir(folder, { recursive: true })
await largeField({ path: join(folder, 'section.tif'), width: 5000, height: 4000 })
await writeFile(join(folder, 'stained.tif'), toTiff(hDabField({ seed: 7, width: 1280, height: 960, nuclei: 480 }), 0.5))
await writeFile(join(folder, 'culture.ome.tif'), multichannelOmeTiff({ seed: 3 }).bytes)
console.log(`section.tif, stained.tif and culture.ome.tif are in ${folder}.`)
