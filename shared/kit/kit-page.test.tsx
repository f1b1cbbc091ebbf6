import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as blocks from '@lamella/shared/blocks'
import * as ui from '@lamella/shared/ui'
import * as mantine from '@lamella/shared/ui/mantine.ts'
import { renderUi } from '@lamella/shared/ui/test-render.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { KitPage } from './kit-page.tsx'

const kit = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n')
const isShown = (name: string) => new RegExp(`<${name}\\b`).test(kit)
const componentsOf = (exported: object) => Object.keys(exported).filter((name) => /^[A-Z]/.test(name))

/** Parts of Mantine that are not on the page, by the reason. */
const seenElsewhere: Record<string, readonly string[]> = {
  'arranges others': ['Box', 'Center', 'Flex', 'Group', 'Portal', 'ScrollArea', 'SimpleGrid', 'Stack'],
  'without a look': ['UnstyledButton', 'VisuallyHidden'],
  'written with a dot, as Menu.Item': [
    ...['MenuDropdown', 'MenuItem', 'MenuTarget', 'PopoverDropdown', 'PopoverTarget'],
    ...['TableTd', 'TableTfoot', 'TableTh', 'TableThead', 'TableTr'],
  ],
  'inside a shared component: UserAvatar, Dialog, DataTable, ProgressBar, RingIndicator': [
    'Avatar',
    'Modal',
    'Pagination',
    'Progress',
    'RingProgress',
  ],
  'inside a part that is shown: fields, a loading button': ['Input', 'Loader'],
  'imported by a library only: the palette, charts': ['ColorSwatch', 'Highlight'],
}

test.each([
  ['primitive', ui],
  ['block', blocks],
])('every shared %s is on the page', (_, exported) => {
  expect(componentsOf(exported).length).toBeGreaterThan(5)
  expect(componentsOf(exported).filter((name) => !isShown(name))).toEqual([])
})

test('every visible component of Mantine in use is on the page', () => {
  const unseen = Object.values(seenElsewhere).flat()
  expect(componentsOf(mantine).filter((name) => !isShown(name) && !unseen.includes(name))).toEqual([])
  expect(unseen.filter((name) => isShown(name) || !(name in mantine))).toEqual([])
})

test('every kind of field is shown empty, filled, with an error and disabled', () => {
  renderUi(<KitPage />)
  for (const kind of ['Text', 'Password', 'Choice', 'Tags', 'Message']) {
    const field = (state: string) => screen.getByLabelText(`${kind}, ${state}`, { selector: 'input, textarea' })
    expect(field('default').closest('[data-error], [data-disabled], [data-variant="filled"]')).toBeNull()
    expect(field('filled').closest('[data-variant="filled"]')).toBeVisible()
    expect(field('error').closest('[data-error]')).toBeVisible()
    expect(field('error')).toHaveAccessibleDescription('What is wrong, and how to mend it.')
    expect(field('disabled')).toBeDisabled()
  }
})

test('buttons are shown loading and disabled, tables while they load, without rows and with an error', () => {
  renderUi(<KitPage />)
  for (const label of ['Start upload', 'View all', 'Deploy', 'Resend', 'Delete']) {
    expect(screen.getByRole('button', { name: `${label}, loading` })).toHaveAttribute('data-loading')
    expect(screen.getAllByRole('button', { name: label }).some((button) => button.matches(':disabled'))).toBe(true)
  }
  const table = (state: string) => {
    const title = screen.getByRole('heading', { name: `Table, ${state}` })
    return within(title.closest<HTMLElement>('.section') ?? document.body)
  }
  expect(table('loading').getByText(/Loading/)).toBeInTheDocument()
  expect(table('empty').getByText('No projects found')).toBeVisible()
  expect(table('error').getByRole('button', { name: 'Try again' })).toBeVisible()
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
