import type { ImageKind } from './description.ts'
import type { Axis, PlaneCoordinates, SceneSource } from './image-source.ts'

/** Index into red, green, blue. */
export type Sample = 0 | 1 | 2

interface PlannedPlane {
  c: number
  t: number
  at: PlaneCoordinates
  sample: Sample | null
}

/**
 * Which planes of a file become the image, by the kind that the user chose (D1-1-01):
 *
 * | the file holds              | TwoDimensions       | MultiChannel            | TimeSeries                   |
 * | --------------------------- | ------------------- | ----------------------- | ---------------------------- |
 * | one grey plane              | it                  | one channel             | one time point, with a note  |
 * | 8-bit RGB                   | a colour picture    | channels red green blue | one colour picture per time point |
 * | deeper RGB                  | three grey planes shown additively in red, green, blue: no sample is lost (each kind)   |
 * | several channels            | the first, note     | all                     | all; of 8-bit RGB the first, note |
 * | several time points         | the first, note     | the first, note         | all                          |
 * | several Z planes            | all; analyses measure the middle one, note (each kind) |               |                              |
 * | pages of unstated meaning   | as Z or C, above    | channels                | time points                  |
 */
export interface Plan {
  channels: { name: string; sample: Sample | null }[]
  timePoints: number
  zPlanes: number
  /** The Z plane that is shown, from 0: the middle one, the lower of two. */
  zUsed: number
  /**
   * One file each: channel `c` and time point `t` of the image come from plane `at` of the file; of an RGB pixel only `sample`, null:
   * all.
   */
  planes: PlannedPlane[]
  /** The same of the other Z planes. */
  zStack: (PlannedPlane & { z: number })[]
  photometric: 'rgb' | 'gray'
  /** The grey planes are the samples of an RGB image, shown in red, green and blue over one common range. */
  naturalColours: boolean
  /** Sentences for the user on what was chosen or left out. */
  notes: string[]
}

const kindAxis: Record<ImageKind, Axis | null> = { TwoDimensions: null, MultiChannel: 'c', TimeSeries: 't' }
/** Plural nouns for sentences shown to the user. */
export const axisNoun: Record<Axis, string> = { c: 'channels', z: 'Z planes', t: 'time points' }
const RGB_NAMES = ['Red', 'Green', 'Blue'] as const

/** Characters. The names are part of each response about the image, so a crafted file must not make them long. */
const MAX_NAME_LENGTH = 200

/** How pages of unstated meaning are reinterpreted for the kind; null where they are not. */
function relabelling(
  kind: ImageKind,
  { unlabelledAxis }: Pick<SceneSource, 'unlabelledAxis'>,
): { from: Axis; to: Axis } | null {
  const wanted = kindAxis[kind]
  return unlabelledAxis !== null && wanted !== null && unlabelledAxis !== wanted
    ? { from: unlabelledAxis, to: wanted }
    : null
}

/** Planes along each axis when the file is interpreted as that kind. */
export function sizeForKind(
  kind: ImageKind,
  source: Pick<SceneSource, 'size' | 'unlabelledAxis'>,
): Record<Axis, number> {
  const relabelled = relabelling(kind, source)
  if (!relabelled) return source.size
  return { ...source.size, [relabelled.from]: 1, [relabelled.to]: source.size[relabelled.from] }
}

/** A sentence for the user where planes that the file calls Z planes, as some programs call any pages, are shown as something else. */
export function relabellingNotes(kind: ImageKind, source: Pick<SceneSource, 'size' | 'unlabelledAxis'>): string[] {
  const relabelled = relabelling(kind, source)
  if (relabelled?.from !== 'z') return []
  const [count, shown] = [source.size.z, axisNoun[relabelled.to]]
  return [`The ${count} planes of the file are shown as ${shown}; if they are a Z stack, upload it as a 2D image.`]
}

/** Chooses the planes of a file by the table of `Plan`. */
export function planPlanes(kind: ImageKind, source: SceneSource): Plan {
  const wanted = kindAxis[kind]
  const loose = source.unlabelledAxis
  const relabelled = relabelling(kind, source)
  const size = sizeForKind(kind, source)
  const locate = (at: PlaneCoordinates): PlaneCoordinates =>
    relabelled ? { ...at, [relabelled.from]: at[relabelled.to], [relabelled.to]: 0 } : at

  const zUsed = Math.floor((size.z - 1) / 2)
  const colour = source.samples === 3
  const bytes = source.type.bits === 8 && source.type.format === 'uint'
  const photometric = colour && kind !== 'MultiChannel' && bytes ? 'rgb' : 'gray'
  const samples: (Sample | null)[] = photometric === 'rgb' || !colour ? [null] : [0, 1, 2]
  const isEachChannel = wanted === 'c' || (wanted === 't' && photometric === 'gray')
  const fileChannels = isEachChannel ? size.c : 1
  const channels = Array.from({ length: fileChannels }, (_, index) =>
    samples.map((sample) => ({ name: channelName(source, index, fileChannels, sample, photometric), sample })),
  ).flat()
  const timePoints = wanted === 't' ? size.t : 1
  const planesAt = (z: number) =>
    Array.from({ length: timePoints }, (_, t) =>
      channels.map(({ sample }, c) => ({ c, t, at: locate({ c: Math.floor(c / samples.length), z, t }), sample })),
    ).flat()
  const planes = planesAt(zUsed)
  const zStack = Array.from({ length: size.z }, (_, z) => z)
    .filter((z) => z !== zUsed)
    .flatMap((z) => planesAt(z).map((plane) => ({ ...plane, z })))
  const naturalColours = colour && kind !== 'MultiChannel' && photometric === 'gray'
  const shown = { ...size, c: isEachChannel ? 1 : size.c }
  const notes = notesFor(kind, shown, zUsed, relabelled ? null : loose)
  return { channels, timePoints, zPlanes: size.z, zUsed, planes, zStack, photometric, naturalColours, notes }
}

function channelName(
  source: SceneSource,
  index: number,
  count: number,
  sample: Sample | null,
  photometric: Plan['photometric'],
): string {
  if (photometric === 'rgb') return 'RGB'
  const own =
    source.channelNames[index]?.trim().slice(0, MAX_NAME_LENGTH) ||
    (count === 1 && sample !== null ? '' : `Channel ${index + 1}`)
  return sample === null ? own : `${own} ${RGB_NAMES[sample] ?? ''}`.trim()
}

function notesFor(kind: ImageKind, size: Record<Axis, number>, zUsed: number, loose: Axis | null): string[] {
  const notes: string[] = []
  if (size.z > 1) {
    notes.push(`The file is a stack of ${size.z} Z planes; analyses measure plane ${zUsed + 1}, the middle one.`)
  }
  for (const axis of ['c', 't'] as const) {
    if (size[axis] < 2 || kindAxis[kind] === axis) continue
    if (axis === loose) {
      notes.push(
        `The file has ${size[axis]} pages; only the first is shown. Upload it as a multichannel image or a time series to see all of them.`,
      )
      continue
    }
    const instead = axis === 'c' ? 'multichannel image' : 'time series'
    notes.push(
      `The file has ${size[axis]} ${axisNoun[axis]}; only the first is shown. Upload it as a ${instead} to see all of them.`,
    )
  }
  if (kind === 'TimeSeries' && size.t === 1) notes.push('The file has a single time point.')
  return notes
}
