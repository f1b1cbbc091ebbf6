import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Image } from './methods.ts'

/** Of the contact sheet: columns, and side of a small picture with its name below, pixels. */
const COLUMNS = 8
const SIDE = 400
const NAME = 24
/** Of a picture its middle is on the sheet, so that outlines are seen; its side, pixels at 400 %. */
const SHOWN = 1000
const SHEET = 'contact-sheet.png'

/** Enlargement, so that single pixels of outlines are seen. */
const ZOOM = 4
const FOUND = [0, 190, 60]
const TRUTH = [255, 170, 0]

/**
 * Writes a picture with what was found (green) and what is true (orange), at 400 %.
 * @param truth labels; null: there are none
 */
export async function drawOverlay(
  folder: string,
  name: string,
  image: Image,
  found: Int32Array,
  truth: Int32Array | null,
) {
  const { width, height, planes, levels } = image
  const [w, h] = [width * ZOOM, height * ZOOM]
  const rgb = new Uint8Array(w * h * 3)
  const grey = planes.length === 1
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = Math.floor(y / ZOOM) * width + Math.floor(x / ZOOM)
      for (let channel = 0; channel < 3; channel++) {
        const { low, high } = levels[grey ? 0 : channel] ?? { low: 0, high: 255 }
        const level = planes[grey ? 0 : channel]?.[i] ?? 0
        rgb[3 * (y * w + x) + channel] = grey ? Math.max(0, Math.min(255, (255 * (level - low)) / (high - low))) : level
      }
    }
  }
  const outline = (labels: Int32Array, colour: readonly number[]) => {
    const at = (x: number, y: number) => labels[Math.floor(y / ZOOM) * width + Math.floor(x / ZOOM)] ?? 0
    for (let y = 0; y < h - 1; y++) {
      for (let x = 0; x < w - 1; x++) {
        const label = at(x, y)
        if (label !== at(x + 1, y) || label !== at(x, y + 1)) rgb.set(colour, 3 * (y * w + x))
      }
    }
  }
  if (truth) outline(truth, TRUTH)
  outline(found, FOUND)
  await mkdir(folder, { recursive: true })
  await sharp(rgb, { raw: { width: w, height: h, channels: 3 } })
    .png()
    .toFile(join(folder, `${name}.png`))
}

/** Writes the middle of all pictures of a folder onto one sheet, with their names. */
export async function writeContactSheet(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.png') && file !== SHEET).sort()
  const placed = await Promise.all(
    files.map(async (file, i) => {
      const [left, top] = [(i % COLUMNS) * SIDE, Math.floor(i / COLUMNS) * (SIDE + NAME)]
      const picture = sharp(join(folder, file))
      const { width, height } = await picture.metadata()
      const side = Math.min(width, height, SHOWN)
      const middle = { left: (width - side) >> 1, top: (height - side) >> 1, width: side, height: side }
      const shown = SIDE - 4
      const small = await picture.extract(middle).resize(shown, shown).toBuffer()
      const name = Buffer.from(
        `<svg width="${SIDE}" height="${NAME}"><text x="2" y="17" font-family="sans-serif" font-size="15">${file.slice(0, -4)}</text></svg>`,
      )
      return [
        { input: small, left, top },
        { input: name, left, top: top + SIDE - 2 },
      ]
    }),
  )
  const size = { width: COLUMNS * SIDE, height: Math.ceil(files.length / COLUMNS) * (SIDE + NAME) }
  await sharp({ create: { ...size, channels: 3, background: '#fff' } })
    .composite(placed.flat())
    .png()
    .toFile(join(folder, SHEET))
}
