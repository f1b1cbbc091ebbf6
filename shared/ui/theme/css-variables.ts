import type { CSSVariablesResolver } from '@mantine/core'
import { dark, light, overlayColors, rampColors, type Scheme, viewerColors } from './tokens.ts'

const kebab = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

/** `{ accentText: '#…' }` with prefix `viewer-` gives `{ '--lm-viewer-accent-text': '#…' }`. */
const asVariables = (tokens: object, prefix = '') =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--lm-${prefix}${kebab(name)}`, String(value)]))

/** Sets Mantine's own variables to our tokens, for components without defaults in this theme. */
const mantineRoles = (scheme: Scheme) => ({
  '--mantine-color-body': scheme.page,
  '--mantine-color-text': scheme.text,
  '--mantine-color-bright': scheme.text,
  '--mantine-color-dimmed': scheme.text3,
  '--mantine-color-placeholder': scheme.text3,
  '--mantine-color-anchor': scheme.accentText,
  '--mantine-color-error': scheme.bad,
  '--mantine-color-success': scheme.ok,
  '--mantine-color-default': scheme.surface,
  '--mantine-color-default-hover': `color-mix(in srgb, ${scheme.surface}, ${scheme.text} 4%)`,
  '--mantine-color-default-color': scheme.text,
  '--mantine-color-default-border': scheme.borderButton,
  '--mantine-color-disabled': scheme.sunken,
  '--mantine-color-disabled-color': scheme.text3,
  '--mantine-color-disabled-border': scheme.border,
  '--mantine-color-lagoon-light': scheme.accentTint,
  '--mantine-color-lagoon-light-hover': `color-mix(in srgb, ${scheme.accentTint}, ${scheme.accentText} 8%)`,
  '--mantine-color-lagoon-light-color': scheme.accentText,
  '--mantine-color-lagoon-text': scheme.accentText,
  '--mantine-color-red-filled': scheme.badFill,
  '--mantine-color-red-filled-hover': scheme.badFillHover,
  '--mantine-color-red-light': scheme.badTint,
  '--mantine-color-red-light-color': scheme.bad,
  '--mantine-color-red-text': scheme.bad,
})

/** All tokens as CSS variables `--lm-…`, for Mantine's provider. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    ...asVariables(viewerColors, 'viewer-'),
    ...asVariables(overlayColors),
    ...asVariables(rampColors, 'ramp-'),
  },
  light: { ...asVariables(light), ...mantineRoles(light) },
  dark: { ...asVariables(dark), ...mantineRoles(dark) },
})
