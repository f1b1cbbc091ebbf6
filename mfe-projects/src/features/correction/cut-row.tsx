import { Slider, TextInput } from '@mantine/core'
import { useState } from 'react'
import { cutEntry } from './cut-text.ts'
import css from './cuts-card.module.css'

interface CutRowProps {
  /** Class that begins at the cut. */
  name: string
  /** What is cut, such as "DAB OD". */
  title: string
  value: number
  /** Range of the slider; the field takes any number that the neighbours allow. */
  range: readonly [number, number]
  step: number
  onChange: (value: number) => void
  /** The drag, or the entry of a number, has ended. */
  onFinish: () => void
}

/** A cut as slider and number: both work with the keyboard. */
export const CutRow = ({ name, title, value, range, step, onChange, onFinish }: CutRowProps) => {
  /** Text of the field while it is edited; null: the value. */
  const [text, setText] = useState<string | null>(null)
  const enter = (typed: string): void => {
    setText(typed)
    const number = Number(typed)
    if (typed.trim() !== '' && Number.isFinite(number)) onChange(number)
  }
  /** The field shows what is used: a number beyond a neighbour stops there, and what is no number changes nothing. */
  const finish = (): void => {
    setText(null)
    onFinish()
  }
  return (
    <>
      <TextInput
        className={css.field}
        type="number"
        size="xs"
        aria-label={`Smallest ${title} of class ${name}, number`}
        step={step}
        value={text ?? cutEntry(value)}
        onFocus={() => setText(cutEntry(value))}
        onChange={({ currentTarget }) => enter(currentTarget.value)}
        onBlur={finish}
        onKeyDown={({ key }) => key === 'Enter' && finish()}
        // Without the blur, scrolling the page over the field would change the number.
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
      <Slider
        className={css.slider}
        classNames={{ bar: css.sliderBar }}
        thumbLabel={`Smallest ${title} of class ${name}`}
        min={range[0]}
        max={range[1]}
        step={step}
        value={value}
        onChange={onChange}
        onChangeEnd={onFinish}
      />
    </>
  )
}
