import { mostTone, type Tone } from '../tiles/tone.ts'
import css from './tone-panel.module.css'

const rows = [
  ['brightness', 'Brightness'],
  ['contrast', 'Contrast'],
] as const

/** +20 %, −10 %, 0 %. */
const percentOf = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)} %`

interface ToneSlidersProps {
  tone: Tone
  onChange: (tone: Tone) => void
}

/** Brightness and contrast. Loaded only with a picture in natural colours. */
const ToneSliders = ({ tone, onChange }: ToneSlidersProps) =>
  rows.map(([key, label]) => (
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
  ))

export default ToneSliders
