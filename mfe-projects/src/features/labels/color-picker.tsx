import { labelColors } from '@lamella/shared/ui'
import { TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { colorDistance, easyToTell } from './color-distance.ts'
import css from './color-picker.module.css'

/** Of `labelColors`, in their order. */
const colorNames = [
  'Orange',
  'Sky blue',
  'Pale green',
  'Teal',
  'Violet',
  'Red',
  'Yellow',
  'Sage',
  'Cyan',
  'Moss',
  'Pink',
  'Blue',
] as const

/** Another label of the set: its colour, and its number in the order. */
export interface TakenColor {
  number: number
  name: string
  color: string
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The first label colour that no label of the set has; white when all are taken. */
export const nextColor = (taken: readonly { color: string }[]): string =>
  labelColors.find((color) => !taken.some((label) => isSame(label.color, color))) ?? '#FFFFFF'

const noteOf = (color: string, taken: readonly TakenColor[]): { isEasy: boolean; text: string } | null => {
  const nearest = taken
    .map((label) => ({ ...label, distance: colorDistance(color, label.color) }))
    .toSorted((a, b) => a.distance - b.distance)[0]
  if (!nearest) return null
  if (nearest.distance < easyToTell) return { isEasy: false, text: `Hard to tell from ${nearest.name}.` }
  const others = taken.length === 1 ? 'the other one' : `the other ${taken.length}`
  return { isEasy: true, text: `Easy to tell from ${others}, also with colour blindness.` }
}

interface ColorPickerProps {
  /** `#rrggbb`. */
  value: string
  taken: readonly TakenColor[]
  onChange: (color: string) => void
}

/** Chooses a colour: one of twelve that are far apart for every kind of colour vision, or any other by its code. */
export const ColorPicker = ({ value, taken, onChange }: ColorPickerProps) => {
  const [typed, setTyped] = useState(value)
  const noteId = useId()
  const isCode = /^#[0-9a-f]{6}$/i.test(typed)
  const note = noteOf(value, taken)
  const choose = (color: string): void => {
    setTyped(color)
    onChange(color)
  }
  return (
    <div className={css.picker}>
      <fieldset className={css.palette}>
        <legend className={css.legend}>Colours that are easy to tell apart</legend>
        {labelColors.map((color, at) => {
          const user = taken.find((label) => isSame(label.color, color))
          const name = colorNames[at] ?? color
          return (
            <button
              key={color}
              type="button"
              className={css.swatch}
              style={{ backgroundColor: color }}
              aria-pressed={isSame(value, color)}
              aria-label={user ? `${name}, used by ${user.number}, ${user.name}` : name}
              onClick={() => choose(color)}
            >
              {user && <span className={css.key}>{user.number}</span>}
            </button>
          )
        })}
      </fieldset>
      <TextInput
        label="Colour code"
        value={typed}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        error={isCode ? null : 'Enter a code such as #e69f00'}
        aria-describedby={noteId}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value.trim()
          setTyped(next)
          if (/^#[0-9a-f]{6}$/i.test(next)) onChange(next)
        }}
      />
      <p id={noteId} className={css.note} role="status" data-hard={note?.isEasy === false || undefined}>
        {note && (
          <>
            {note.isEasy ? (
              <IconCircleCheck size={16} stroke={1.7} aria-hidden />
            ) : (
              <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
            )}
            {note.text}
          </>
        )}
      </p>
    </div>
  )
}
