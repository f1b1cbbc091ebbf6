import type { FileMetadata } from './description.ts'
import { micrometresPer } from './pixel-size.ts'

type Loose<T> = { [K in keyof T]?: T[K] | undefined | null }

/** What a reader has found, of which any part may be missing, empty, or no number. */
export interface FoundMetadata extends Loose<Omit<FileMetadata, 'objective' | 'stagePosition' | 'channels'>> {
  objective?: Loose<NonNullable<FileMetadata['objective']>>
  stagePosition?: { x: number; y: number; z?: number }
  channels?: Loose<FileMetadata['channels'][number]>[]
}

const MAX_TEXT = 200

const isKnown = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : value !== undefined && value !== null && value !== ''

/** The known values only: texts cut, numbers finite. */
const known = <T extends object>(values: T): T =>
  Object.fromEntries(
    Object.entries(values)
      .map(([key, value]) => [key, typeof value === 'string' ? value.trim().slice(0, MAX_TEXT) : value] as const)
      .filter(([, value]) => isKnown(value)),
  ) as T

const positive = (value: number | undefined | null): number | undefined =>
  value !== undefined && value !== null && value > 0 ? value : undefined

/** Leaves out what is missing or cannot be: a file that says nothing of the microscope has no metadata (null). */
export function fileMetadata(found: FoundMetadata): FileMetadata | null {
  const { objective = {}, stagePosition: stage, channels = [], ...rest } = found
  const lens = known({
    ...objective,
    magnification: positive(objective.magnification),
    numericalAperture: positive(objective.numericalAperture),
  })
  const ofChannels = channels.map((channel) => {
    const { color, exposureMs } = channel
    return known({
      ...channel,
      color: color && /^#[0-9a-f]{6}$/.test(color) ? color : undefined,
      exposureMs: exposureMs !== undefined && exposureMs !== null && exposureMs >= 0 ? exposureMs : undefined,
      excitationNm: positive(channel.excitationNm),
      emissionNm: positive(channel.emissionNm),
    })
  })
  const isPlace = stage && Number.isFinite(stage.x) && Number.isFinite(stage.y)
  const metadata = {
    ...known({ ...rest, timeStepS: positive(rest.timeStepS), zStepUm: positive(rest.zStepUm) }),
    ...(Object.keys(lens).length > 0 && { objective: lens }),
    ...(isPlace && { stagePosition: known(stage) }),
    channels: ofChannels.some((channel) => Object.keys(channel).length > 0) ? ofChannels : [],
  } as FileMetadata
  const says = Object.keys(metadata).length > 1 || metadata.channels.length > 0
  return says ? metadata : null
}

/** A text as a number; NaN for a missing one. */
export const numberOf = (text: string | undefined | null): number => (text?.trim() ? Number(text) : Number.NaN)

/** Micrometres of a value in a unit; NaN for an unknown one. */
export const inMicrometres = (value: number, unit: string): number => value * (micrometresPer(unit) ?? Number.NaN)

const secondsPer: Record<string, number> = { s: 1, sec: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9, min: 60, h: 3600, d: 86_400 }

/** Seconds of a value in a unit; NaN for an unknown one. */
export const inSeconds = (value: number, unit: string): number =>
  value * (secondsPer[unit.trim().replace('μ', 'µ')] ?? Number.NaN)

const hex = (value: number) => value.toString(16).padStart(2, '0')

/** `#rrggbb` of three numbers from 0 to 255; undefined for others. */
export const colourOf = (red: number, green: number, blue: number): string | undefined =>
  [red, green, blue].every((value) => Number.isInteger(value) && value >= 0 && value < 256)
    ? `#${hex(red)}${hex(green)}${hex(blue)}`
    : undefined
