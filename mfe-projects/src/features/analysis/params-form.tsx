import { type ParamSchema, type ParamsSchema, paramProblem } from '@lamella/shared/contract'
import { Button, Checkbox, Group, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconRestore } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { channelIn } from './automatic-diameter.ts'

type Values = Record<string, unknown>

interface ParamsFormProps {
  schema: ParamsSchema
  /** Names of the channels to choose from; empty while no image is chosen. */
  channels: readonly string[]
  /** Called at first and at each change. @param params - null while a value is invalid */
  onChange: (params: Values | null) => void
  /** Content under the field of a diameter. */
  diameter?: (field: DiameterField) => ReactNode
}

/** The field of a diameter. */
export interface DiameterField {
  param: ParamSchema
  /** Pixels; null: none is given, or none that is valid. */
  value: number | null
  /** Index of the channel that is chosen in the same form; null: there is no such choice. */
  channel: number | null
  onChange: (diameter: number) => void
}

const defaultsOf = ({ properties }: ParamsSchema): Values =>
  Object.fromEntries(Object.entries(properties).map(([key, { default: value }]) => [key, value]))

/** Form of an application's parameters: one input per property of its JSON Schema, with the server's messages. */
export const ParamsForm = ({ schema, channels, onChange, diameter }: ParamsFormProps) => {
  // Without an image the number of channels is not known, so none is refused.
  const channelCount = channels.length || Number.POSITIVE_INFINITY
  const problemsOf = (values: Values): Record<string, string | null> =>
    Object.fromEntries(
      Object.entries(schema.properties).map(([key, param]) => [key, paramProblem(param, values[key], channelCount)]),
    )
  const form = useForm<Values>({ mode: 'controlled', initialValues: defaultsOf(schema) })
  const { values } = form
  const problems = problemsOf(values)
  const isValid = Object.values(problems).every((problem) => problem === null)
  // The defaults too, and again for other images: one may lack the channel that is chosen.
  useEffect(() => onChange(isValid ? values : null), [isValid, values, onChange])
  return (
    <Stack gap="md">
      {Object.entries(schema.properties).map(([key, param]) => {
        const value = values[key]
        const setValue = (next: unknown): void => form.setFieldValue(key, next)
        return (
          <div key={key}>
            <ParamInput
              param={param}
              value={value}
              error={problems[key] ?? null}
              channels={channels}
              onChange={setValue}
            />
            {param.automaticDiameter &&
              diameter?.({
                param,
                value: typeof value === 'number' && !problems[key] ? value : null,
                channel: channelIn(schema.properties, values),
                onChange: setValue,
              })}
          </div>
        )
      })}
      {form.isDirty() && (
        <Group>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconRestore size={15} stroke={1.7} aria-hidden />}
            onClick={form.reset}
          >
            Restore defaults
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Label such as "Diameter (µm)". */
const labelOf = ({ title, unit }: ParamSchema): string => (unit ? `${title} (${unit})` : title)

interface ParamInputProps {
  param: ParamSchema
  value: unknown
  /** Why the value is invalid; null when it is valid. */
  error: string | null
  channels: readonly string[]
  onChange: (value: unknown) => void
}

const ParamInput = ({ param, value, error, channels, onChange }: ParamInputProps) => {
  const { type, control, description, minimum, maximum, step, emptyMeans } = param
  const common = { label: labelOf(param), description, error }
  const choices = channels.map((name, index) => ({ value: String(index), label: name || `Channel ${index + 1}` }))
  if (control === 'channels') {
    const chosen = Array.isArray(value) ? value.map(String) : []
    return (
      <Checkbox.Group {...common} value={chosen} onChange={(now) => onChange(now.map(Number))}>
        <Stack gap="xs" mt="xs">
          {choices.length === 0
            ? 'Choose images first'
            : choices.map((choice) => <Checkbox key={choice.value} value={choice.value} label={choice.label} />)}
        </Stack>
      </Checkbox.Group>
    )
  }
  if (control === 'channel') {
    return (
      <Select
        {...common}
        data={choices}
        value={typeof value === 'number' ? String(value) : null}
        disabled={choices.length === 0}
        placeholder={choices.length === 0 ? 'Choose images first' : undefined}
        allowDeselect={false}
        onChange={(now) => now !== null && onChange(Number(now))}
      />
    )
  }
  if (param.enum) {
    const data = param.enum.map((choice) => ({ value: choice, label: param.enumTitles?.[choice] ?? choice }))
    return (
      <Select {...common} data={data} value={String(value)} allowDeselect={false} onChange={(now) => onChange(now)} />
    )
  }
  if (type === 'boolean') {
    return <Switch {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  }
  if (type === 'string') {
    return <TextInput {...common} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)} />
  }
  return (
    <TextInput
      {...common}
      type="number"
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      placeholder={emptyMeans}
      onChange={({ currentTarget: { valueAsNumber, validity } }) => {
        // What is no number, such as a lone minus, reads as empty too.
        const isEmpty = Number.isNaN(valueAsNumber)
        const empty = emptyMeans === undefined || validity.badInput ? '' : null
        onChange(isEmpty ? empty : valueAsNumber)
      }}
      // Without the blur, scrolling the page over the field would change the number.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      min={minimum}
      max={maximum}
      step={step ?? (type === 'integer' ? 1 : 'any')}
    />
  )
}
