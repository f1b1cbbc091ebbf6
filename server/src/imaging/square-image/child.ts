/** Reads one picture from standard input and writes 256 × 256 pixels of it, as WebP in one line of JSON, to standard output. */
import '../../platform/process/child-setup.ts'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(1)
// No other loaders of libvips, above all not SVG.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

const side = 256
const limitInputPixels = 50_000_000

const answer = await sharp(await buffer(process.stdin), { limitInputPixels })
  .autoOrient()
  .resize(side, side, { fit: 'cover' })
  .toColourspace('srgb')
  .webp({ quality: 85 })
  .toBuffer()
  .then(
    (picture) => ({ picture: picture.toString('base64') }),
    (error: unknown) => ({ refused: String(error).slice(0, 1000) }),
  )
process.stdout.write(`${JSON.stringify(answer)}\n`)
