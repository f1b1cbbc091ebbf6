import type { Size } from '../../analysis/operators/size.ts'
import type { Network } from './network.ts'
import { createScratch } from './scratch.ts'

/** The views beside the plain one. */
const MIRRORS = [
  { across: true, down: false },
  { across: false, down: true },
  { across: true, down: true },
] as const

/** Plain and mirrored. */
export const MIRRORED_VIEWS = 1 + MIRRORS.length

/**
 * Most pixels of the network per pixel of the image, along one axis, at which four views are looked at: they take 1.2 times the work per pixel of
 * the image of one view at 1, that of a section at 0.5 µm. Microscopes at 40× have 0.22 to 0.27 µm: 0.44 to 0.55 for nuclei of 8 µm.
 */
const MOST_SCALE = 0.55

/** Whether four views are affordable. @param diameter of a typical nucleus, pixels of the image */
export const isFine = ({ card }: Network, diameter: number): boolean => card.diameter / diameter <= MOST_SCALE

/**
 * Most pixels of the network, of a whole image, at which four views are looked at whatever its nuclei measure: 4096². Cultured cells are recorded in fields
 * of a few megapixels, whose nuclei of some 20 pixels are enlarged for the network. At this size the three further views take half a minute of processor time.
 */
const MOST_PIXELS = 4096 ** 2

/** Whether four views of the whole image are affordable. @param diameter of a typical nucleus, pixels of the image */
export const isSmall = ({ card }: Network, { width, height }: Size, diameter: number): boolean =>
  width * height * (card.diameter / diameter) ** 2 <= MOST_PIXELS

/** Writes planes of a size, one after the other, mirrored. */
function mirror(
  planes: Float32Array,
  { width, height }: Size,
  { across, down }: (typeof MIRRORS)[number],
  to: Float32Array,
) {
  for (let row = 0; row * width < planes.length; row++) {
    const y = row % height
    const from = (down ? row - y + height - 1 - y : row) * width
    for (let x = 0; x < width; x++) to[row * width + x] = planes[from + (across ? width - 1 - x : x)] ?? 0
  }
}

/**
 * The same network, whose heads are the means over the plain view and three mirrored ones, turned back: what it is unsure of differs from view to
 * view. No head has a direction. It takes four times the work (models/README.md has what it gains).
 * @returns releasing it releases the network given
 */
export function mirroredNetwork(network: Network): Network {
  const scratch = createScratch()
  return {
    ...network,
    async run(x, size) {
      const mean = await network.run(x, size)
      const input = scratch.float32('input', x.length)
      const back = scratch.float32('heads', mean.length)
      for (const view of MIRRORS) {
        mirror(x, size, view, input)
        const heads = await network.run(input, size)
        mirror(heads, size, view, back)
        // At once: it would be collected late.
        heads.buffer.transfer(0)
        for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + (back[i] ?? 0)
      }
      for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) / MIRRORED_VIEWS
      return mean
    },
  }
}
