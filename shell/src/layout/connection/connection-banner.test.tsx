import { call, connection, leavePage } from '@lamella/shared/api'
import { createProject, endpoint, listProjects } from '@lamella/shared/contract'
import type { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closePortal, openPortal } from '../../../test/open-portal.tsx'

const ready = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Whether the server answers',
  tag: 'probe',
  success: { status: 200, body: null },
})

let server: ContractServer
afterEach(closePortal)

/** The portal, whose server then dies: also for the event stream, which is asked for again and again. */
const open = async () => {
  const portal = await openPortal('/datastorage', {
    answers: (started) => void started.on(ready, () => undefined),
  })
  await screen.findByRole('heading', { name: 'Page dashboard' })
  server = portal.server
  server.isDown = true
  return portal
}
const read = () => act(() => call(listProjects, {}).then(undefined, () => undefined))
const write = () =>
  act(() =>
    call(createProject, { body: { data: { name: 'Liver', description: '' } } }).then(undefined, () => undefined),
  )
const banner = () => screen.queryByText('The server does not answer.')
const comesBack = async () => {
  server.isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
  await waitFor(() => expect(banner()).not.toBeInTheDocument())
}

test('an unreachable server is announced in a live region that existed before, until it answers', async () => {
  await open()
  const regions = screen.getAllByRole('status')
  expect(banner()).not.toBeInTheDocument()
  await read()
  await waitFor(() => expect(banner()).toBeVisible())
  expect(regions.some((region) => region.contains(banner()))).toBe(true)
  await comesBack()
  expect(await screen.findByText('This page goes on.')).toBeVisible()
  expect(screen.queryByText(/may not have been saved/)).not.toBeInTheDocument()
})

test('a user who saved meanwhile is asked to check whether it was saved', async () => {
  await open()
  await write()
  await waitFor(() => expect(banner()).toBeVisible())
  await comesBack()
  expect(await screen.findByText(/^Your last change may not have been saved\./)).toBeVisible()
})

test('when the network is back, the server is tried at once', async () => {
  await open()
  await read()
  await waitFor(() => expect(banner()).toBeVisible())
  server.isDown = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(banner()).not.toBeInTheDocument())
})

test('D1-8-24 a page left because the server did not answer is gone back to; one left for another reason is not', async () => {
  const { router, location } = await open()
  const leave = () =>
    act(async () => {
      await call(listProjects, {}).catch((failure) => leavePage(failure))
    })
  await leave()
  await waitFor(() => expect(location()).toBe('/error'))
  await waitFor(() => expect(connection.snapshot().down).toBe(true))
  await comesBack()
  await waitFor(() => expect(location()).toBe('/datastorage'))

  await act(() => router.navigate('/error/404'))
  server.isDown = true
  await read()
  await waitFor(() => expect(banner()).toBeVisible())
  await comesBack()
  expect(location()).toBe('/error/404')
})
