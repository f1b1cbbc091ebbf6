import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { jobOutline } from '../../../test/job-outline.ts'
import ProjectPage from './project-page.tsx'

const projectId = '019aa000-0000-7000-8000-0000000000b1'
const [admin, member, guest] = [portalUser('admin'), portalUser('member'), portalUser('guest')]
const somebody = '019aa000-0000-7000-8000-0000000000ff'

let project: contract.Project
let server: ContractServer
beforeEach(() => {
  sessionStorage.clear()
  project = {
    id: projectId,
    name: 'Ki-67',
    description: '',
    owner: somebody,
    created: '2026-11-13T08:09:10.000Z',
    modified: '2026-11-20T09:00:00.000Z',
    imageCount: 0,
    thumbnailUrl: null,
    contributors: [],
    statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
  }
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: project }))
    .on(
      contract.findUsers,
      foundAmong(() => [admin, member, guest]),
    )
    .on(contract.projectHistory, () => ({ data: [], links: { next: null } }))
    .on(contract.listImages, () => ({ data: [], links: { next: null } }))
    .on(contract.listJobs, () => ({ data: [], links: { next: null } }))
    .on(contract.getJobOutline, () => jobOutline([]))
    .on(contract.listApplications, () => ({ data: [], links: { next: null } }))
})
afterEach(() => server.close())

const open = async (as: PersonKind) => {
  const page = renderPage(
    <Routes>
      <Route path="/projects/:projectId" element={<ProjectPage />} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    { at: `/projects/${projectId}`, as },
  )
  await screen.findByRole('button', { name: 'Project actions' })
  return page
}

const readOnly = (role: string) => `As ${role} you cannot upload images, edit, share or delete.`
const ofGuest = 'As a guest of this organization you cannot upload images or share.'

/** Who, with which role → the name of the sharing button, whether they may upload, edit and delete, and the info bar. */
const table: [
  statements: string,
  who: PersonKind,
  role: contract.ContributorRole | 'owner' | null,
  sharing: string,
  may: boolean,
  bar: string | null,
][] = [
  ['D2-6-15 D2-2-59', 'member', 'owner', 'View sharing details', true, null],
  ['D2-6-15 D2-2-59', 'member', 'editor', 'View sharing details', true, null],
  ['D2-2-57 D2-2-77 D2-5-08', 'member', 'annotator', 'View sharing details', false, readOnly('Annotator')],
  ['D2-2-57 D2-2-77 D2-5-08', 'member', 'viewer', 'View sharing details', false, readOnly('Viewer')],
  ['D2-2-57 D2-2-76 D2-6-09', 'guest', 'viewer', 'View sharing details', false, ofGuest],
  ['D2-2-57 D2-2-76 D2-6-09', 'guest', 'editor', 'View sharing details', false, ofGuest],
  ['D2-6-01 D2-2-58', 'admin', 'owner', 'Share the project', true, null],
  ['D2-6-01 D2-2-58', 'admin', 'viewer', 'Share the project', true, null],
  ['D2-6-01 D2-2-58', 'admin', null, 'Share the project', true, null],
]

describe('What each role is offered', () => {
  test.each(table)('%s %s as %s: "%s"', async (_, who, role, sharing, may, bar) => {
    const { id } = portalUser(who)
    if (role === 'owner') project = { ...project, owner: id }
    else if (role) project = { ...project, contributors: [{ userId: id, role }] }
    await open(who)
    expect(screen.getByRole('link', { name: 'View images' })).toBeVisible()
    expect(screen.queryAllByRole('link', { name: 'Upload images' })).toHaveLength(may ? 1 : 0)
    expect(screen.getByRole('link', { name: sharing })).toHaveAttribute('href', `/projects/${projectId}/sharing`)
    expect(screen.queryAllByRole('note').map(({ textContent }) => textContent)).toEqual(bar ? [bar] : [])
    await userEvent.click(screen.getByRole('button', { name: 'Project actions' }))
    for (const name of ['Edit details', 'Delete project']) {
      const item = await screen.findByRole('menuitem', { name })
      if (may) expect(item).not.toHaveAttribute('data-disabled')
      else expect(item).toHaveAttribute('data-disabled')
    }
  })

  test.each(['viewer', 'annotator'] as const)('D2-6-14 the menu says to a %s why it is closed', async (role) => {
    project = { ...project, contributors: [{ userId: member.id, role }] }
    await open('member')
    await userEvent.hover(screen.getByRole('button', { name: 'Project actions' }))
    const name = role === 'viewer' ? 'Viewer' : 'Annotator'
    expect(await screen.findByText(`As ${name} you cannot edit project settings.`)).toBeVisible()
  })
})

test.each([
  ['D2-2-62', [], 'No contributors'],
  ['D2-2-61', [member.id, guest.id], '2 contributor(s)'],
] as const)('%s D2-2-63 "Shared with" leads to sharing: %s', async (_, people, text) => {
  project = { ...project, contributors: people.map((userId) => ({ userId, role: 'viewer' })) }
  const { location } = await open('admin')
  await userEvent.click(screen.getByRole('link', { name: text }))
  expect(location()).toBe(`/projects/${projectId}/sharing`)
})

test('a role that somebody else changes holds on the open page', async () => {
  project = { ...project, contributors: [{ userId: member.id, role: 'editor' }] }
  await open('member')
  expect(screen.getByRole('link', { name: 'Upload images' })).toBeVisible()
  project = { ...project, contributors: [{ userId: member.id, role: 'viewer' }] }
  bus.emit('server/changed', { type: 'contributor', id: member.id, project: projectId })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Upload images' })).not.toBeInTheDocument())
})

test('D2-2-14 D2-2-56 "Upload images" leads to the wizard, which knows the project and the way back', async () => {
  project = { ...project, owner: member.id }
  const { location } = await open('member')
  await userEvent.click(screen.getByRole('link', { name: 'Upload images' }))
  const { pathname, searchParams } = new URL(location(), 'http://portal')
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/datastorage/upload',
    { project: projectId, return: `/projects/${projectId}/library` },
  ])
})
