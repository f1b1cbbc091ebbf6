import { createTheme, type MantineColorsTuple } from '@mantine/core'
import { componentDefaults } from './component-defaults.ts'
import { labelColors, lagoon, light, slate, slateDark, viewerColors } from './tokens.ts'

/** Shades from which Mantine derives colours; the filled and tinted red are tokens (css-variables.ts). */
const red: MantineColorsTuple = [
  light.badTint,
  '#FAD7D3',
  '#F4B3AD',
  '#FF8F85',
  '#E8665C',
  '#D64A40',
  light.badFill,
  light.badFill,
  light.badFillHover,
  '#7A1E18',
]

const shadowFloat = 'var(--lm-shadow-float)'

/** The visual language (ADR 50) as a Mantine theme, which only the shell passes to a provider. */
export const theme = createTheme({
  primaryColor: 'lagoon',
  primaryShade: { light: 7, dark: 6 },
  colors: { lagoon, gray: slate, dark: slateDark, red },
  white: light.surface,
  black: light.text,
  fontFamily: "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '26px' },
  fontWeights: { regular: '400', medium: '550', bold: '600' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '32px' },
      h2: { fontSize: '17px', lineHeight: '24px' },
      h3: { fontSize: '15px', lineHeight: '22px' },
      h4: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'var(--lm-shadow-raised)', md: shadowFloat, lg: shadowFloat, xl: shadowFloat },
  /** 480, 800 (mobile below), 1001 (narrow below), 1280 and 1440 px. */
  breakpoints: { xs: '30em', sm: '50em', md: '62.5625em', lg: '80em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  other: { viewerColors, labelColors },
  components: componentDefaults,
})
