import { readFileSync } from 'node:fs'
import path from 'node:path'
import { MultiSelect, PasswordInput, PillsInput, TagsInput, TextInput } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderUi } from '../test-render.tsx'

const sheet = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')
const style = document.createElement('style')
style.textContent = sheet('global.css') + sheet('fields.module.css')
afterEach(() => style.remove())

test.each([
  ['TextInput', <TextInput key="field" aria-label="Field" />],
  ['PasswordInput', <PasswordInput key="field" aria-label="Field" />],
  ['TagsInput', <TagsInput key="field" aria-label="Field" defaultValue={['a']} />],
  ['MultiSelect', <MultiSelect key="field" aria-label="Field" searchable data={['a']} defaultValue={['a']} />],
  [
    'PillsInput',
    <PillsInput key="field">
      <PillsInput.Field aria-label="Field" />
    </PillsInput>,
  ],
])('%s with the focus has one sign of it: the halo of the field', async (_, field) => {
  renderUi(field)
  await userEvent.tab()
  // Read only now, because jsdom does not recompute styles when the focus changes.
  document.head.append(style)
  const input = screen.getByLabelText('Field', { selector: 'input' })
  expect(input).toHaveFocus()
  expect(getComputedStyle(input).outline).toMatch(/^(none|medium)?$/)
  const whole = input.closest('.input')
  expect(whole && getComputedStyle(whole).boxShadow).toMatch(/^0 0 0 3px /)
  expect(whole && getComputedStyle(whole).outline).toMatch(/^(none|medium)?$/)
})

test('a button in a field keeps its own focus ring', async () => {
  renderUi(<TextInput rightSection={<button type="button">Clear</button>} aria-label="Field" />)
  await userEvent.tab()
  await userEvent.tab()
  document.head.append(style)
  expect(screen.getByRole('button')).toHaveFocus()
  expect(getComputedStyle(screen.getByRole('button')).outline).toBe('2px solid var(--lm-focus)')
})
