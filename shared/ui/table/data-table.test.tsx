import { Table } from '@mantine/core'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { applyStyles } from '../../testing/apply-styles.ts'
import { renderUi } from '../test-render.tsx'
import type { DataTableColumn } from './columns.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'

type Project = { id: string; name: string; images: number }
const projects: Project[] = ['Delta', 'Alpha', 'Charlie', 'Bravo', 'Echo'].map((name, index) => ({
  id: name.toLowerCase(),
  name,
  images: (index + 1) * 10,
}))
const onAction = jest.fn()
const columns: DataTableColumn<Project>[] = [
  { id: 'name', title: 'Name', value: (project) => project.name, isName: true, sortable: true },
  { id: 'images', title: 'Images', value: (project) => project.images, align: 'right', sortable: true },
  {
    id: 'library',
    title: 'Library',
    isAction: true,
    render: () => (
      <button type="button" onClick={onAction}>
        Open
      </button>
    ),
  },
]
const table = (props: Partial<DataTableProps<Project>> = {}) => (
  <DataTable label="Projects" columns={columns} rows={projects} rowKey={(project) => project.id} {...props} />
)
const shownNames = () =>
  within(screen.getByRole('table', { name: 'Projects' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryAllByRole('cell')[0]?.textContent)

test('shows every row with its cells, and the total', () => {
  renderUi(table({ totalSuffix: '(owner or contributor)' }))
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Name', 'Images', 'Library'])
  expect(shownNames()).toEqual(['Delta', 'Alpha', 'Charlie', 'Bravo', 'Echo'])
  expect(screen.getByText('5 total (owner or contributor)')).toBeVisible()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(screen.getByRole('table', { name: 'Projects' })).not.toHaveAttribute('aria-rowcount')
})

test('sorts by a click on a title, and in reverse by the next', async () => {
  const user = userEvent.setup()
  renderUi(table())
  await user.click(screen.getByRole('button', { name: 'Name, sort' }))
  expect(shownNames()).toEqual(['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo'])
  await user.click(screen.getByRole('button', { name: 'Name, sorted ascending' }))
  expect(shownNames()).toEqual(['Echo', 'Delta', 'Charlie', 'Bravo', 'Alpha'])
  expect(screen.getByRole('button', { name: 'Name, sorted descending' })).toBeVisible()
})

test('shows the page of a row that is linked from elsewhere, and can be paged from there', async () => {
  const user = userEvent.setup()
  const { rerender } = renderUi(table({ pageSize: 2 }))
  rerender(table({ pageSize: 2, linkedRow: 'bravo' }))
  expect(shownNames()).toEqual(['Charlie', 'Bravo'])
  await user.click(screen.getByRole('button', { name: 'Page 1' }))
  expect(shownNames()).toEqual(['Delta', 'Alpha'])
})

test('can be paged', async () => {
  const user = userEvent.setup()
  renderUi(table({ pageSize: 2 }))
  const pages = screen.getByRole('navigation', { name: 'Projects: pages' })
  await user.click(within(pages).getByRole('button', { name: 'Page 3' }))
  expect(shownNames()).toEqual(['Echo'])
  await user.click(within(pages).getByRole('button', { name: 'Previous page' }))
  expect(shownNames()).toEqual(['Charlie', 'Bravo'])
})

test('rows that are sorted and paged by the server are shown in their order, and others are requested', async () => {
  const user = userEvent.setup()
  const [onPage, onSort] = [jest.fn(), jest.fn()]
  const sort = { by: 'images', direction: 'descending' } as const
  renderUi(table({ pageSize: 5, served: { total: 200_000, page: 3, sort, onPage, onSort } }))
  expect(shownNames()).toEqual(['Delta', 'Alpha', 'Charlie', 'Bravo', 'Echo'])
  expect(screen.getByText('200,000 total')).toBeVisible()
  // For screen readers, with the row of the titles as the first.
  expect(screen.getByRole('table', { name: 'Projects' })).toHaveAttribute('aria-rowcount', '200001')
  expect(screen.getByRole('row', { name: /^Delta/ })).toHaveAttribute('aria-rowindex', '12')
  expect(screen.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(onPage).toHaveBeenCalledWith(4)
  await user.click(screen.getByRole('button', { name: 'Images, sorted descending' }))
  expect(onSort).toHaveBeenCalledWith({ by: 'images', direction: 'ascending' })
  expect(shownNames()).toEqual(['Delta', 'Alpha', 'Charlie', 'Bravo', 'Echo'])
})

function Filtered() {
  const [filter, setFilter] = useState('')
  return (
    <>
      <input aria-label="Filter" value={filter} onChange={(event) => setFilter(event.target.value)} />
      {table({ pageSize: 2, filter, noMatchText: 'No projects found.' })}
    </>
  )
}

test('a filter leads back to the first page, with a text when there is no match', async () => {
  const user = userEvent.setup()
  renderUi(<Filtered />)
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  await user.type(screen.getByRole('textbox', { name: 'Filter' }), 'A')
  expect(shownNames()).toEqual(['Delta', 'Alpha'])
  expect(screen.queryByText('No projects found.')).not.toBeInTheDocument()
  await user.type(screen.getByRole('textbox', { name: 'Filter' }), 'zzz')
  expect(screen.getByText('No projects found.')).toBeVisible()
  expect(screen.getByText('0 total')).toBeVisible()
})

test('a click on a row follows the link of its name, except on the action cell', async () => {
  const user = userEvent.setup()
  renderUi(
    <Routes>
      <Route path="/" element={table({ rowHref: (project) => `/projects/${project.id}` })} />
      <Route path="/projects/alpha" element="The project Alpha" />
    </Routes>,
  )
  expect(screen.getByRole('link', { name: 'Alpha' })).toHaveAttribute('href', '/projects/alpha')
  const row = screen.getByRole('row', { name: /Alpha/ })
  await user.click(within(row).getByRole('button', { name: 'Open' }))
  const [, images, action] = within(row).getAllByRole('cell')
  if (!images || !action) throw new Error('The row has no cells')
  await user.click(action)
  expect(onAction).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('The project Alpha')).not.toBeInTheDocument()
  await user.click(images)
  expect(screen.getByText('The project Alpha')).toBeVisible()
})

test('without an address a row calls onRowClick, by mouse and by keyboard', async () => {
  const user = userEvent.setup()
  const onRowClick = jest.fn()
  renderUi(table({ onRowClick }))
  await user.click(screen.getByText('20'))
  screen.getByRole('button', { name: 'Bravo' }).focus()
  await user.keyboard('{Enter}')
  expect(onRowClick.mock.calls.map(([project]) => project.name)).toEqual(['Alpha', 'Bravo'])
})

function Linking({ onRowOpen }: { onRowOpen: (project: Project) => void }) {
  const [linked, setLinked] = useState<string | null>(null)
  return table({ linkedRow: linked, onRowClick: ({ id }) => setLinked(id), onRowOpen })
}

test('a linked row is opened by Enter, and any by a double click', async () => {
  const user = userEvent.setup()
  const onRowOpen = jest.fn()
  renderUi(<Linking onRowOpen={onRowOpen} />)
  const opened = () => onRowOpen.mock.calls.map(([project]) => project.name)
  const name = screen.getByRole('button', { name: 'Bravo' })
  expect(name).toHaveAttribute('aria-pressed', 'false')
  name.focus()
  await user.keyboard('{Enter}')
  expect(name).toHaveAttribute('aria-pressed', 'true')
  expect(opened()).toEqual([])
  await user.keyboard('{Enter}')
  expect(opened()).toEqual(['Bravo'])
  await user.dblClick(screen.getByText('20'))
  expect(opened()).toEqual(['Bravo', 'Alpha'])
  expect(screen.getByRole('button', { name: 'Alpha' })).toHaveAttribute('aria-pressed', 'true')
})

function Choosing() {
  const [chosen, setChosen] = useState<Project | null>(null)
  const selection = { selected: chosen?.id ?? null, onSelect: setChosen, label: (project: Project) => project.name }
  return table({ selection })
}

test('one row can be selected, by its radio or by a click', async () => {
  const user = userEvent.setup()
  renderUi(<Choosing />)
  await user.click(screen.getByRole('radio', { name: 'Alpha' }))
  expect(screen.getByRole('radio', { name: 'Alpha' })).toBeChecked()
  await user.click(screen.getByText('Echo'))
  expect(screen.getByRole('radio', { name: 'Echo' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Alpha' })).not.toBeChecked()
})

test('D1-9-10 a row is 42 px high, as is its skeleton while the list loads', async () => {
  const { rerender } = renderUi(table())
  for (const row of screen.getAllByRole('row').slice(1)) expect(row).toHaveStyle({ height: '42px' })
  expect(screen.getByRole('table').style.getPropertyValue('--table-vertical-spacing')).toBe('0rem')
  rerender(table({ rows: undefined, pageSize: 5 }))
  const outline = screen.getByRole('status')
  expect(outline).toHaveStyle({ minHeight: '210px' })
  await waitFor(() => expect(outline.querySelectorAll('.row')).toHaveLength(5))
  for (const row of outline.querySelectorAll('.row')) expect(row).toHaveStyle({ height: '42px' })
})

describe('a plain table, with the style sheet', () => {
  applyStyles(`${import.meta.dirname}/../theme/surfaces.module.css`)

  test('D1-9-10 has rows of 42 px', () => {
    renderUi(<Table data={{ body: [['Alpha']] }} />)
    expect(getComputedStyle(screen.getByRole('row')).height).toBe('42px')
    expect(screen.getByRole('table').style.getPropertyValue('--table-vertical-spacing')).toBe('0rem')
  })
})

test('a spacer has no text, and a click on it opens nothing', async () => {
  const onRowClick = jest.fn()
  const spacer = { id: 'spacer', title: '', isSpacer: true }
  renderUi(table({ columns: [...columns, spacer], onRowClick }))
  const cell = within(screen.getByRole('row', { name: /Alpha/ }))
    .getAllByRole('cell')
    .at(-1)
  if (!cell) throw new Error('The row has no cells')
  expect(cell).toBeEmptyDOMElement()
  await userEvent.click(cell)
  expect(onRowClick).not.toHaveBeenCalled()
})

test('a filter uses the filterText of a column', () => {
  const ages = { id: 'age', title: 'Age', render: () => '', filterText: ({ id }: Project) => `born ${id.length}` }
  renderUi(table({ columns: [...columns, ages], filter: 'BORN 7' }))
  expect(shownNames()).toEqual(['Charlie'])
})

test('has states for loading, failure and no rows', async () => {
  const onRetry = jest.fn()
  const { rerender } = renderUi(table({ rows: undefined }))
  expect(screen.getByRole('status')).toHaveTextContent('Loading')
  rerender(table({ rows: undefined, error: { title: 'Projects could not be retrieved', onRetry } }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
  rerender(table({ rows: [], empty: 'No projects found' }))
  expect(screen.getByText('No projects found')).toBeVisible()
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
})
