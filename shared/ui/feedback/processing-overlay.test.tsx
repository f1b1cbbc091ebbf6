import { screen } from '@testing-library/react'
import { renderUi } from '../test-render.tsx'
import { parseProcessingMessage } from './processing-message.ts'
import { ProcessingOverlay } from './processing-overlay.tsx'

test.each([
  ['', null],
  ['   ', null],
  ['[B]', null],
  ['Loading projects', { text: 'Loading projects', blue: false }],
  ['[B]Loading projects', { text: 'Loading projects', blue: true }],
  ['[5]Copying', { text: 'Copying', blue: false, progress: 5 }],
  ['[40]Copying', { text: 'Copying', blue: false, progress: 40 }],
  ['[B][40] Copying', { text: 'Copying', blue: true, progress: 40 }],
  ['[40][B]Copying', { text: 'Copying', blue: true, progress: 40 }],
  ['[400]Copying', { text: 'Copying', blue: false, progress: 100 }],
  ['[x]Copying', { text: '[x]Copying', blue: false }],
])('D1-2.6-50 D1-2.6-51 D1-2.6-52 "%s" is read as %j', (raw, message) => {
  expect(parseProcessingMessage(raw)).toEqual(message)
})

test.each([0, 40, 99])('D1-2.6-49 at %d, below 100, it asks for patience', (percent) => {
  renderUi(<ProcessingOverlay message={`[${percent}]Copying`} />)
  expect(screen.getByText(`${percent}% done, please be patient.`)).toHaveAttribute('aria-live', 'off')
  expect(screen.getByRole('status')).toHaveTextContent(`Copying${percent}% done, please be patient.`)
  expect(screen.getByRole('progressbar', { name: 'Copying' })).toHaveAttribute('aria-valuenow', String(percent))
})

test('D1-2.6-49 at 100 it does not', () => {
  renderUi(<ProcessingOverlay message="[100]Copying" />)
  expect(screen.getByRole('status')).toHaveTextContent(/^Copying$/)
})

test('D1-2.6-52 an empty text hides it', () => {
  renderUi(<ProcessingOverlay message="" />)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})
