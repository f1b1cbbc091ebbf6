import {
  channelColors,
  labelColors,
  lagoon,
  overlayColors,
  rampColors,
  slate,
} from '@lamella/shared/ui/theme/tokens.ts'
import { Text } from '@mantine/core'
import css from './kit.module.css'
import { KitSection } from './kit-section.tsx'

function Shades({ name, colors }: { name: string; colors: readonly string[] }) {
  return (
    <div className={css.shades} role="img" aria-label={`${name}: ${colors.join(', ')}`}>
      {colors.map((color, index) => (
        <div key={color}>
          <div className={css.shade} style={{ backgroundColor: color }} />
          <div className={css.shadeName}>{index}</div>
        </div>
      ))}
    </div>
  )
}

export function KitColors() {
  return (
    <>
      <KitSection title="Lagoon (accent), slate (neutral)">
        <Shades name="Lagoon" colors={lagoon} />
        <Shades name="Slate" colors={slate} />
      </KitSection>
      <KitSection title="Labels, in this order">
        <div className={css.viewerPanel}>
          <div className={css.labels}>
            {labelColors.map((color, index) => (
              <div key={color} className={css.label} style={{ backgroundColor: color }}>
                {index + 1}
              </div>
            ))}
          </div>
        </div>
        <Text fw={600} mt={12} mb={8}>
          Channels, overlay, ramp
        </Text>
        <div className={css.viewerPanel}>
          <div className={css.channels}>
            {Object.entries({ ...channelColors, ...overlayColors }).map(([name, color]) => (
              <div key={name}>
                <div className={css.channel} style={{ backgroundColor: color }} />
                {name}
              </div>
            ))}
          </div>
          <div
            className={css.ramp}
            style={{ backgroundImage: `linear-gradient(90deg, ${rampColors.low}, ${rampColors.high})` }}
          />
        </div>
      </KitSection>
    </>
  )
}
