import { type ChannelSettings, type ImageView, nameRule } from '@lamella/shared/contract'
import { drawnColor, Histogram } from '@lamella/shared/viewer'
import { Button, Card, ColorSwatch, Select, Switch, TextInput, Title } from '@mantine/core'
import { IconContrast } from '@tabler/icons-react'
import css from './channel-card.module.css'

/** Pure colours, by which channels are multiplied. */
const colors = [
  ['#FFFFFF', 'Grey'],
  ['#0000FF', 'Blue'],
  ['#00FFFF', 'Cyan'],
  ['#00FF00', 'Green'],
  ['#FFFF00', 'Yellow'],
  ['#FF0000', 'Red'],
  ['#FF00FF', 'Magenta'],
] as const

/** The colours to choose from, and that of the file where it is another one. */
const choicesOf = (color: string) => {
  const known = colors.map(([value, label]) => ({ value: value as string, label: label as string }))
  return known.some(({ value }) => value === color) ? known : [...known, { value: color, label: color.toLowerCase() }]
}

/** Why settings of a channel cannot be saved; null: they can. */
export const problemOf = ({ name, min, max }: ChannelSettings): string | null => {
  const nameProblem = nameRule(name)
  if (nameProblem) return nameProblem
  if (!Number.isFinite(min) || !Number.isFinite(max)) return 'Minimum and maximum must be numbers'
  return min > max ? 'The minimum must not be above the maximum' : null
}

interface ChannelCardProps {
  channel: ImageView['channels'][number]
  setting: ChannelSettings
  canEdit: boolean
  onChange: (change: Partial<ChannelSettings>) => void
}

/** Settings of one channel, over the histogram of the image that is shown beside. */
export const ChannelCard = ({ channel, setting, canEdit, onChange }: ChannelCardProps) => {
  const { index, name, color, visible, min, max } = setting
  const title = `Channel ${index + 1}`
  const shown = color.toUpperCase()
  const problem = problemOf(setting)
  const bound = (label: string, key: 'min' | 'max', value: number) => (
    <TextInput
      label={label}
      type="number"
      step="any"
      disabled={!canEdit}
      value={Number.isFinite(value) ? value : ''}
      error={!Number.isFinite(value) || min > max}
      onChange={({ currentTarget }) => onChange({ [key]: currentTarget.valueAsNumber })}
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  )
  return (
    <Card component="section" aria-label={title}>
      <div className={css.head}>
        <Title order={2} size="h3">
          {title}
        </Title>
        {canEdit && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconContrast size={16} stroke={1.7} aria-hidden />}
            onClick={() => onChange(channel.auto)}
          >
            Auto-contrast
          </Button>
        )}
        <Switch
          label="Shown"
          labelPosition="left"
          checked={visible}
          disabled={!canEdit}
          onChange={({ currentTarget }) => onChange({ visible: currentTarget.checked })}
        />
      </div>
      <div className={css.fields}>
        <TextInput
          label="Name"
          disabled={!canEdit}
          value={name}
          error={nameRule(name) !== null}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Select
          label="Colour"
          disabled={!canEdit}
          data={choicesOf(shown)}
          value={shown}
          leftSection={<ColorSwatch size={14} radius={4} color={drawnColor(shown)} />}
          renderOption={({ option }) => (
            <span className={css.color}>
              <ColorSwatch size={14} radius={4} color={drawnColor(option.value)} />
              {option.label}
            </span>
          )}
          onChange={(value) => value && onChange({ color: value })}
        />
        {bound('Minimum', 'min', min)}
        {bound('Maximum', 'max', max)}
      </div>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={css.plot} inert={!canEdit}>
        <Histogram
          channel={{ ...channel, name: name || title }}
          setting={{ ...setting, min: Number.isFinite(min) ? min : 0, max: Number.isFinite(max) ? max : 1 }}
          onChange={onChange}
        />
      </div>
    </Card>
  )
}
