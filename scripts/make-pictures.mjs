// Renders the micrographs that the product ships: `npx node scripts/make-pictures.mjs [name …]`. They are committed; run
// this again only to change them. All are made by our own generators, so that no licences of others apply.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { drawTumour, fieldChannels } from '../server/src/samples/fluorescence/tumour.ts'
import { TrichromeSlide } from '../server/src/samples/histology/slide.ts'
import { drawMyocardium } from '../server/src/samples/tem/myocardium.ts'
import { cultureScene, glandsScene, spindleScene } from '../shared/testing/pictures/scenes/index.ts'

/** Bytes per picture. */
const LARGEST = 60 * 1024
const root = fileURLToPath(new URL('..', import.meta.url))

const open = ({ data, width, height }) => sharp(data, { raw: { width, height, channels: 3 } })

/** Drawn larger and then downscaled, which gives finer edges than drawing at the final size. */
const thumb = (scene) => open(scene).resize(320, 240, { kernel: 'lanczos3' })

/** A blurred view through an eyepiece with the scale of its reticle, for the page of errors. */
function outOfFocus() {
  const size = 480
  const ticks = Array.from({ length: 21 }, (_, i) => {
    const [x, half] = [size / 2 + (i - 10) * 19.5, i % 5 === 0 ? 11 : 5]
    return `<path d="M${x} ${size / 2 - half}V${size / 2 + half}"/>`
  }).join('')
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <radialGradient id="v"><stop offset=".62" stop-opacity="0"/><stop offset=".9" stop-opacity=".34"/>
    <stop offset="1" stop-opacity=".62"/></radialGradient>
    <rect width="100%" height="100%" fill="url(#v)"/>
    <g stroke="#14191c" stroke-opacity=".5" stroke-width="2">${ticks}</g></svg>`
  return open(glandsScene({ seed: 12, width: size, height: size, radius: 190 }))
    .blur(13)
    .modulate({ saturation: 1.15 })
    .composite([{ input: Buffer.from(overlay) }])
}

/** Each channel in its colour, stretched between its percentiles 5 and 99.8. */
function fluorescence() {
  const size = 1024
  const { planes } = drawTumour(11, size)
  const data = Buffer.alloc(size * size * 3)
  for (const [channel, plane] of planes.entries()) {
    const sorted = Uint16Array.from(plane).sort()
    const [low, high] = [0.05, 0.998].map((share) => sorted[Math.floor(share * sorted.length)])
    for (let i = 0; i < plane.length; i++) {
      const level = Math.min(1, Math.max(0, (plane[i] - low) / (high - low)))
      for (let c = 0; c < 3; c++) {
        const light = level * ((fieldChannels[channel].color >> (16 - 8 * c)) & 255)
        data[3 * i + c] = Math.min(255, data[3 * i + c] + light)
      }
    }
  }
  return open({ data, width: size, height: size }).resize(320, 240)
}

/** The edge of a scar with vessels. */
function trichrome() {
  const [width, height] = [2560, 1920]
  const slide = new TrichromeSlide(5, { width: 30_720, height: 18_432 })
  return thumb({ data: slide.draw(9600, 8000, width, height), width, height })
}

function micrograph() {
  const size = 1280
  const { grey } = drawMyocardium(41, size)
  return sharp(grey, { raw: { width: size, height: size, channels: 1 } }).resize(320, 240)
}

const samples = 'mfe-projects/src/features/projects/assets'
const tall = { width: 960, height: 1080 }
const pictures = {
  [`${samples}/sample-tem.webp`]: micrograph,
  [`${samples}/sample-multichannel.webp`]: fluorescence,
  [`${samples}/sample-histology.webp`]: trichrome,
  'mfe-auth/src/assets/pictures/spindle.webp': () => open(spindleScene()),
  'mfe-auth/src/assets/pictures/goodbye-1.webp': () =>
    open(
      spindleScene({
        ...tall,
        seed: 5,
        parting: 0.5,
        neighbour: false,
        tilt: 0.5,
        centre: [0.5, 0.5],
        halfLength: 0.37,
      }),
    ),
  'mfe-auth/src/assets/pictures/goodbye-2.webp': () => open(cultureScene({ ...tall, seed: 8, cells: 9, radius: 240 })),
  'mfe-auth/src/assets/pictures/goodbye-3.webp': () => open(glandsScene({ ...tall, seed: 3, radius: 195 })),
  'shell/src/assets/pictures/home.webp': () => open(cultureScene({ ...tall, seed: 1, cells: 8, radius: 300 })),
  'shell/src/assets/pictures/out-of-focus.webp': outOfFocus,
  'shared/blocks/images/assets/spindle.webp': () =>
    thumb(spindleScene({ width: 960, height: 720, seed: 1, halfLength: 0.56, centre: [0.5, 0.5], neighbour: false })),
  'shared/blocks/images/assets/tissue.webp': () =>
    thumb(glandsScene({ width: 960, height: 720, seed: 6, radius: 150 })),
  'shared/blocks/images/assets/nuclei.webp': () =>
    thumb(cultureScene({ width: 960, height: 720, seed: 4, cells: 40, radius: 95 })),
}

/** WebP of the highest quality within the size limit. @throws Error when even quality 40 exceeds it */
async function encode(picture) {
  const pixels = await picture.png().toBuffer()
  for (let quality = 90; quality >= 40; quality -= 4) {
    const bytes = await sharp(pixels).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (bytes.length <= LARGEST) return { bytes, quality }
  }
  throw new Error('the picture does not fit: it has too much detail or grain')
}

const wanted = process.argv.slice(2)
for (const [path, draw] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.some((name) => path.includes(name))) continue
  const { bytes, quality } = await encode(draw())
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), bytes)
  console.log(`${path}: ${(bytes.length / 1024).toFixed(1)} KB at quality ${quality}`)
}
