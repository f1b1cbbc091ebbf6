import type { Image } from '@lamella/shared/contract'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PixelSizeDialog } from './pixel-size-dialog.tsx'

const byMara: Image['pixelSizeOrigin'] = {
  source: 'user',
  by: { id: sampleImage().owner, fullName: 'Mara Lindqvist' },
  at: '2026-11-22T12:00:00.000Z',
  ofFile: { x: 0.25, y: 0.25 },
}
const open = (...images: Partial<Image>[]) => {
  const onSet = jest.fn(async () => undefined)
  const onClose = jest.fn()
  renderPage(<PixelSizeDialog images={images.map(sampleImage)} onSet={onSet} onClose={onClose} />, { at: '/' })
  return { onSet, onClose }
}
const width = () => screen.getByRole('textbox', { name: 'Width of a pixel (µm)' })
const height = () => screen.getByRole('textbox', { name: 'Height of a pixel (µm)' })
const type = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field)
  if (text) await userEvent.type(field, text)
}
const set = () => userEvent.click(screen.getByRole('button', { name: 'Set pixel size' }))

test('the height follows the width until it is another one, and a comma is a point', async () => {
  const { onSet, onClose } = open({ pixelSize: null }, { pixelSize: null })
  expect(screen.getByRole('dialog', { name: 'Pixel size of 2 images' })).toBeVisible()
  await type(width(), '0,325')
  expect(height()).toHaveValue('0,325')
  await set()
  expect(onSet).toHaveBeenLastCalledWith({ x: 0.325, y: 0.325 })
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('pixels need not be square', async () => {
  const { onSet } = open({ pixelSize: { x: 0.5, y: 0.5 } })
  expect(width()).toHaveValue('0.5')
  await type(height(), '2')
  await type(width(), '1')
  expect(height()).toHaveValue('2')
  await set()
  expect(onSet).toHaveBeenLastCalledWith({ x: 1, y: 2 })
})

test.each([
  ['', 'Enter a number'],
  ['half', 'Enter a number'],
  ['0', 'Between 0.001 and 1,000 µm'],
  ['-1', 'Between 0.001 and 1,000 µm'],
  ['1001', 'Between 0.001 and 1,000 µm'],
])('%j is refused: %s', async (text, problem) => {
  const { onSet } = open({ pixelSize: { x: 0.5, y: 0.5 } })
  expect(screen.queryByText(problem)).not.toBeInTheDocument()
  await type(width(), text)
  await set()
  expect(screen.getAllByText(problem).length).toBeGreaterThan(0)
  expect(onSet).not.toHaveBeenCalled()
})

test('images of different sizes begin with none, so that none is taken for the size of all', () => {
  open({ pixelSize: { x: 0.5, y: 0.5 } }, { pixelSize: { x: 0.25, y: 0.25 } })
  expect(width()).toHaveValue('')
  expect(screen.queryByRole('button', { name: /^As the/ })).not.toBeInTheDocument()
})

test('what was set goes back to what the files say', async () => {
  const { onSet } = open({ pixelSizeOrigin: byMara }, {})
  await userEvent.click(screen.getByRole('button', { name: 'As the files say' }))
  expect(onSet).toHaveBeenLastCalledWith(null)
})
