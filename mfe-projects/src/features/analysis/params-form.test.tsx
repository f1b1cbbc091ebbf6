import type { ParamsSchema } from '@lamella/shared/contract'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ParamsForm } from './params-form.tsx'

const schema: ParamsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    diameter: {
      type: 'number',
      title: 'Nucleus diameter',
      description: 'Of a typical nucleus.',
      unit: 'µm',
      default: 8,
      minimum: 2,
      maximum: 60,
      step: 0.5,
    },
    iterations: { type: 'integer', title: 'Iterations', default: 3, minimum: 1 },
    fill: { type: 'boolean', title: 'Fill holes', default: true },
    method: {
      type: 'string',
      title: 'Threshold',
      default: 'otsu',
      enum: ['otsu', 'li'],
      enumTitles: { otsu: "Otsu's method", li: "Li's method" },
    },
    nuclei: { type: 'integer', title: 'Channel of the nuclei', default: 0, control: 'channel' },
    spots: { type: 'array', title: 'Channels of the spots', default: [1], control: 'channels' },
  },
}
const defaults = { diameter: 8, iterations: 3, fill: true, method: 'otsu', nuclei: 0, spots: [1] }

const onChange = jest.fn()
beforeEach(() => onChange.mockClear())
const open = (channels: string[] = ['DAPI', 'Cy5', '']) =>
  renderPage(<ParamsForm schema={schema} channels={channels} onChange={onChange} />, { at: '/' })
const last = () => onChange.mock.lastCall?.[0]

test('each parameter has an input with its title, unit, description and default', () => {
  open()
  const diameter = screen.getByRole('spinbutton', { name: 'Nucleus diameter (µm)' })
  expect(diameter).toHaveValue(8)
  expect(diameter).toHaveAccessibleDescription('Of a typical nucleus.')
  expect(screen.getByRole('spinbutton', { name: 'Iterations' })).toHaveValue(3)
  expect(screen.getByRole('switch', { name: 'Fill holes' })).toBeChecked()
  expect(screen.getByRole('combobox', { name: 'Threshold' })).toHaveValue("Otsu's method")
  expect(screen.getByRole('combobox', { name: 'Channel of the nuclei' })).toHaveValue('DAPI')
})

test('a number out of its range stays and is refused in words, and no parameters are handed out', async () => {
  open()
  const diameter = screen.getByRole('spinbutton', { name: 'Nucleus diameter (µm)' })
  await userEvent.clear(diameter)
  await userEvent.type(diameter, '90')
  await userEvent.tab()
  expect(diameter).toHaveValue(90)
  expect(screen.getByText('Nucleus diameter: enter a number from 2 to 60 µm.')).toBeVisible()
  expect(last()).toBeNull()
  await userEvent.clear(diameter)
  expect(last()).toBeNull()
  await userEvent.type(diameter, '12.5')
  expect(last()).toEqual({ ...defaults, diameter: 12.5 })
})

test('choices, switches and channels give their values', async () => {
  open()
  await userEvent.click(screen.getByRole('switch', { name: 'Fill holes' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Threshold' }))
  await userEvent.click(screen.getByRole('option', { name: "Li's method" }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Channel of the nuclei' }))
  await userEvent.click(screen.getByRole('option', { name: 'Channel 3' }))
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Channels of the spots' })).getByRole('checkbox', { name: 'DAPI' }),
  )
  expect(last()).toEqual({ ...defaults, fill: false, method: 'li', nuclei: 2, spots: [1, 0] })
})

test('defaults come back', async () => {
  open()
  expect(screen.queryByRole('button', { name: 'Restore defaults' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('switch', { name: 'Fill holes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Restore defaults' }))
  expect(screen.getByRole('switch', { name: 'Fill holes' })).toBeChecked()
  expect(last()).toEqual(defaults)
})

test('the defaults are handed out at once, unless the images lack a channel of them', async () => {
  const page = open()
  expect(last()).toEqual(defaults)
  page.unmount()
  open(['DAPI'])
  expect(screen.getByText('Channels of the spots: choose channels of the image.')).toBeVisible()
  expect(last()).toBeNull()
})

test('channels wait for images', () => {
  open([])
  expect(screen.getByRole('combobox', { name: 'Channel of the nuclei' })).toBeDisabled()
})

test('an empty number can mean automatic; what is no number is refused', async () => {
  const size = { ...schema.properties.diameter, default: null, emptyMeans: 'automatic' } as const
  const automatic = { ...schema, properties: { size } } as unknown as ParamsSchema
  renderPage(<ParamsForm schema={automatic} channels={[]} onChange={onChange} />, { at: '/' })
  const field = screen.getByRole('spinbutton', { name: 'Nucleus diameter (µm)' })
  expect(field).toHaveValue(null)
  expect(field).toHaveAttribute('placeholder', 'automatic')
  expect(last()).toEqual({ size: null })
  await userEvent.type(field, '1')
  expect(last()).toBeNull()
  await userEvent.type(field, '2')
  expect(last()).toEqual({ size: 12 })
  await userEvent.clear(field)
  expect(last()).toEqual({ size: null })
})
