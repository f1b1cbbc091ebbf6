import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageKind } from './description.ts'
import type { BandPlane, ImageSource, Plane, SceneSource, SharpPlane } from './image-source.ts'
import { type PartOfFile, partOfFile } from './part-of-file.ts'
import { type Plan, planPlanes, type Sample } from './plan.ts'
import { allocateSamples, bytesOf, type Samples, type SampleType } from './sample-type.ts'
import { openSource } from './sources/open-source.ts'

interface Region {
  left: number
  top: number
  width: number
  height: number
}

/** Random access to the unchanged samples of an uploaded file, by channel and time point of the image that was made of it. */
export interface OriginalPlanes {
  width: number
  height: number
  /** µm per pixel. */
  pixelSizeUm: { x: number; y: number } | null
  /** Of the objective, as the file says. */
  magnification: number | null
  type: SampleType
  /** 3: red, green and blue, interleaved, in a single channel. */
  samplesPerPixel: 1 | 3
  /** Names of the channels. */
  channels: readonly string[]
  timePoints: number
  /** Which part of the file these planes are. */
  part: PartOfFile
  /**
   * @param region in pixels, completely inside the image
   * @returns height × width × samplesPerPixel, row-major, interleaved
   * @throws RangeError when the image has no such plane; ImagingError when it cannot be decoded
   */
  read(region: Region, plane: { channel: number; time: number }): Promise<Samples>
  close(): Promise<void>
}

/** Rows that are decoded at once from a band plane, and at least from a streamed one. */
const BAND_ROWS = 256
/** Bytes of raw pixels from a streamed plane in memory at once. */
const RAW_BYTES = 256_000_000
/** Time points whose decoded planes are cached: comparing consecutive time points then decodes each only once. */
export const cachedTimePoints = 2

/**
 * Opens the original file for random access. On first use a plane is decoded from top to bottom into a file of raw pixels, so that no plane
 * is in memory as a whole; the least recently used files are removed.
 *
 * @param kind the kind chosen at upload, which decides what the planes of the file are (see `Plan`)
 * @param folder for the files of raw pixels; `close` removes them
 * @throws ImagingError when the file cannot be opened as an image
 */
export async function openOriginalPlanes(
  path: string,
  originalName: string,
  kind: ImageKind,
  folder: string,
): Promise<OriginalPlanes> {
  const source = await openSource(path, originalName, folder)
  const plan = planPlanes(kind, source)
  const samplesPerPixel = plan.photometric === 'rgb' ? 3 : 1
  const kept = new Map<string, Promise<FileHandle>>()
  const most = cachedTimePoints * plan.channels.length
  const fileOf = (name: string) => join(folder, `${name}.raw`)

  const spool = async (name: string, planned: Plan['planes'][number]): Promise<FileHandle> => {
    const file = await open(fileOf(name), 'w+')
    await spoolPlane(source, planned, file)
    return file
  }
  const drop = async (name: string): Promise<void> => {
    const file = kept.get(name)
    kept.delete(name)
    await file?.then(
      (opened) => opened.close(),
      () => undefined,
    )
    await rm(fileOf(name), { force: true })
  }
  const fileFor = async (channel: number, time: number): Promise<FileHandle> => {
    const planned = plan.planes.find(({ c, t }) => c === channel && t === time)
    if (!planned) throw new RangeError(`The image has no channel ${channel} at time point ${time}`)
    const name = `plane-${channel}-${time}`
    const file = kept.get(name) ?? spool(name, planned)
    // A Map keeps insertion order: re-inserting marks the most recently used.
    kept.delete(name)
    kept.set(name, file)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) await drop(oldest)
    return file
  }

  return {
    width: source.width,
    height: source.height,
    pixelSizeUm: source.pixelSizeUm,
    magnification: source.metadata?.objective?.magnification ?? null,
    type: source.type,
    samplesPerPixel,
    channels: plan.channels.map(({ name }) => name),
    timePoints: plan.timePoints,
    part: partOfFile(source, plan.planes),
    async read({ left, top, width, height }, { channel, time }) {
      const file = await fileFor(channel, time)
      const samples = allocateSamples(source.type, width * height * samplesPerPixel)
      const bytes = bytesOf(samples)
      const pixel = samples.BYTES_PER_ELEMENT * samplesPerPixel
      for (let y = 0; y < height; y++) {
        await file.read(bytes, y * width * pixel, width * pixel, ((top + y) * source.width + left) * pixel)
      }
      return samples
    },
    async close() {
      for (const name of [...kept.keys()]) await drop(name)
      await source.close()
    },
  }
}

async function spoolPlane(source: ImageSource, { at, sample }: Plan['planes'][number], file: FileHandle) {
  let written = 0
  for await (const bytes of eachBand(await source.plane(at), source, sample)) {
    await file.write(bytes, 0, bytes.length, written)
    written += bytes.length
  }
}

/**
 * A plane from top to bottom, as the bytes of whole rows: height × width × samples, row-major, interleaved. Each is to be used before the next.
 * @param sample null: all of a pixel
 * @throws ImagingError and errors of the decoders
 */
export const eachBand = (plane: Plane, source: SceneSource, sample: Sample | null): AsyncGenerator<Uint8Array> =>
  plane.via === 'bands' ? decodedBands(plane, source, sample) : streamedBands(plane, source, sample)

async function* decodedBands(plane: BandPlane, { height }: SceneSource, sample: Sample | null) {
  for (let top = 0; top < height; top += BAND_ROWS) {
    const pixels = await plane.rows(top, Math.min(BAND_ROWS, height - top))
    yield bytesOf(sample === null ? pixels : pixels.filter((_, i) => i % 3 === sample))
  }
}

/** `toBuffer` holds its whole result in memory, so large planes are extracted in bands. */
async function* streamedBands(plane: SharpPlane, source: SceneSource, sample: Sample | null) {
  const { width, height, type } = source
  const rowBytes = width * (sample === null ? source.samples : 1) * (type.bits / 8)
  const rowsAtOnce = Math.max(BAND_ROWS, Math.floor(RAW_BYTES / rowBytes))
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - top)
    const whole = plane.open()
    const band = rows === height ? whole : whole.extract({ left: 0, top, width, height: rows })
    const opaque = sample === null ? band.removeAlpha() : band.extractChannel(sample)
    const { data } = await opaque.raw({ depth: vipsDepth(type) }).toBuffer({ resolveWithObject: true })
    if (data.length !== rows * rowBytes) throw new Error(`${data.length} bytes of ${rows} rows of ${rowBytes}`)
    yield data
    release(data)
  }
}

/** Gives the memory of a band back at once: otherwise the next one is decoded beside it. Memory that is shared with other buffers stays. */
const release = ({ buffer, length }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

function vipsDepth({ bits, format }: SampleType) {
  if (bits === 64) return 'double'
  if (format === 'float') return 'float'
  if (bits === 8) return format === 'int' ? 'char' : 'uchar'
  if (bits === 16) return format === 'int' ? 'short' : 'ushort'
  return format === 'int' ? 'int' : 'uint'
}
