import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { selectedProjectAtom, store } from '@lamella/shared/session'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { forgetOwnDeletion, noteOwnDeletion } from '../../lib/own-deletions.ts'
import { routes } from '../../routes.tsx'
import { ProjectGate } from './project-gate.tsx'

const id = '019aa000-0000-7000-8000-0000000000b1'
const [me, other] = [portalUser('member'), portalUser('admin')]

let toasts: Toast[] = []
bus.on('toast/show').subscribe((toast) => toasts.push(toast))

let server: ContractServer
beforeEach(() => {
  toasts = []
  store.set(selectedProjectAtom, { id, name: 'Ki-67' })
  server = ContractServer.start().on(
    contract.findUsers,
    foundAmong(() => [me, other]),
  )
})
afterEach(() => server.close())

const open = (children: ReactNode) =>
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/*" element={<ProjectGate>{children}</ProjectGate>} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    { at: `/projects/${id}/labelsets` },
  )
const deleted = () => act(() => bus.emit('server/changed', { type: 'projectDeleted', id, user: me.id, by: other.id }))

test('a page on which nothing is typed is left, with the words of the project page', async () => {
  const { location } = open(
    <>
      <input type="search" aria-label="Filter" />
      <input data-confirmation aria-label="Type the name to confirm" />
    </>,
  )
  await userEvent.type(screen.getByRole('searchbox'), 'what is only looked for')
  await userEvent.type(screen.getByRole('textbox'), 'Ki-67')
  deleted()
  await waitFor(() => expect(location()).toBe('/projects'))
  expect(toasts).toMatchObject([{ kind: 'info', detail: `Ki-67 was deleted by ${other.fullName}.` }])
  expect(store.get(selectedProjectAtom)).toBeNull()
})

test('it is left too when nobody can say who it was', async () => {
  server.on(contract.findUsers, () => new Refusal('ERR_0500'))
  const { location } = open(null)
  deleted()
  await waitFor(() => expect(location()).toBe('/projects'))
  expect(toasts).toMatchObject([{ detail: 'Ki-67 was deleted by somebody else.' }])
})

const Page = () => {
  const [text, setText] = useState('')
  return (
    <>
      <label>
        Name
        <input value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <input aria-label="Untouched" defaultValue="of the project" />
      <form data-unsaved>
        <textarea aria-label="Restored" defaultValue="from a draft" />
      </form>
      <div data-typed="Aiko Tanaka" data-typed-as="People to add" />
    </>
  )
}

test('what is being typed stays to be copied, and nothing else', async () => {
  const { location } = open(<Page />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Tumour')
  deleted()
  expect(await screen.findByText(/^Mara Lindqvist deleted the project in the meantime\. What you typed/)).toBeVisible()
  const shown = screen.getAllByRole<HTMLTextAreaElement>('textbox')
  expect(shown.map(({ value, readOnly }) => [value, readOnly])).toEqual([
    ['Tumour', true],
    ['from a draft', true],
    ['Aiko Tanaka', true],
  ])
  expect(screen.getByRole('textbox', { name: 'People to add' })).toHaveValue('Aiko Tanaka')
  expect(location()).toBe(`/projects/${id}/labelsets`)
  await userEvent.click(screen.getByRole('button', { name: 'Go to projects' }))
  await waitFor(() => expect(location()).toBe('/projects'))
})

test('the own deletion, and that of another project, are no news', () => {
  const { location } = open(<h1>Label Sets</h1>)
  act(() => bus.emit('server/changed', { type: 'projectDeleted', id: other.id, user: me.id, by: other.id }))
  noteOwnDeletion(id)
  deleted()
  expect(screen.getByRole('heading', { name: 'Label Sets' })).toBeVisible()
  expect(location()).toBe(`/projects/${id}/labelsets`)
  forgetOwnDeletion(id)
})

test.each(Object.keys(routes).filter((page) => page !== 'projects' && page !== 'new-project'))(
  'the page %s is behind it',
  async (page) => {
    const loaded = await routes[page as keyof typeof routes]()
    expect((loaded.default as { name: string }).name).toBe('GatedPage')
  },
)
