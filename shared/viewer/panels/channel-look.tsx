import type { ImageView } from '@lamella/shared/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconContrast, IconWand } from '@tabler/icons-react'
import { useState } from 'react'
import { type ChannelSetting, gammaRange } from '../tiles/channel-settings.ts'
import { type ColourMap, colourMaps } from '../tiles/colour-map.ts'
import css from './channel-look.module.css'

export interface ChannelLookProps {
  channel: ImageView['channels'][number]
  setting: ChannelSetting
  /** RGB samples have colours of their own. */
  hasMap: boolean
  onChange: (changes: Partial<ChannelSetting>) => void
}

const titles: Record<ColourMap, string> = {
  channel: 'Channel',
  grey: 'Grey',
  viridis: 'Viridis',
  magma: 'Magma',
  fire: 'Fire',
}
const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

interface GammaProps {
  name: string
  gamma: number
  onChange: (gamma: number) => void
}

/** What is typed stays as it is until it is a gamma; what is none is replaced on leaving. */
const Gamma = ({ name, gamma, onChange }: GammaProps) => {
  const [text, setText] = useState<string | null>(null)
  return (
    <label className={css.gamma}>
      <span aria-hidden>γ</span>
      <input
        type="number"
        aria-label={`Gamma of ${name}`}
        min={gammaRange.least}
        max={gammaRange.most}
        step={0.05}
        value={text ?? gamma}
        onChange={({ currentTarget: { value, valueAsNumber } }) => {
          setText(value)
          if (valueAsNumber >= gammaRange.least && valueAsNumber <= gammaRange.most) onChange(valueAsNumber)
        }}
        onBlur={() => setText(null)}
      />
    </label>
  )
}

/** Colours, gamma, auto contrast and inversion of one channel. None of them changes a value that is read or measured. */
export const ChannelLook = ({ channel, setting, hasMap, onChange }: ChannelLookProps) => (
  <div className={css.look}>
    {hasMap && (
      <select
        className={css.map}
        aria-label={`Colours of ${channel.name}`}
        value={setting.map}
        onChange={({ currentTarget }) => {
          const map = colourMaps.find((name) => name === currentTarget.value)
          if (map) onChange({ map })
        }}
      >
        {colourMaps.map((name) => (
          <option key={name} value={name}>
            {titles[name]}
          </option>
        ))}
      </select>
    )}
    <Gamma name={channel.name} gamma={setting.gamma} onChange={(gamma) => onChange({ gamma })} />
    <Tooltip label="Auto contrast">
      <ActionIcon
        aria-label={`Auto contrast of ${channel.name}`}
        onClick={() => onChange({ min: channel.auto.min, max: channel.auto.max })}
      >
        <IconWand {...iconProps} />
      </ActionIcon>
    </Tooltip>
    <Tooltip label="Invert">
      <ActionIcon
        className={css.invert}
        aria-label={`Invert ${channel.name}`}
        aria-pressed={setting.invert}
        onClick={() => onChange({ invert: !setting.invert })}
      >
        <IconContrast {...iconProps} />
      </ActionIcon>
    </Tooltip>
  </div>
)
