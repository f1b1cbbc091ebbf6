import { type FileHeader, type FileSet, plainHeader, readBytes, textOf } from './file-header.ts'

const magicAt = 128
/** What is read stands before lists of frames, which may have megabytes. */
const mostHeader = 1024 * 1024
const deepest = 16

const item = 0xfffee000
const itemEnd = 0xfffee00d
const sequenceEnd = 0xfffee0dd
const undefinedLength = 0xffffffff
/** Value representations whose length has four bytes. */
const wide = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'])

/** Elements (PS3.6) that are read. */
const tags = {
  transferSyntax: 0x00020010,
  imageType: 0x00080008,
  series: 0x0020000e,
  frames: 0x00280008,
  rows: 0x00280010,
  columns: 0x00280011,
  pixelSpacing: 0x00280030,
  bits: 0x00280100,
  pixelMeasures: 0x00289110,
  totalColumns: 0x00480006,
  totalRows: 0x00480007,
  opticalPaths: 0x00480105,
  focalPlanes: 0x00480303,
  sharedGroups: 0x52009229,
  frameGroups: 0x52009230,
}
/** Sequences also where no kinds of values are stated. */
const sequences = new Set([tags.opticalPaths, tags.pixelMeasures, tags.sharedGroups, tags.frameGroups])
/** Of which the items are read, whether they state a length or not. */
const groups = new Set([tags.pixelMeasures, tags.sharedGroups, tags.frameGroups])
/** µm per pixel that are plausible, as the server sees it: 10 pm to 1 m. */
const [finest, coarsest] = [1e-5, 1e6]
const implicitSyntax = '1.2.840.10008.1.2'
const deflatedSyntax = '1.2.840.10008.1.2.1.99'

interface Element {
  start: number
  length: number
  /** Of a sequence. */
  items: number
}

/** Elements of a header by their tags, and where they end. @throws RangeError for one that is damaged */
class Walk {
  readonly found = new Map<number, Element>()
  /** The distance of pixels that is stated for all frames, or for the first. */
  spacing: Element | null = null
  readonly #view: DataView
  readonly #explicit: boolean
  at: number

  constructor(view: DataView, at: number, explicit: boolean) {
    this.#view = view
    this.at = at
    this.#explicit = explicit
  }

  /** Up to the first tag from `until` on, the end of an item, or what was read of the file. */
  elements(until: number, depth = 0, within = 0, end = this.#view.byteLength): this {
    if (depth > deepest) throw new RangeError('sequences in one another without end')
    while (this.at + 12 <= this.#view.byteLength && this.at < end) {
      const tag = this.#tag(this.at)
      if (depth === 0 && tag >= until) break
      if (tag === itemEnd) {
        this.at += 8
        break
      }
      this.#element(tag, depth, within)
    }
    return this
  }

  text(tag: number): string {
    return this.#textOf(this.found.get(tag))
  }

  /** Micrometres per pixel along a row; null: not said, or not for all directions. */
  micrometres(): number | null {
    // DICOM states millimetres, between rows first.
    const [y = Number.NaN, x = Number.NaN] = this.#textOf(this.spacing ?? this.found.get(tags.pixelSpacing))
      .split('\\')
      .map((text) => (text.trim() === '' ? Number.NaN : 1000 * Number(text)))
    return [x, y].every((size) => size > finest && size < coarsest) ? x : null
  }

  #textOf({ start, length } = { start: 0, length: 0 }): string {
    return textOf(this.#view, start, length).trim()
  }

  /** A binary number of two or four bytes; 0: the element is missing. */
  number(tag: number): number {
    const { start, length } = this.found.get(tag) ?? { start: 0, length: 0 }
    if (length === 2) return this.#view.getUint16(start, true)
    return length === 4 ? this.#view.getUint32(start, true) : 0
  }

