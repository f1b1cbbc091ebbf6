import { formatNumber } from '@lamella/shared/ui'
import { ActionIcon, Popover, SegmentedControl, Switch } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import css from './display-button.module.css'
import type { Owner } from './owner-look.ts'
import type { Display } from './use-display.ts'

interface DisplayButtonProps {
  canAnnotate: boolean
  display: Display
  onChange: (change: Partial<Display>) => void
  /** Who has drawn what is shown. */
  owners: readonly Owner[]
}

const Choice = <T extends string>(props: {
  label: string
  value: T
  choices: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}) => (
  <div className={css.row}>
    <span>{props.label}</span>
    <SegmentedControl
      size="xs"
      aria-label={props.label}
      value={props.value}
      data={[...props.choices]}
      onChange={props.onChange}
    />
  </div>
)

/** How annotations are drawn: a button, and the choices below it. */
export const DisplayButton = ({ canAnnotate, display, onChange, owners }: DisplayButtonProps) => {
  const percent = `${display.opacity} %`
  return (
    <Popover width={288} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label="How annotations are drawn">
          <IconPalette size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="How annotations are drawn" className={css.choices}>
        <Choice
          label="Colours of"
          value={display.colorBy}
          choices={[
            { value: 'label', label: 'Labels' },
            { value: 'owner', label: 'Owners' },
          ]}
          onChange={(colorBy) => onChange({ colorBy })}
        />
        <Choice
          label="Areas"
          value={display.filled ? 'filled' : 'outline'}
          choices={[
            { value: 'outline', label: 'Outline' },
            { value: 'filled', label: 'Filled' },
          ]}
          onChange={(value) => onChange({ filled: value === 'filled' })}
        />
        <label className={css.row}>
          <span>Opacity</span>
          <input
            type="range"
            min={10}
            max={100}
            step={5}
            value={display.opacity}
            aria-valuetext={percent}
            onChange={({ currentTarget }) => onChange({ opacity: currentTarget.valueAsNumber })}
          />
          <output>{percent}</output>
        </label>
        {canAnnotate && (
          <Switch
            size="xs"
            labelPosition="left"
            label="Snap to other objects (Shift N)"
            checked={display.snaps}
            onChange={({ currentTarget }) => onChange({ snaps: currentTarget.checked })}
          />
        )}
        {display.colorBy === 'owner' && owners.length > 0 && (
          <ul className={css.owners} aria-label="Owners">
            {owners.map(({ id, name, color, count }) => (
              <li key={id}>
                <span className={css.swatch} style={{ backgroundColor: color }} />
                <bdi>{name}</bdi>
                <span className={css.count}>{formatNumber(count)}</span>
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
