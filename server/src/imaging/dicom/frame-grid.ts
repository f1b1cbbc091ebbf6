import type { Axis } from '../image-source.ts'
import { damaged, unsupported } from '../imaging-error.ts'
import type { DataSet } from './data-set.ts'
import type { FrameFormat } from './decode-frame.ts'
import { Dicom } from './tags.ts'

/** Where frames are in the image. */
export interface FrameGrid {
  /** Pixels of the whole image. */
  width: number
  height: number
  size: Record<Axis, number>
  /** Frames of the file. */
  count: number
  isSlide: boolean
  /** The frame of a tile, from 0; null: it is not stored. */
  frameAt(at: Record<Axis, number>, row: number, column: number): number | null
}

/** Frames of one file; slides have some hundred thousand. */
const MAX_FRAMES = 2_000_000

/** @throws ImagingError when the places of frames are not those of a grid */
export function frameGrid(data: DataSet, { width: tileWidth, height: tileHeight }: FrameFormat): FrameGrid {
  const count = data.text(Dicom.NumberOfFrames) === '' ? 1 : (data.decimals(Dicom.NumberOfFrames)[0] ?? Number.NaN)
  if (!Number.isInteger(count) || count < 1 || count > MAX_FRAMES)
    throw damaged('This DICOM file declares an impossible number of frames.')
  if (data.text(Dicom.ConcatenationUid) !== '')
    throw unsupported(
      'This DICOM file is a part of an image that is stored in several files',
      'write the image into one file',
    )
  const [width, height] = [data.number(Dicom.TotalColumns, 0), data.number(Dicom.TotalRows, 0)]
  if (width === 0 || height === 0) {
    const size = { c: 1, z: 1, t: count }
    return { width: tileWidth, height: tileHeight, size, count, isSlide: false, frameAt: ({ t }) => t }
  }
  const places = data.items(Dicom.FrameGroups).filter((group) => group.first(Dicom.PlanePosition))
  const grid = { width, height, count, isSlide: true }
  if (places.length === count) return { ...grid, ...listedGrid(data, places, tileWidth, tileHeight) }
  return { ...grid, ...fullGrid(data, grid, Math.ceil(width / tileWidth), Math.ceil(height / tileHeight)) }
}

/** TILED_FULL: columns first, then rows, focal planes, optical paths. */
function fullGrid(data: DataSet, { count }: { count: number }, columns: number, rows: number) {
  const z = data.number(Dicom.FocalPlanes, 1)
  const c = Math.max(1, data.items(Dicom.OpticalPaths).length)
  if (columns * rows * z * c !== count) throw damaged('This DICOM file has not as many frames as its image needs.')
  const frameAt: FrameGrid['frameAt'] = (at, row, column) => ((at.c * z + at.z) * rows + row) * columns + column
  return { size: { c, z, t: 1 }, frameAt }
}

/** TILED_SPARSE: each frame says where it is. */
function listedGrid(data: DataSet, places: readonly DataSet[], tileWidth: number, tileHeight: number) {
  const paths = data.items(Dicom.OpticalPaths).map((path) => path.text(Dicom.OpticalPathIdentifier))
  const depths = [...new Set(places.map((place) => depthOf(place)))].sort((a, b) => a - b)
  const frames = new Map<string, number>()
  for (const [frame, place] of places.entries()) {
    const position = place.first(Dicom.PlanePosition)
    const column = ((position?.number(Dicom.ColumnPosition, 0) ?? 0) - 1) / tileWidth
    const row = ((position?.number(Dicom.RowPosition, 0) ?? 0) - 1) / tileHeight
    if (!Number.isInteger(column) || !Number.isInteger(row))
      throw unsupported(
        'The tiles of this DICOM slide overlap, which is not supported',
        'export it with tiles side by side',
      )
    const path = place.first(Dicom.OpticalPathIdentification)?.text(Dicom.OpticalPathIdentifier) ?? ''
    frames.set([Math.max(0, paths.indexOf(path)), depths.indexOf(depthOf(place)), row, column].join(), frame)
  }
  const frameAt: FrameGrid['frameAt'] = (at, row, column) => frames.get([at.c, at.z, row, column].join()) ?? null
  return { size: { c: Math.max(1, paths.length), z: depths.length, t: 1 }, frameAt }
}

const depthOf = (place: DataSet): number => place.first(Dicom.PlanePosition)?.decimals(Dicom.ZOffset)[0] ?? 0
