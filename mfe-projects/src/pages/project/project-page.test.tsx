import * as contract from '@lamella/shared/contract'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import ProjectPage from './project-page.tsx'

const projectId = '019aa000-0000-7000-8000-0000000000b1'
const project: contract.Project = {
  id: projectId,
  name: 'Ki-67',
  description: '',
  owner: portalUser('member').id,
  created: '2026-11-13T08:09:10.000Z',
  modified: '2026-11-20T09:00:00.000Z',
  imageCount: 3,
  thumbnailUrl: null,
  contributors: [],
  statistics: { imageCount: 3, annotationCount: 0, jobCount: 2 },
}

let server: ContractServer
beforeEach(() => {
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: project }))
    .on(contract.listImages, () => ({ data: [], links: { next: null } }))
    .on(contract.listJobs, () => ({ data: [], links: { next: null } }))
    .on(contract.listUsers, () => ({ data: [portalUser('member')], links: { next: null } }))
})
afterEach(() => server.close())

const open = async () => {
  renderPage(
    <Routes>
      <Route path="/projects/:projectId" element={<ProjectPage />} />
    </Routes>,
    { at: `/projects/${projectId}` },
  )
  return screen.findByRole('button', { name: 'Project actions' })
}

test('a project is kept with Escape, and the focus is back at its menu', async () => {
  const menu = await open()
  await userEvent.click(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete project' }))
  await screen.findByRole('dialog', { name: 'Delete project' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(menu).toHaveFocus()
})
