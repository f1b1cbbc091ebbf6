import * as contract from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { screen } from '@testing-library/react'
import { manifest } from '../manifest.ts'
import { routes } from './routes.tsx'

const projectId = '019aa000-0000-7000-8000-0000000000b1'
const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const project: contract.Project = {
  id: projectId,
  name: 'Ki-67',
  description: '',
  owner: portalUser('member').id,
  created: '2026-11-13T08:09:10.000Z',
  modified: '2026-11-20T09:00:00.000Z',
  imageCount: 0,
  thumbnailUrl: null,
  contributors: [],
  statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
}

let server: ContractServer
beforeEach(() => {
  server = ContractServer.start()
    .on(contract.listProjects, () => page([project]))
    .on(contract.getProject, () => ({ data: project }))
    .on(contract.projectHistory, () => page([]))
    .on(contract.listJobs, () => page([]))
    .on(contract.listApplications, () => page([]))
    .on(
      contract.findUsers,
      foundAmong(() => [portalUser('member')]),
    )
    .on(contract.userProjectCounts, () => page([]))
    .on(contract.organisationStorage, () => new Refusal('ERR_0409'))
})
afterEach(() => server.close())

test.each([
  ['D1-2.6-65 D2-2-01', '/projects', 'Projects'],
  ['D1-2.6-66 D2-2-02', '/projects/new', '[NEW PROJECT]'],
  ['D1-2.6-67 D2-2-04', `/projects/${projectId}`, 'Ki-67'],
])('%s the page of %s is "%s"', async (_, at, title) => {
  renderRemote({ manifest, routes }, { at })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
})
