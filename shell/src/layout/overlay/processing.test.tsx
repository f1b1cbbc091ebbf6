import { bus } from '@lamella/shared/events'
import { applyStyles } from '@lamella/shared/testing/apply-styles.ts'
import { theme } from '@lamella/shared/ui/theme/theme.ts'
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { Processing } from './processing.tsx'

const say = (text: string) => act(() => bus.emit('processing/show', { text }))
const overlay = () => screen.getByRole('status')
const card = () => screen.getByText('Copying').parentElement

beforeEach(() => {
  render(
    <MantineProvider theme={theme} env="test">
      <Processing />
    </MantineProvider>,
  )
})

test('D1-2.6-48 D1-2.6-52 a text covers the page until an empty one is sent', () => {
  const before = overlay()
  expect(before).toBeEmptyDOMElement()
  say('Loading projects')
  expect(overlay()).toHaveTextContent(/^Loading projects$/)
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  expect(overlay()).toBe(before)
  say('')
  expect(overlay()).toBeEmptyDOMElement()
})

test('D1-2.6-51 D1-2.6-48 "[40]" before the text is the progress, and not shown', () => {
  say('[40]Copying')
  expect(overlay()).toHaveTextContent(/^Copying40% done, please be patient\.$/)
  expect(screen.getByRole('progressbar', { name: 'Copying' })).toHaveAttribute('aria-valuenow', '40')
  say('[41]Copying')
  expect(screen.getByRole('progressbar', { name: 'Copying' })).toHaveAttribute('aria-valuenow', '41')
})

describe('"[B]" before the text', () => {
  applyStyles(`${import.meta.dirname}/../../../../shared/ui/feedback/processing-overlay.module.css`)
  const ground = () => getComputedStyle(card() as HTMLElement).backgroundColor

  test('D1-2.6-50 asks for the blue ground, and is not shown', () => {
    say('[B]Copying')
    expect(overlay()).toHaveTextContent(/^Copying$/)
    expect(ground()).toBe('var(--lm-accent)')
    say('Copying')
    expect(ground()).toBe('var(--lm-surface)')
  })
})
