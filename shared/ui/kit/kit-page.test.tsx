import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as ui from '../index.ts'
import { renderUi } from '../test-render.tsx'
import { KitPage } from './kit-page.tsx'

test('every shared component is in the kit', () => {
  const kit = readdirSync(import.meta.dirname)
    .filter((file) => file.startsWith('kit-') && !file.includes('.test.'))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  const components = Object.keys(ui).filter((name) => /^[A-Z]/.test(name))
  expect(components.length).toBeGreaterThan(20)
  expect(components.filter((name) => !new RegExp(`<${name}\\b`).test(kit))).toEqual([])
})

test('shows the components in light, in dark, and in both side by side', async () => {
  const user = userEvent.setup()
  const { unmount } = renderUi(<KitPage />)
  const title = 'Nuclei IF on BBBC_4dbb.tif'
  await user.click(screen.getByText('Dark'))
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(screen.getAllByText(title)).toHaveLength(1)
  await user.click(screen.getByText('Side by side'))
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light')
  const [inLight, inDark] = screen.getAllByText(title)
  expect(inLight?.closest('[data-mantine-color-scheme]')).toBe(document.documentElement)
  expect(inDark?.closest('[data-mantine-color-scheme]')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await user.click(screen.getByText('Dark'))
  unmount()
  expect(localStorage.getItem('mantine-color-scheme-value')).toBe('light')
})
