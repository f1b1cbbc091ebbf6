import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage, sampleView } from '@lamella/shared/testing/sample-image.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { sampleAnnotation } from '../../../test/sample-annotation.ts'
import { sampleProject } from '../../../test/sample-result.ts'
import ViewerPage from './viewer-page.tsx'

const { id: projectId } = sampleProject()
const image = sampleImage({ project: projectId })
const second = sampleAnnotation({ id: '019aa000-0000-7000-8000-e00000000002', no: 2, geometry: 'POINT (5 5)' })

let server: ContractServer
let stored: contract.Annotation[]
let changes: contract.AnnotationChange[]
beforeEach(() => {
  // The table shows the rows that have room.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  stored = [sampleAnnotation(), second]
  changes = []
  server = ContractServer.start()
    .on(contract.getImage, () => ({ data: image }))
    .on(contract.getImageView, () => ({ data: sampleView() }))
    .on(contract.listImages, () => ({ data: [], links: { next: null } }))
    .on(contract.listAnnotations, ({ query }) => {
      expect(query).toMatchObject({ 'filter[image]': image.id, 'page[size]': 500 })
      return { data: stored, links: { next: null } }
    })
})
afterEach(() => {
  // What was done in this tab ends with the session.
  act(() => bus.emit('session/ended', { reason: 'logout' }))
  jest.restoreAllMocks()
  server.close()
})

const open = (role: contract.ContributorRole | 'owner', query = '') => {
  const project = sampleProject()
  const { id } = portalUser('member')
  server.on(contract.getProject, () => ({
    data:
      role === 'owner'
        ? { ...project, owner: id }
        : { ...project, owner: project.id, contributors: [{ userId: id, role }] },
  }))
  return renderPage(
    <Routes>
      <Route path="/projects/:projectId/viewer" element={<ViewerPage />} />
    </Routes>,
    { at: `/projects/${projectId}/viewer?image=${image.id}${query}`, as: 'member' },
  )
}
const panel = async () => within(await screen.findByRole('region', { name: 'Annotations' }))
const saves = () =>
  server.on(contract.changeAnnotations, ({ body }) => {
    changes.push(...body.data.changes)
    for (const change of body.data.changes) {
      if (change.act === 'delete') stored = stored.filter(({ id }) => id !== change.id)
      if (change.act === 'restore') stored = [sampleAnnotation(), second]
    }
    return { data: { revision: 2, outcomes: body.data.changes.map(({ id }) => ({ id, no: 1, revision: 2 })) } }
  })

test('D2-6-11 a viewer sees annotations and can download them, but has nothing to draw with', async () => {
  open('viewer')
  const listed = await panel()
  expect(await listed.findByRole('button', { name: 'Annotation 1' })).toBeVisible()
  expect(listed.queryByText('Saved')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Draw a rectangle' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  expect(await screen.findByRole('menuitem', { name: 'Annotations (GeoJSON)' })).toBeVisible()
})

test.each(['annotator', 'editor', 'owner'] as const)('who is %s draws', async (role) => {
  open(role)
  expect(await screen.findByRole('button', { name: 'Draw a rectangle' })).toBeVisible()
  expect(await (await panel()).findByText('Saved')).toBeVisible()
})

test('the selected one is deleted by a key, and comes back by another', async () => {
  saves()
  open('annotator')
  const listed = await panel()
  await userEvent.click(await listed.findByRole('button', { name: 'Annotation 2' }))
  screen.getByRole('application').focus()
  await userEvent.keyboard('{Delete}')
  await waitFor(() => expect(listed.queryByRole('button', { name: 'Annotation 2' })).not.toBeInTheDocument())
  await waitFor(() => expect(changes).toEqual([{ act: 'delete', id: second.id }]))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await listed.findByRole('button', { name: 'Annotation 2' })).toBeVisible()
  await waitFor(() => expect(changes).toHaveLength(2))
  expect(changes[1]).toEqual({ act: 'restore', id: second.id })
  expect(await listed.findByText('Saved')).toBeVisible()
  // Own changes are added to what was read: a list of thousands is not read again for each.
  expect(server.calls.filter((call) => /^GET .+\/annotations/.test(call))).toHaveLength(1)
})

test('what cannot be saved says why, stays on the screen, and is sent when the user wants it', async () => {
  server.on(contract.changeAnnotations, () => new Refusal('ERR_0400', 'Not today.'))
  open('annotator', `&annotation=${sampleAnnotation().id}`)
  const listed = await panel()
  await listed.findByRole('button', { name: 'Annotation 1' })
  // The address has named it.
  expect(listed.getByRole('row', { selected: true })).toHaveTextContent('1Area')
  screen.getByRole('application').focus()
  await userEvent.keyboard('{Delete}')
  expect(await listed.findByText('Not saved: Not today. 1 change is kept in this tab.')).toBeVisible()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  saves()
  await userEvent.click(listed.getByRole('button', { name: 'Send now' }))
  expect(await listed.findByText('Saved')).toBeVisible()
  expect(changes).toEqual([{ act: 'delete', id: sampleAnnotation().id }])
})

test('what the server does not answer is said in words, and objects of other scenes are not listed', async () => {
  stored = [sampleAnnotation(), { ...second, scene: 1 }]
  server.on(contract.changeAnnotations, () => Response.error())
  open('annotator')
  const listed = await panel()
  await userEvent.click(await listed.findByRole('button', { name: 'Annotation 1' }))
  expect(listed.queryByRole('button', { name: 'Annotation 2' })).not.toBeInTheDocument()
  screen.getByRole('application').focus()
  await userEvent.keyboard('{Delete}')
  const text = 'Not saved: The server does not answer. 1 change is sent again soon.'
  expect(await listed.findByText(text)).toBeVisible()
  saves()
  await userEvent.click(listed.getByRole('button', { name: 'Send now' }))
  expect(await listed.findByText('Saved')).toBeVisible()
})

test('annotations that cannot be read say so beside the picture', async () => {
  server.on(contract.listAnnotations, () => new Refusal('ERR_0400'))
  open('annotator')
  const listed = await panel()
  expect(await listed.findByRole('alert')).toHaveTextContent('The annotations could not be loaded')
  expect(screen.getByRole('application')).toBeVisible()
})
