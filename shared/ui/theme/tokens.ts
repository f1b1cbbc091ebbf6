/** The one source of every colour (ADR 50), for theme, CSS variables and scripts/check-contrast.mjs. */

type Shades = readonly [string, string, string, string, string, string, string, string, string, string]

/** The accent, a petrol. Index 0 is the lightest. */
export const lagoon: Shades = [
  '#EAF6F9',
  '#D3ECF2',
  '#A9DAE5',
  '#78C4D5',
  '#48ABC0',
  '#2590A8',
  '#10788F',
  '#0A6277',
  '#0A4F60',
  '#0A3D4B',
]

/** The neutral, with a little of the accent's hue. Index 0 is the lightest. */
export const slate: Shades = [
  '#F7F9F9',
  '#EFF2F3',
  '#E3E8EA',
  '#D0D7DA',
  '#A9B3B8',
  '#818C92',
  '#5F6A70',
  '#465056',
  '#2B3338',
  '#14191C',
]

/** The neutral of the dark scheme, in the order of Mantine's roles: 0 text, 4 border, 6 raised, 7 page, 8 sunken. */
export const slateDark: Shades = [
  '#E6EAEC',
  '#B4BDC2',
  '#8D989E',
  '#69747A',
  '#2B3237',
  '#242A2F',
  '#1B2024',
  '#101315',
  '#0C0E10',
  '#070809',
]

/**
 * Tokens of a colour scheme, CSS values. The text colours have at least 4.5:1 on page, surface and sunken (WCAG 1.4.3).
 */
export interface Scheme {
  page: string
  surface: string
  sunken: string
  /** The chosen segment on a sunken track. */
  raised: string
  /** Overlay on any ground under the pointer. */
  hover: string
  /** Separating lines, without a required contrast. */
  border: string
  /** The border of a default button, which its label identifies; without a required contrast. */
  borderButton: string
  /** The border of inputs and switches: at least 3:1 (WCAG 1.4.11). */
  control: string
  /** Names and titles; `text2` for cells, `text3` for captions, heads and placeholders. */
  text: string
  text2: string
  text3: string
  disabled: string
  accent: string
  accentHover: string
  onAccent: string
  accentText: string
  accentTint: string
  accentLine: string
  focus: string
  ok: string
  okTint: string
  warn: string
  warnTint: string
  bad: string
  badTint: string
  badFill: string
  badFillHover: string
  tooltip: string
  onTooltip: string
  /** Shadow of floating surfaces: menu, popover, overlay, toast, dialog. */
  shadowFloat: string
  shadowRaised: string
}

export const light: Scheme = {
  page: '#F7F9F9',
  surface: '#FFFFFF',
  sunken: '#EFF2F3',
  raised: '#FFFFFF',
  hover: 'rgb(20 25 28 / 0.045)',
  border: '#E3E8EA',
  borderButton: '#D0D7DA',
  control: '#7C868C',
  text: '#14191C',
  text2: '#465056',
  text3: '#5F6A70',
  disabled: '#A9B3B8',
  accent: '#0A6277',
  accentHover: '#0A4F60',
  onAccent: '#FFFFFF',
  accentText: '#0A6277',
  accentTint: '#EAF6F9',
  accentLine: '#A9DAE5',
  focus: '#0A6277',
  ok: '#1B7A43',
  okTint: '#E8F5EC',
  warn: '#8A5A00',
  warnTint: '#FDF3DF',
  bad: '#B8291F',
  badTint: '#FDEDEB',
  badFill: '#C2332A',
  badFillHover: '#A62A22',
  tooltip: '#14191C',
  onTooltip: '#FFFFFF',
  shadowFloat: '0 2px 4px rgb(16 24 28 / 0.06), 0 12px 32px -6px rgb(16 24 28 / 0.18)',
  shadowRaised: '0 1px 2px rgb(16 24 28 / 0.12)',
}

export const dark: Scheme = {
  page: '#101315',
  surface: '#171B1E',
  sunken: '#0C0E10',
  raised: '#2B3237',
  hover: 'rgb(255 255 255 / 0.055)',
  border: '#2B3237',
  borderButton: '#363E44',
  control: '#69747A',
  text: '#E6EAEC',
  text2: '#B4BDC2',
  text3: '#8D989E',
  disabled: '#5A646A',
  accent: '#10788F',
  accentHover: '#0A6277',
  onAccent: '#FFFFFF',
  accentText: '#78C4D5',
  accentTint: '#10272E',
  accentLine: '#1F4A57',
  focus: '#78C4D5',
  ok: '#6CC98F',
  okTint: '#13261A',
  warn: '#E3B25B',
  warnTint: '#2A2113',
  bad: '#FF8F85',
  badTint: '#331917',
  badFill: '#C2332A',
  badFillHover: '#A62A22',
  tooltip: '#2B3237',
  onTooltip: '#FFFFFF',
  shadowFloat: '0 0 0 1px #2B3237, 0 16px 40px rgb(0 0 0 / 0.55)',
  shadowRaised: 'none',
}

/** Achromatic and the same in both schemes: a tinted surround shifts how a stain is seen. */
export const viewerColors = {
  canvas: '#000000',
  panel: '#161616',
  raised: '#222222',
  border: '#303030',
  control: '#767676',
  text: '#EDEDED',
  text2: '#B5B5B5',
  text3: '#8F8F8F',
  focus: '#78C4D5',
  selected: '#FFFFFF',
}

/**
 * Label colours in the order of assignment: each is the farthest (in OKLab) from all before it, in the worst of normal,
 * protan, deutan and tritan vision (ADR 50).
 */
export const labelColors = [
  '#E69F00',
  '#56B4E9',
  '#C2F0C0',
  '#3F8A78',
  '#9E5BE2',
  '#E24328',
  '#F7D644',
  '#A4C794',
  '#5AE3F7',
  '#77A276',
  '#C377B1',
  '#6297DE',
] as const

/** For swatches and histograms; the picture itself is multiplied by pure colours. */
export const channelColors = {
  grey: '#FFFFFF',
  blue: '#4D7CFF',
  cyan: '#22D3EE',
  green: '#2BE57A',
  yellow: '#FFE14A',
  red: '#FF4D4D',
  magenta: '#FF4DDB',
} as const

/** True positive, false positive, false negative. The same in both schemes, as the pictures are. */
export const overlayColors = { tp: '#7FE3B8', fp: '#E23A22', fn: '#3D6BF2' } as const

/** Ends of the ramp of measured values, dark for small. */
export const rampColors = { low: '#2A4C8F', high: '#F5E642' } as const

/** Backgrounds of initials; white text on each has at least 4.5:1. */
export const avatarColors = [
  '#0A4F60',
  '#6B4C9A',
  '#8A5A00',
  '#1B7A43',
  '#2F5FA8',
  '#A23B72',
  '#465056',
  '#9A4A1B',
] as const
