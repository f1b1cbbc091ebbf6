import { getImage } from '@lamella/shared/contract'
import { selectedProjectAtom, store } from '@lamella/shared/session'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import { screen, waitFor } from '@testing-library/react'
import { closePortal, ids, imageNamed, openPortal } from './open-portal.tsx'

afterEach(closePortal)

const elsewhere = '019aa000-0000-7000-8000-0000000000b2'

test('D3-2-18 /viewer leads to the viewer of the image’s own project, with all of its query', async () => {
  store.set(selectedProjectAtom, { id: elsewhere, name: 'Another project' })
  const portal = await openPortal(`/viewer?image=${ids.image}&x=10&z=2`, {
    answers: (server) => server.on(getImage, () => ({ data: imageNamed('a.tif') })),
  })
  await screen.findByRole('heading', { name: 'Page viewer' })
  expect(portal.location()).toBe(`/projects/${ids.project}/viewer?image=${ids.image}&x=10&z=2`)
})

test('D3-2-18 /viewer without an image leads to the viewer of the selected project', async () => {
  store.set(selectedProjectAtom, { id: ids.project, name: 'One' })
  const portal = await openPortal('/viewer')
  await waitFor(() => expect(portal.location()).toBe(`/projects/${ids.project}/viewer`))
})

test('/viewer without image and project leads to the list of projects', async () => {
  store.set(selectedProjectAtom, null)
  const portal = await openPortal('/viewer')
  await waitFor(() => expect(portal.location()).toBe('/projects'))
})

test.each([
  ['ERR_0404', '/error/404'],
  ['ERR_0403', '/error/403'],
  ['ERR_3002', '/error'],
] as const)('/viewer with an image that is refused with %s leads to %s', async (code, page) => {
  const portal = await openPortal(`/viewer?image=${ids.image}`, {
    answers: (server) => server.on(getImage, () => new Refusal(code)),
  })
  await waitFor(() => expect(portal.location()).toBe(page))
})

test('/viewer without a session leads to the log-in first, and then back', async () => {
  const portal = await openPortal(`/viewer?image=${ids.image}`, { as: null })
  const wanted = encodeURIComponent(`/viewer?image=${ids.image}`)
  await waitFor(() => expect(portal.location()).toBe(`/auth/login?return=${wanted}`))
})
