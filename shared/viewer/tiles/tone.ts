/** Brightness and contrast of a picture in natural colours as it is shown: −100 to 100 %, 0 as stored. */
export interface Tone {
  brightness: number
  contrast: number
}

export const plainTone: Tone = { brightness: 0, contrast: 0 }
/** Of both, in percent. */
export const mostTone = 100

/** Whether the picture is shown as stored. */
export const isPlain = ({ brightness, contrast }: Tone): boolean => brightness === 0 && contrast === 0

/** CSS filter of a tone; empty for the plain one. Values that are read from the picture stay what they are. */
export const filterOf = (tone: Tone): string =>
  isPlain(tone) ? '' : `brightness(${1 + tone.brightness / 100}) contrast(${1 + tone.contrast / 100})`

/** E.g. `20_-10`; null for the plain one. */
export const textOfTone = (tone: Tone): string | null => (isPlain(tone) ? null : `${tone.brightness}_${tone.contrast}`)

const within = (value: number): number => Math.min(Math.max(value, -mostTone), mostTone)

/** The tone of a text of `textOfTone`, or the nearest one; null where it is none. */
export const toneOfText = (text: string): Tone | null => {
  const [brightness = Number.NaN, contrast = Number.NaN, ...rest] = text.split('_').map(Number)
  const isTone = Number.isFinite(brightness) && Number.isFinite(contrast) && rest.length === 0
  return isTone ? { brightness: within(brightness), contrast: within(contrast) } : null
}
