import * as contract from '@lamella/shared/contract'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { sampleApplication, sampleJob } from '../../../test/sample-result.ts'
import { ImageJobs } from './image-jobs.tsx'

const image = sampleImage()
const jobOf = (index: number, changes: Partial<contract.Job> = {}) =>
  sampleJob({ id: `019aa000-0000-7000-8000-f0000000000${index}`, ...changes })

let jobs: contract.Job[]
let server: ContractServer
beforeEach(() => {
  server = ContractServer.start()
    .on(contract.listApplications, () => ({ data: [sampleApplication()], links: { next: null } }))
    .on(contract.listJobs, ({ query }) => ({
      data: jobs.filter(({ images }) => query['filter[image]'] === image.id && images.length === 1),
      links: { next: null },
    }))
})
afterEach(() => server.close())
const open = () => renderPage(<ImageJobs projectId={image.project} imageId={image.id} />, { at: '/' })

test('the newest analyses of an image lead to their results, and to all jobs of the image', async () => {
  jobs = [jobOf(5, { status: 'failed' }), ...[4, 3, 2, 1].map((index) => jobOf(index))]
  open()
  const analyses = within(await screen.findByRole('region', { name: 'Analyses' }))
  const links = await analyses.findAllByRole('link', { name: 'DAB scoring 1.2.0' })
  const pages = [5, 4, 3, 2].map((index) => `/projects/${image.project}/jobs/${jobOf(index).id}`)
  expect(links.map((link) => link.getAttribute('href'))).toEqual(pages)
  expect(analyses.getByText('Failed')).toBeVisible()
  const all = analyses.getByRole('link', { name: 'All jobs' })
  expect(all).toHaveAttribute('href', `/projects/${image.project}/jobs?image=${image.id}`)
})

test('without analyses nothing is said, also when an older server answers the jobs of all images', async () => {
  jobs = [jobOf(1, { images: [jobOf(2).id] })]
  open()
  await waitFor(() => expect(server.calls).toContain(`GET /api/v2/projects/${image.project}/jobs`))
  expect(screen.queryByRole('region', { name: 'Analyses' })).not.toBeInTheDocument()
})
