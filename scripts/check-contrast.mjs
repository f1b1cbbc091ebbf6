#!/usr/bin/env node
/**
 * Checks the contrast of all pairs of colour tokens that can be adjacent on a screen against WCAG 2.2 AA: 4.5:1 for text (1.4.3), 3:1 for
 * edges of controls, focus rings and graphics (1.4.11). `-v` lists all pairs. Exits 1 when one is below.
 */
import {
  avatarColors,
  channelColors,
  dark,
  labelColors,
  light,
  overlayColors,
  viewerColors,
} from '../shared/ui/theme/tokens.ts'

const TEXT = 4.5
const GRAPHIC = 3

/** sRGB channel, 0 to 1, to linear light (IEC 61966-2-1). */
const linear = (channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Relative luminance of a colour, 0 to 1 (WCAG 2.2). */
const luminance = (hex) => {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio, 1 to 21 (WCAG 2.2). */
const contrast = (a, b) => {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

/** All combinations of foregrounds and backgrounds, given as names of tokens. */
const pairs = (title, tokens, foregrounds, grounds, minimum) =>
  grounds.flatMap((ground) =>
    foregrounds.map((foreground) => ({
      name: `${title}: ${foreground} on ${ground}`,
      ratio: contrast(tokens[foreground], tokens[ground]),
      minimum,
    })),
  )

const schemePairs = (title, scheme) => [
  ...pairs(title, scheme, ['text', 'text2', 'text3', 'accentText'], ['page', 'surface', 'sunken', 'accentTint'], TEXT),
  ...pairs(title, scheme, ['text', 'text2'], ['raised', 'okTint', 'warnTint', 'badTint'], TEXT),
  ...pairs(title, scheme, ['ok', 'warn', 'bad'], ['page', 'surface'], TEXT),
  ...['ok', 'warn', 'bad'].flatMap((state) => pairs(title, scheme, [state], [`${state}Tint`], TEXT)),
  ...pairs(title, scheme, ['onAccent'], ['accent', 'accentHover', 'badFill', 'badFillHover'], TEXT),
  ...pairs(title, scheme, ['onTooltip'], ['tooltip'], TEXT),
  ...pairs(title, scheme, ['control', 'focus', 'accent'], ['page', 'surface', 'sunken'], GRAPHIC),
  ...pairs(title, scheme, ['focus'], ['accentTint'], GRAPHIC),
]

const onGround = (title, colors, ground, minimum) =>
  Object.entries(colors).map(([name, color]) => ({ name: `${title} ${name}`, ratio: contrast(color, ground), minimum }))

const all = [
  ...schemePairs('light', light),
  ...schemePairs('dark', dark),
  ...pairs('viewer', viewerColors, ['text', 'text2', 'text3'], ['canvas', 'panel', 'raised'], TEXT),
  ...pairs('viewer', viewerColors, ['control', 'focus', 'selected'], ['canvas', 'panel'], GRAPHIC),
  ...onGround('white on avatar', avatarColors, '#FFFFFF', TEXT),
  ...onGround('on the viewer panel: label', labelColors, viewerColors.panel, GRAPHIC),
  ...onGround('on the viewer panel: channel', channelColors, viewerColors.panel, GRAPHIC),
  ...onGround('on the viewer canvas: overlay', overlayColors, viewerColors.canvas, GRAPHIC),
]

const below = all.filter(({ ratio, minimum }) => ratio < minimum)
const listed = process.argv.includes('-v') ? all : below
for (const { name, ratio, minimum } of listed) console.log(`${ratio.toFixed(2)} (at least ${minimum})  ${name}`)
console.log(`${all.length} pairs of colours, ${below.length} below WCAG 2.2 AA`)
process.exitCode = below.length > 0 ? 1 : 0
