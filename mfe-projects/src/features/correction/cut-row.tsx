import { Slider, TextInput } from '@mantine/core'
import { useState } from 'react'
import css from './cuts-card.module.css'

interface CutRowProps {
  /** Class that begins at the cut. */
  name: string
  /** What is cut, such as "DAB OD". */
  title: string
  value: number
  decimals: number
  /** Range of the slider; the field takes any number that the neighbours allow. */
  range: readonly [number, number]
  step: number
  onChange: (value: number) => void
  /** The drag, or the entry of a number, has ended. */
  onFinish: () => void
}

/** A cut as slider and number: both work with the keyboard. */
export const CutRow = ({ name, title, value, decimals, range, step, onChange, onFinish }: CutRowProps) => {
  /** Text of the field while it is edited; null: the value. */
  const [text, setText] = useState<string | null>(null)
  const enter = (typed: string): void => {
    setText(typed)
    const number = Number(typed)
    if (typed.trim() !== '' && Number.isFinite(number)) onChange(number)
  }
  return (
    <>
      <Slider
        className={css.slider}
        thumbLabel={`Smallest ${title} of class ${name}`}
        min={range[0]}
        max={range[1]}
        step={step}
        value={value}
        onChange={onChange}
        onChangeEnd={onFinish}
      />
      <TextInput
        className={css.field}
        type="number"
        size="xs"
        aria-label={`Smallest ${title} of class ${name}, number`}
        step={step}
        value={text ?? value.toFixed(decimals)}
        onFocus={() => setText(value.toFixed(decimals))}
        onChange={({ currentTarget }) => enter(currentTarget.value)}
        onBlur={() => {
          setText(null)
          onFinish()
        }}
        // Without the blur, scrolling the page over the field would change the number.
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
    </>
  )
}
