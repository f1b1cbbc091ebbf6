/** One picture from standard input to standard output, 256 × 256 as WebP; then it ends. */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(1)
// Neither SVG nor anything else that libvips could load.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

const side = 256
const limitInputPixels = 50_000_000

const picture = await sharp(await buffer(process.stdin), { limitInputPixels })
  .autoOrient()
  .resize(side, side, { fit: 'cover' })
  .toColourspace('srgb')
  .webp({ quality: 85 })
  .toBuffer()
process.stdout.write(picture)
