import { ConfirmDialog } from '@lamella/shared/ui'
import { renderUi } from '@lamella/shared/ui/test-render.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { useKeptFocus } from './use-kept-focus.ts'

interface ListProps {
  names: readonly string[]
  /** Asks first, where a dialog does. */
  remove: (name: string) => void
}

const Page = ({ children, asks }: { children: (props: ListProps) => ReactNode; asks: boolean }) => {
  useKeptFocus()
  const [names, setNames] = useState(['First', 'Second', 'Third'])
  const [asking, setAsking] = useState<string | null>(null)
  const remove = (name: string) => setNames(names.filter((other) => other !== name))
  return (
    <>
      <button type="button">Header</button>
      <main>
        <h1>Page</h1>
        <p>Text</p>
        <section>
          <h2>List</h2>
          {children({ names, remove: asks ? setAsking : remove })}
        </section>
      </main>
      <ConfirmDialog
        opened={asking !== null}
        title="Delete"
        confirmLabel="Delete"
        onConfirm={() => {
          remove(asking ?? '')
          setAsking(null)
        }}
        onClose={() => setAsking(null)}
      >
        It is lost.
      </ConfirmDialog>
    </>
  )
}

const table = ({ names, remove }: ListProps) =>
  names.length > 0 && (
    <table>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <td>
              <input type="checkbox" tabIndex={-1} aria-label={`Select ${name}`} />
            </td>
            <td>
              <a href={`#${name}`}>{name}</a>
            </td>
            <td>
              <button type="button" onClick={() => remove(name)}>{`Delete ${name}`}</button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )

const press = async (name: string) => {
  screen.getByRole('button', { name }).focus()
  await userEvent.keyboard('{Enter}')
}
const confirm = async () => {
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
}

describe.each([
  ['at once', false],
  ['after a question', true],
])('a row that is deleted %s gives the focus', (_, asks) => {
  const remove = async (name: string) => {
    await press(`Delete ${name}`)
    if (asks) await confirm()
  }

  test('to the same button of the next one, of the last one to that before it, and in the end to the heading', async () => {
    renderUi(<Page asks={asks}>{table}</Page>)
    await remove('Second')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Third' })).toHaveFocus())
    await remove('Third')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete First' })).toHaveFocus())
    await remove('First')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'List' })).toHaveFocus())
  })
})

const tilesWithDetails = ({ names, remove }: ListProps) => <Tiles names={names} remove={remove} />
const Tiles = ({ names, remove }: ListProps) => {
  const [selected, setSelected] = useState<string | null>(null)
  return (
    <>
      {names.map((name) => (
        <button key={name} type="button" data-item={name} onClick={() => setSelected(name)}>
          {name}
        </button>
      ))}
      {selected && names.includes(selected) && (
        <aside data-about-item={selected}>
          <button type="button" onClick={() => remove(selected)}>
            Delete this
          </button>
          <button type="button" onClick={() => setSelected(null)}>
            Close details
          </button>
        </aside>
      )}
    </>
  )
}

test('details that are closed give it back to their item; when that is deleted, to the next one', async () => {
  renderUi(<Page asks>{tilesWithDetails}</Page>)
  await press('First')
  await press('Close details')
  await waitFor(() => expect(screen.getByRole('button', { name: 'First' })).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await press('Delete this')
  await confirm()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Second' })).toHaveFocus())
})

test('whoever has gone elsewhere is left there', async () => {
  renderUi(<Page asks={false}>{table}</Page>)
  await press('Delete First')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Second' })).toHaveFocus())
  screen.getByRole('button', { name: 'Header' }).focus()
  act(() => screen.getByRole('button', { name: 'Delete Second' }).click())
  await waitFor(() => expect(screen.queryByText('Second')).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Header' })).toHaveFocus()
  screen.getByRole('button', { name: 'Delete Third' }).focus()
  await userEvent.pointer({ keys: '[MouseLeft]', target: screen.getByText('Text') })
  act(() => screen.getByRole('button', { name: 'Delete Third' }).click())
  await waitFor(() => expect(screen.queryByText('Third')).not.toBeInTheDocument())
  expect(document.body).toHaveFocus()
})

const Outlived = () => {
  useKeptFocus()
  const [names, setNames] = useState(['First', 'Second'])
  const [isOpen, setOpen] = useState(true)
  return (
    <main>
      {names.map((name) => (
        <button key={name} type="button" data-item={name}>
          {name}
        </button>
      ))}
      {isOpen && (
        <aside data-about-item="First">
          <button type="button" onClick={() => setNames(['Second'])}>
            Delete this
          </button>
          <button type="button" onClick={() => setOpen(false)}>
            Close details
          </button>
        </aside>
      )}
    </main>
  )
}

test('details that are gone after their item give it to the neighbour of that item', async () => {
  renderUi(<Outlived />)
  await press('Delete this')
  await press('Close details')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Second' })).toHaveFocus())
})

const DrawnAnew = () => {
  useKeptFocus()
  const [names, setNames] = useState(['First', 'Second'])
  const [drawing, setDrawing] = useState(0)
  return (
    <main>
      <h1>List</h1>
      {names.map((name) => (
        <div key={`${name} ${drawing}`} data-item={name}>
          <button
            type="button"
            onClick={() => {
              setNames(['Second'])
              setDrawing(1)
            }}
          >
            Delete {name}
          </button>
        </div>
      ))}
    </main>
  )
}

test('a neighbour whose list was drawn anew takes it too', async () => {
  renderUi(<DrawnAnew />)
  await press('Delete First')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Second' })).toHaveFocus())
})
