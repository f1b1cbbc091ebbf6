import { ActionIcon, Tooltip } from '@mantine/core'
import { IconRotate } from '@tabler/icons-react'
import { isPlain, mostTone, plainTone, type Tone } from '../tiles/tone.ts'
import css from './tone-panel.module.css'
import type { ViewerPanel } from './viewer-panel.ts'

const rows = [
  ['brightness', 'Brightness'],
  ['contrast', 'Contrast'],
] as const

/** +20 %, −10 %, 0 %. */
const percentOf = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)} %`

/** The viewer's own panel for pictures in natural colours. */
export const tonePanel = (tone: Tone, onChange: (tone: Tone) => void): ViewerPanel => ({
  id: 'tone',
  title: 'Picture',
  actions: (
    <Tooltip label="As stored">
      <ActionIcon
        aria-label="Brightness and contrast as stored"
        aria-disabled={isPlain(tone)}
        data-disabled={isPlain(tone) || undefined}
        onClick={() => onChange(plainTone)}
      >
        <IconRotate size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ),
  render: () => (
    <div className={css.tone}>
      {rows.map(([key, label]) => (
        <label key={key} className={css.row}>
          <span>{label}</span>
          <input
            type="range"
            min={-mostTone}
            max={mostTone}
            value={tone[key]}
            aria-valuetext={percentOf(tone[key])}
            onChange={({ currentTarget }) => onChange({ ...tone, [key]: currentTarget.valueAsNumber })}
          />
          <output>{percentOf(tone[key])}</output>
        </label>
      ))}
    </div>
  ),
})
