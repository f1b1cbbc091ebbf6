import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen } from '@testing-library/react'
import { FileFacts } from './file-facts.tsx'
import { plainHeader } from './file-header.ts'
import type { SelectedFile } from './selection.ts'

test('the row of a file says in words why it has no picture', () => {
  const words = 'No preview: JPEG 2000 is decoded by the server only.'
  const look = { header: plainHeader('TIFF', 300, 200, 8), problem: null, picture: null, noPicture: words }
  const file = new File([''], 'slide.tif')
  const selected = { id: '1', file, fileType: 'TwoDimensions', name: 'slide.tif' } as unknown as SelectedFile
  renderPage(<FileFacts selected={selected} look={look} onRetype={jest.fn()} onShowZ={jest.fn()} />, { at: '/' })
  expect(screen.getByText(words)).toBeVisible()
})
