import { MantineProvider, Menu } from '@mantine/core'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, StrictMode, useState } from 'react'
import { renderUi } from '../test-render.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

const confirmDialog = (props: Partial<ConfirmDialogProps> = {}) => {
  const onConfirm = jest.fn()
  const onClose = jest.fn()
  renderUi(
    <ConfirmDialog
      opened
      title="Delete project"
      confirmLabel="Delete"
      destructive
      onConfirm={onConfirm}
      onClose={onClose}
      {...props}
    >
      This cannot be undone.
    </ConfirmDialog>,
  )
  return { onConfirm, onClose }
}

test('states what is lost and focuses the harmless button', async () => {
  const user = userEvent.setup()
  const { onConfirm, onClose } = confirmDialog()
  expect(screen.getByRole('dialog', { name: 'Delete project' })).toHaveTextContent('This cannot be undone.')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(onConfirm).not.toHaveBeenCalled()
})

test('D3-2-134 a double click confirms once', async () => {
  const user = userEvent.setup()
  let finish = () => {}
  const onConfirm = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  confirmDialog({ onConfirm })
  await user.dblClick(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await act(async () => finish())
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled()
})

test('D3-2-134 two submits in one tick, before anything is drawn again, confirm once', async () => {
  let finish = () => {}
  const onConfirm = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  confirmDialog({ onConfirm })
  const form = screen.getByRole('button', { name: 'Delete' }).closest('form')
  await act(async () => {
    form?.requestSubmit()
    form?.requestSubmit()
  })
  expect(onConfirm).toHaveBeenCalledTimes(1)
  await act(async () => finish())
})

test('a typed confirmation enables the action only for exactly that text', async () => {
  const user = userEvent.setup()
  const { onConfirm } = confirmDialog({ typed: { label: 'Type the project name to confirm', text: 'Reference panel' } })
  const field = screen.getByRole('textbox', { name: 'Type the project name to confirm' })
  await waitFor(() => expect(field).toHaveFocus())
  await user.type(field, 'reference panel{Enter}')
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled()
  expect(onConfirm).not.toHaveBeenCalled()
  await user.clear(field)
  await user.type(field, 'Reference panel{Enter}')
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

const editDialog = (unsavedChanges: boolean) => {
  const onClose = jest.fn()
  renderUi(
    <Dialog opened title="Edit details" onClose={onClose} unsavedChanges={unsavedChanges}>
      <input aria-label="Name" />
    </Dialog>,
  )
  return { onClose, user: userEvent.setup() }
}

test('D3-2-131 a dialog is 400 px wide', () => {
  editDialog(false)
  const withSize = screen.getByRole('dialog').closest<HTMLElement>('[style*="--modal-size"]')
  expect(withSize?.style.getPropertyValue('--modal-size')).toMatch(/^calc\(25rem/)
})

test('D3-2-132 a dialog without this question closes at once, whatever was typed', async () => {
  const onClose = jest.fn()
  renderUi(
    <Dialog opened title="Edit details" onClose={onClose}>
      <input aria-label="Name" />
    </Dialog>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ki-67')
  await user.click(screen.getByRole('button', { name: 'Close dialog' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('You have unsaved changes')).not.toBeInTheDocument()
})

test('without changes it closes at once', async () => {
  const { onClose, user } = editDialog(false)
  await user.click(screen.getByRole('button', { name: 'Close dialog' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('D3-2-132 D3-2-133 with unsaved changes it asks first: Back returns, Close closes both', async () => {
  const { onClose, user } = editDialog(true)
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('dialog', { name: 'You have unsaved changes' })
  await user.click(within(question).getByRole('button', { name: 'Back' }))
  expect(screen.queryByText('You have unsaved changes')).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Close dialog' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('You have unsaved changes')).not.toBeInTheDocument()
})

type Close = { opened: boolean; onClose: () => void }
const dialogs: Record<string, (props: Close) => ReactNode> = {
  Dialog: (props) => (
    <Dialog title="Details" {...props}>
      <input aria-label="Name" />
    </Dialog>
  ),
  ConfirmDialog: (props) => (
    <ConfirmDialog title="Delete" confirmLabel="Delete" onConfirm={props.onClose} {...props}>
      This cannot be undone.
    </ConfirmDialog>
  ),
}
const openings: Record<string, (dialog: (props: Close) => ReactNode, props: Close) => ReactNode> = {
  'always mounted': (dialog, props) => dialog(props),
  'mounted open and gone when closed': (dialog, props) => props.opened && dialog(props),
  'mounted open and then closed': (dialog, props) => <MountedWhenWanted dialog={dialog} {...props} />,
}

function MountedWhenWanted({ dialog, ...props }: Close & { dialog: (props: Close) => ReactNode }) {
  const [wanted, setWanted] = useState(props.opened)
  if (props.opened && !wanted) setWanted(true)
  return wanted && dialog(props)
}

function Opener({ children }: { children: (props: Close) => ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <StrictMode>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <a href="#other">Other</a>
      {children({ opened, onClose: () => setOpened(false) })}
    </StrictMode>
  )
}

const openByKeyboard = async (children: (props: Close) => ReactNode) => {
  const user = userEvent.setup()
  renderUi(<Opener>{children}</Opener>)
  await user.tab()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
  return user
}

describe.each(Object.entries(dialogs))('focus of %s', (_, dialog) => {
  test.each(Object.entries(openings))('returns to what opened it: %s', async (_, opening) => {
    const user = await openByKeyboard((props) => opening(dialog, props))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
  })

  test('is left where closing moves it', async () => {
    const user = await openByKeyboard((props) =>
      dialog({
        ...props,
        onClose: () => {
          screen.getByRole('link', { name: 'Other' }).focus()
          props.onClose()
        },
      }),
    )
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('link', { name: 'Other' })).toHaveFocus()
  })
})

function FromMenu({ children }: { children: (props: Close) => ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Menu>
        <Menu.Target>
          <button type="button">More actions</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened(true)}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {children({ opened, onClose: () => setOpened(false) })}
    </>
  )
}

test.each(Object.entries(dialogs))(
  'focus of %s that an item of a menu has opened returns to the button of the menu',
  async (_, dialog) => {
    const user = userEvent.setup()
    renderUi(<FromMenu>{dialog}</FromMenu>)
    const button = screen.getByRole('button', { name: 'More actions' })
    for (const how of ['keyboard', 'mouse']) {
      await user.click(button)
      const item = await screen.findByRole('menuitem', { name: 'Delete' })
      if (how === 'mouse') await user.click(item)
      else {
        await user.keyboard('{ArrowDown}')
        expect(item).toHaveFocus()
        await user.keyboard('{Enter}')
      }
      const opened = await screen.findByRole('dialog')
      await waitFor(() => expect(opened).toContainElement(document.activeElement as HTMLElement))
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      expect(button).toHaveFocus()
    }
  },
)

test('Back from the question about unsaved changes returns to the field that was left, Close to the opener', async () => {
  const user = await openByKeyboard((props) => (
    <Dialog title="Edit details" unsavedChanges {...props}>
      <input aria-label="Name" data-autofocus />
    </Dialog>
  ))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Back' })).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()

  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
})

test('a dialog that fades away takes no second click', async () => {
  // Without `env="test"`, in which nothing fades.
  const shown = (opened: boolean) => (
    <MantineProvider>
      <Dialog opened={opened} title="New set" onClose={() => undefined}>
        <button type="button">Create</button>
      </Dialog>
    </MantineProvider>
  )
  const { rerender } = render(shown(true))
  const button = await screen.findByRole('button', { name: 'Create' })
  expect(button.closest('[inert]')).toBeNull()
  rerender(shown(false))
  expect(button).toBeInTheDocument()
  expect(button.closest('[inert]')).not.toBeNull()
})
