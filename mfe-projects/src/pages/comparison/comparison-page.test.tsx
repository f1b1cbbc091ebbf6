import * as contract from '@lamella/shared/contract'
import { ContractServer, Refusal, WithHeaders } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { projectId, sampleApplication, sampleProject } from '../../../test/sample-result.ts'
import ComparisonPage from './comparison-page.tsx'

const idOf = (index: number) => `019aa000-0000-7000-8000-f000000000${String(index).padStart(2, '0')}`
const figure = (key: string, title: string, value: number | null, unit = '') => ({
  key,
  title,
  value,
  unit,
  decimals: 1,
})
const resultOf = (index: number, imageName: string, changes: Partial<contract.ListedResult> = {}) => ({
  id: idOf(index),
  job: idOf(index),
  image: `019aa000-0000-7000-8000-c000000000${imageName.length}0`,
  imageName,
  appName: 'dab-scoring',
  appVersion: '1.2.0',
  created: `2026-11-20T09:00:${10 + index}.000Z`,
  params: {},
  figures: [figure('positive', 'Positive', 10 * index, '%'), figure('count', 'Nuclei', 1000 + index)],
  ...changes,
})

let results: contract.ListedResult[]
let asked: unknown[]
let server: ContractServer
beforeEach(() => {
  asked = []
  results = [resultOf(1, 'a.tif'), resultOf(2, 'long.tif'), resultOf(3, 'a.tif', { params: { nucleusDiameterPx: 20 } })]
  const params: contract.ParamsSchema = {
    type: 'object',
    additionalProperties: false,
    properties: {
      nucleusDiameterPx: { type: 'number', title: 'Nucleus diameter (px)', default: null, minimum: 4, maximum: 100 },
    } as contract.ParamsSchema['properties'],
  }
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: sampleProject() }))
    .on(contract.listApplications, () => ({ data: [sampleApplication({ params })], links: { next: null } }))
    .on(contract.listJobResults, ({ query }) => {
      asked.push(query)
      return { data: results, links: { next: null } }
    })
})
afterEach(() => server.close())

const open = (query: string) =>
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/jobs/compare" element={<ComparisonPage />} />
      <Route path="*" element="Another page" />
    </Routes>,
    { at: `/projects/${projectId}/jobs/compare?${query}` },
  )
const three = [1, 2, 3].map((index) => `job=${idOf(index)}`).join('&')
const rowsOf = async () =>
  within(await screen.findByRole('table', { name: 'All figures' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent?.trim()))

test('results of many jobs are one table: a row each, with the difference from the first of the same image', async () => {
  open(three)
  await waitFor(async () =>
    expect(await rowsOf()).toEqual([
      ['Image', 'Analysis', 'Positive, %', 'Nuclei'],
      ['a.tif', 'DAB scoring 1.2.0, Nucleus diameter (px) automatic', '10.0', '1,001.0'],
      ['a.tif', 'DAB scoring 1.2.0, Nucleus diameter (px) 20', '30.0+20.0', '1,003.0+2.0'],
      ['long.tif', 'DAB scoring 1.2.0, Nucleus diameter (px) automatic', '20.0', '1,002.0'],
    ]),
  )
  expect(screen.getByText('3 jobs of 2 images')).toBeVisible()
  expect(asked).toMatchObject([{ 'filter[jobs]': [1, 2, 3].map(idOf).join() }])
  const [link] = screen.getAllByRole('link', { name: 'a.tif' })
  expect(link).toHaveAttribute('href', `/projects/${projectId}/jobs/${idOf(1)}`)
})

test('the chart shows one figure, and another one when it is chosen', async () => {
  open(three)
  const chart = within(await screen.findByRole('region', { name: 'Figure by image' }))
  const values = () =>
    chart.getAllByRole('listitem').flatMap(({ lastElementChild }) => lastElementChild?.textContent ?? [])
  await waitFor(() => expect(values().slice(-3)).toEqual(['10.0', '30.0', '20.0']))
  const user = userEvent.setup()
  await user.click(chart.getByRole('combobox', { name: 'Figure' }))
  await user.click(await screen.findByRole('option', { name: 'Nuclei' }))
  expect(values().slice(-3)).toEqual(['1,001.0', '1,003.0', '1,002.0'])
})

test.each([
  [`run=${idOf(7)}`, { 'filter[run]': idOf(7) }],
  [`image=${idOf(8)}`, { 'filter[image]': idOf(8) }],
])('all results of %s are compared', async (query, expected) => {
  open(query)
  expect(await screen.findByText('3 jobs of 2 images')).toBeVisible()
  expect(asked).toMatchObject([expected])
})

test('jobs without a result are counted', async () => {
  results = results.slice(0, 2)
  open(three)
  expect(await screen.findByText('1 job without a result left out.')).toBeVisible()
  expect(screen.getByText('2 jobs of 2 images, DAB scoring 1.2.0')).toBeVisible()
})

test('of very many results the first are shown, and all of them are downloaded', async () => {
  results = Array.from({ length: 251 }, (_, index) =>
    resultOf(index % 40, 'a.tif', {
      id: idOf(1).replace(/.{3}$/, String(index).padStart(3, '0')),
      job: idOf(index % 40),
    }),
  )
  let jobs: string[] | undefined
  server.on(contract.createBundle, ({ body: { data } }) => {
    jobs = data.jobs
    return new WithHeaders(undefined, { location: `/api/v1/jobResultBundles/${idOf(9)}` })
  })
  open(`run=${idOf(7)}`)
  expect(await screen.findByText(/^The first 250 of 251 results are shown/)).toBeVisible()
  expect(await rowsOf()).toHaveLength(251)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Excel workbook (xlsx)' }))
  await waitFor(() => expect(jobs).toHaveLength(251))
})

test.each([
  ['without jobs in the address', '', 0],
  ['of which none has a result', three, 1],
])('jobs %s are no comparison', async (_, query, calls) => {
  results = []
  open(query)
  expect(await screen.findByRole('heading', { name: 'Nothing to compare' })).toBeVisible()
  expect(asked).toHaveLength(calls)
})

test('a failed request can be repeated', async () => {
  server.on(contract.listJobResults, () => new Refusal('ERR_0409'))
  open(three)
  expect(await screen.findByRole('alert')).toHaveTextContent('The results could not be retrieved')
  server.on(contract.listJobResults, () => ({ data: results, links: { next: null } }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('3 jobs of 2 images')).toBeVisible()
})
