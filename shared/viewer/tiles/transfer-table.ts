import type { ChannelSetting } from './channel-settings.ts'
import type { SampleArray } from './sample-array.ts'

/** What decides on the brightness of samples. */
export type Transfer = Pick<ChannelSetting, 'min' | 'max' | 'gamma' | 'invert'>

/**
 * Steps within a range: 16 from one display level to the next, so that each level and the middle between two is a step,
 * and a steep gamma has no steps in the dark.
 */
export const steps = 255 * 16 + 1
const top = steps - 1

/**
 * Display level of a place within the range.
 * @param place - 0 (`min` or below) to 1 (`max` or above)
 * @returns 0 to 1: raised to the power of gamma, then inverted
 */
export const levelAt = (place: number, { gamma, invert }: Transfer): number => {
  const level = place ** gamma
  return invert ? 1 - level : level
}

/** The step of a sample, 0 to `steps` − 1. Not a number is drawn as the lower end is. */
const stepOf = (sample: number, min: number, scale: number): number => {
  const at = (sample - min) * scale + 0.5
  return at > 0 ? (at < top ? Math.floor(at) : top) : 0
}

const scaleOf = ({ min, max }: Pick<Transfer, 'min' | 'max'>): number => top / Math.max(max - min, Number.EPSILON)

/** Samples of at most 16 bit have an entry each, which saves the arithmetic: a third of the time. */
const isShort = ({ BYTES_PER_ELEMENT }: SampleArray): boolean => BYTES_PER_ELEMENT <= 2
const isSigned = (samples: SampleArray): boolean => samples instanceof Int8Array || samples instanceof Int16Array

/**
 * The table by the bits of a sample instead of by step; signed samples are in two's complement. Most samples lie beside the range: only
 * those within it and next to its ends are computed.
 * @param byStep - one entry per step
 */
const bySample = (byStep: Int32Array, samples: SampleArray, transfer: Transfer): Int32Array => {
  const scale = scaleOf(transfer)
  const size = 256 ** samples.BYTES_PER_ELEMENT
  const least = isSigned(samples) ? -size / 2 : 0
  const within = (sample: number): number => Math.min(Math.max(sample - least, 0), size)
  const from = within(Math.floor(transfer.min))
  const to = within(Math.floor(Math.max(transfer.min, transfer.max)) + 2)
  const table = new Int32Array(size).fill(byStep[0] ?? 0, 0, from).fill(byStep[top] ?? 0, to)
  for (let at = from; at < to; at++) table[at] = byStep[stepOf(at + least, transfer.min, scale)] ?? 0
  if (least === 0) return table
  const byBits = new Int32Array(size)
  byBits.set(table.subarray(size / 2))
  byBits.set(table.subarray(0, size / 2), size / 2)
  return byBits
}

const addByBits = (sums: Int32Array, samples: SampleArray, table: Int32Array, mask: number): void => {
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (table[(samples[at] ?? 0) & mask] ?? 0)
}

const addByStep = (sums: Int32Array, samples: SampleArray, table: Int32Array, { min, max }: Transfer): void => {
  const scale = scaleOf({ min, max })
  for (let at = 0; at < sums.length; at++) {
    sums[at] = (sums[at] ?? 0) + (table[stepOf(samples[at] ?? 0, min, scale)] ?? 0)
  }
}

/** What the samples of a channel add to a picture. */
export interface Adder {
  /** Adds to each sum what the table says of the sample at its place. */
  add(sums: Int32Array, samples: SampleArray): void
  /** The table by the bits of a sample; null: samples have too many bits for one. */
  byBits: Int32Array | null
}

/**
 * @param byStep - one entry per step of the range
 * @param like - samples of the type to come
 */
export const adderOf = (byStep: Int32Array, like: SampleArray, transfer: Transfer): Adder => {
  if (!isShort(like)) return { add: (sums, samples) => addByStep(sums, samples, byStep, transfer), byBits: null }
  const table = bySample(byStep, like, transfer)
  return { add: (sums, samples) => addByBits(sums, samples, table, table.length - 1), byBits: table }
}