  #tag(at: number): number {
    return this.#view.getUint16(at, true) * 0x10000 + this.#view.getUint16(at + 2, true)
  }

  #element(tag: number, depth: number, within: number): void {
    const kind = this.#explicit ? textOf(this.#view, this.at + 4, 2) : ''
    const isWide = wide.has(kind)
    const length =
      this.#explicit && !isWide
        ? this.#view.getUint16(this.at + 6, true)
        : this.#view.getUint32(this.at + (isWide ? 8 : 4), true)
    const start = this.at + (isWide ? 12 : 8)
    const isSequence = kind === 'SQ' || length === undefinedLength || sequences.has(tag)
    this.at = start
    const items = isSequence
      ? this.#items(tag, length === undefinedLength ? Number.POSITIVE_INFINITY : start + length, depth)
      : 0
    if (!isSequence) this.at += length
    if (depth === 0) this.found.set(tag, { start, length, items })
    if (tag === tags.pixelSpacing && within === tags.pixelMeasures) this.spacing ??= { start, length, items }
  }

  #items(sequence: number, end: number, depth: number): number {
    let items = 0
    while (this.at < end && this.at + 8 <= this.#view.byteLength) {
      const [tag, length] = [this.#tag(this.at), this.#view.getUint32(this.at + 4, true)]
      this.at += 8
      if (tag === sequenceEnd) break
      if (tag !== item) throw new RangeError('a sequence of something else than items')
      items += 1
      const last = length === undefinedLength ? Number.POSITIVE_INFINITY : this.at + length
      if (length === undefinedLength || groups.has(sequence))
        this.elements(Number.POSITIVE_INFINITY, depth + 1, sequence, last)
      if (length !== undefinedLength) this.at = last
      // The other frames have the same distance of pixels.
      if (sequence === tags.frameGroups) this.at = this.#view.byteLength
    }
    return items
  }
}

/** Behind what tells a slide from a picture: the scale is not known where this is damaged, or more than is read. */
const scaleOf = (walk: Walk): number | null => {
  try {
    return walk.elements(tags.frameGroups + 1).micrometres()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The files of one slide: each has one resolution, or a label or an overview. */
const setOf = (walk: Walk, width: number, height: number): FileSet | null => {
  const series = walk.text(tags.series)
  const role = walk.text(tags.imageType).split('\\')[2] ?? ''
  const isBeside = ['LABEL', 'OVERVIEW', 'THUMBNAIL'].includes(role)
  return series
    ? { id: `DICOM ${series}`, names: [], isCompanion: false, picture: isBeside ? null : `${width} × ${height}` }
    : null
}

/**
 * DICOM: a resolution of a slide, or pictures of a camera.
 * @returns null: it has no pixels that are known here, or more before them than is read
 * @throws RangeError, Truncated
 */
export const dicomHeader = async (file: Blob): Promise<FileHeader | null> => {
  const view = await readBytes(file, 0, Math.min(file.size, mostHeader))
  const start = new Walk(view, magicAt + 4, true).elements(0x00030000)
  const syntax = start.text(tags.transferSyntax)
  if (syntax === deflatedSyntax) return null
  const walk = new Walk(view, start.at, syntax !== implicitSyntax).elements(tags.focalPlanes + 1)
  // Something large stands before what tells a slide from a picture.
  if (walk.at >= view.byteLength && file.size > view.byteLength) return null
  const bits = walk.number(tags.bits) || null
  const [width, height] = [walk.number(tags.totalColumns), walk.number(tags.totalRows)]
  if (width > 0 && height > 0) {
    return {
      ...plainHeader('DICOM slide', width, height, bits),
      micrometres: scaleOf(walk),
      channels: Math.max(1, walk.found.get(tags.opticalPaths)?.items ?? 1),
      planes: Math.max(1, walk.number(tags.focalPlanes)),
      set: setOf(walk, width, height),
    }
  }
  const [columns, rows] = [walk.number(tags.columns), walk.number(tags.rows)]
  if (columns === 0 || rows === 0) return null
  const pages = Math.max(1, Number(walk.text(tags.frames)) || 1)
  return { ...plainHeader('DICOM', columns, rows, bits), pages, micrometres: scaleOf(walk) }
}
