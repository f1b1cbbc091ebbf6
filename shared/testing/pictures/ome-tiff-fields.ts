import { createFluorescenceField, STRUCTURES } from './fluorescence.ts'
import { encodeOmeTiff, type OmeStack } from './ome-tiff.ts'
import type { Plane } from './plane.ts'
import { createRandom } from './random.ts'

export interface OmeTiffOptions {
  seed: number
  /** Pixels. */
  width: number
  height: number
  /** Exact number of cells. */
  cells: number
  /** Mean radius of a nucleus, pixels. */
  radius: number
  pixelSizeUm: number
}

export interface OmeTiffPicture {
  bytes: Buffer
  channelNames: string[]
  sizeZ: number
  sizeT: number
  cells: number
}

const DEFAULTS: OmeTiffOptions = { seed: 1, width: 512, height: 512, cells: 40, radius: 17, pixelSizeUm: 0.325 }
const NAMES = { nuclei: 'DAPI', fibres: 'Tubulin', membrane: 'E-cadherin' } as const
const COLORS = [0x0000ff, 0x00ff00, 0xff00ff, 0xff0000, 0x00ffff, 0xffff00]
const OFFSET = 110
const PHOTONS = 900
const GAIN = 12

/** The camera: photons arrive at random (their variance is their number), then gain, read noise and offset. */
function expose(plane: Plane, seed: number): Uint16Array {
  const random = createRandom(seed)
  return Uint16Array.from(plane.data, (dye) => {
    const photons = dye * PHOTONS + 3
    const counts = OFFSET + GAIN * random.normal(photons, Math.sqrt(photons)) + random.normal(0, 6)
    return Math.min(65_535, Math.max(0, Math.round(counts)))
  })
}

interface Axes {
  channels: number
  sizeZ: number
  sizeT: number
}

function stackOf(options: Partial<OmeTiffOptions>, axes: Axes, name = 'Generated culture'): OmeStack {
  const settings = { ...DEFAULTS, ...options }
  const fields = Array.from({ length: Math.ceil(axes.channels / STRUCTURES.length) }, (_, round) =>
    createFluorescenceField({ ...settings, seed: settings.seed + round * 7919 }),
  )
  const channels = Array.from({ length: axes.channels }, (_, i) => {
    const structure = STRUCTURES[i % STRUCTURES.length] ?? 'nuclei'
    const name = i < STRUCTURES.length ? NAMES[structure] : `Channel ${i + 1}`
    return {
      name,
      color: COLORS[i % COLORS.length] ?? 0xffffff,
      structure,
      field: fields[Math.floor(i / STRUCTURES.length)],
    }
  })
  return {
    name,
    width: settings.width,
    height: settings.height,
    channels,
    sizeZ: axes.sizeZ,
    sizeT: axes.sizeT,
    pixelSizeUm: settings.pixelSizeUm,
    stepUm: 1,
    intervalSeconds: 300,
    plane: (channel, z, t) => {
      const source = channels[channel]
      if (!source?.field) throw new RangeError(`no channel ${channel}`)
      const dye = source.field.paint(source.structure, z - (axes.sizeZ - 1) / 2, t)
      return expose(dye, settings.seed + 1 + channel + axes.channels * (z + axes.sizeZ * t))
    },
  }
}

function build(options: Partial<OmeTiffOptions>, axes: Axes): OmeTiffPicture {
  const stack = stackOf(options, axes)
  return {
    bytes: encodeOmeTiff(stack),
    channelNames: stack.channels.map(({ name }) => name),
    sizeZ: axes.sizeZ,
    sizeT: axes.sizeT,
    cells: options.cells ?? DEFAULTS.cells,
  }
}

/**
 * A cell culture in several channels: nuclei, microtubules, cell borders, and for more than three channels another
 * culture. 16 bit, with names, colours and pixel size as OME-XML.
 * @throws RangeError when the cells do not fit
 */
export const multichannelOmeTiff = (options: Partial<OmeTiffOptions> & { channels?: number } = {}): OmeTiffPicture =>
  build(options, { channels: options.channels ?? 3, sizeZ: 1, sizeT: 1 })

/** One channel of nuclei, or several channels and time points, through focus; the middle plane is the sharpest. */
export const zStackOmeTiff = (options: Partial<OmeTiffOptions> & Partial<Axes> = {}): OmeTiffPicture =>
  build(
    { width: 256, height: 256, cells: 12, ...options },
    { channels: options.channels ?? 1, sizeZ: options.sizeZ ?? 7, sizeT: options.sizeT ?? 1 },
  )

/** Two images in one file: a culture of two channels, and a smaller one. */
export const twoSceneOmeTiff = ({ seed }: { seed: number }): Buffer => {
  const axes = { channels: 2, sizeZ: 1, sizeT: 1 }
  return encodeOmeTiff(
    stackOf({ seed, width: 256, height: 256, cells: 12 }, axes, 'Well A1'),
    stackOf({ seed: seed + 1, width: 192, height: 160, cells: 5 }, axes, 'Well B7'),
  )
}

/** One channel of drifting nuclei. */
export const timeSeriesOmeTiff = (
  options: Partial<OmeTiffOptions> & { sizeT?: number; channels?: number } = {},
): OmeTiffPicture =>
  build(
    { width: 256, height: 256, cells: 12, ...options },
    { channels: options.channels ?? 1, sizeZ: 1, sizeT: options.sizeT ?? 6 },
  )
