import { cachedTimePoints, type ImageDescription } from '../../imaging/index.ts'

/** Disk space for checkpoints and result, bytes. A higher limit would let a faulty application fill more of the disk. */
const resultBytes = 1024 ** 3

/** Disk limit of a process that reads an original: the raw pixels of all planes that are kept at once and of the one being written, and the results. Bytes. */
export const diskBytesOf = ({
  width,
  height,
  bitDepth,
  photometric,
  channels,
  timePoints,
}: ImageDescription): number => {
  const samples = photometric === 'rgb' ? 3 : channels.length
  const planes = Math.min(timePoints, cachedTimePoints + 1)
  return resultBytes + width * height * samples * planes * (bitDepth / 8)
}
