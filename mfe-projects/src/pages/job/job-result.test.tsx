import * as contract from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage, sampleView } from '@lamella/shared/testing/sample-image.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { JobResult } from './job-result.tsx'

const id = '019aa000-0000-7000-8000-000000000001'
const total = 200_000
const created = '2026-11-22T10:00:00.000Z'
const job: contract.Job = {
  id,
  type: 'Job',
  appName: 'dab-scoring',
  appVersion: '1.0.0',
  images: [id],
  imageName: 'field.tif',
  project: id,
  owner: id,
  status: 'successful',
  progress: 1,
  statusErrors: [],
  created,
  started: created,
  finished: created,
  resultId: id,
}
const result: contract.JobResult = {
  id,
  job: id,
  image: id,
  figures: [],
  classes: [{ name: '1+', color: '#F7D644', count: total }],
  columns: [{ key: 'area', title: 'Area', unit: 'µm²', decimals: 1 }],
  objectCount: total,
  provenance: {},
}
const objectOf = (no: number): contract.ResultObject => ({
  no,
  class: '1+',
  polygon: [[0, 0]],
  values: { area: no / 2 },
})

let server: ContractServer
let asked: object[]
beforeEach(() => {
  asked = []
  server = ContractServer.start()
    .on(contract.listApplications, () => ({ data: [], links: { next: null } }))
    .on(contract.getJobResult, () => ({ data: result }))
    // The numbers do not depend on the image.
    .on(contract.getImage, () => new Refusal('ERR_0404'))
    .on(contract.getImageView, () => new Refusal('ERR_0404'))
    .on(contract.pageResultObjects, ({ query }) => {
      asked.push(query)
      const [offset, size] = [query['page[offset]'], query['page[size]']]
      const first = query.sort.startsWith('-') ? total - offset : offset + 1
      const step = query.sort.startsWith('-') ? -1 : 1
      const objects = Array.from({ length: size }, (_, i) => objectOf(first + step * i))
      return { data: { total, offset, objects } }
    })
})
afterEach(() => server.close())

const shownNumbers = () =>
  within(screen.getByRole('table', { name: 'Objects' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

test('two hundred thousand objects come a page at a time, sorted by the server', async () => {
  renderPage(<JobResult job={job} shown={null} onShow={() => undefined} editable annotatable />, { at: '/' })
  await waitFor(() => expect(shownNumbers()[0]).toBe('1'))
  expect(screen.getByText('200,000 total')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(shownNumbers()[0]).toBe('15'))
  await userEvent.click(screen.getByRole('button', { name: /^Area/ }))
  await waitFor(() => expect(shownNumbers()[0]).toBe('1'))
  await userEvent.click(screen.getByRole('button', { name: /^Area/ }))
  await waitFor(() => expect(shownNumbers()[0]).toBe('200000'))
  const page = { 'page[size]': 14 }
  expect(asked).toEqual([
    { ...page, 'page[offset]': 0, sort: 'no' },
    { ...page, 'page[offset]': 14, sort: 'no' },
    { ...page, 'page[offset]': 0, sort: 'area' },
    { ...page, 'page[offset]': 0, sort: '-area' },
  ])
})

test.each<[contract.Suitability['verdict'] | null, boolean]>([
  ['doubtful', true],
  ['fits', false],
  [null, false],
])('a result whose image is %s says so above the numbers: %s', async (verdict, isShown) => {
  const suitability = verdict && {
    suitability: { verdict, reasons: verdict === 'fits' ? [] : ['It is blurred.'], measurements: null, version: 1 },
  }
  server.on(contract.getJobResult, () => ({ data: { ...result, ...suitability } }))
  renderPage(<JobResult job={job} shown={null} onShow={() => undefined} editable annotatable />, { at: '/' })
  await screen.findByRole('table', { name: 'Objects' })
  const note = screen.queryByText('The numbers are doubtful. It is blurred.')
  expect(note !== null).toBe(isShown)
})

const half = { x: 0.5, y: 0.5 }
const quarter = { x: 0.25, y: 0.25 }

/** Opens a result that was measured with a pixel size, until its picture is there. @param measured - undefined: it was not kept */
const openMeasured = async (measured: unknown, pixelSize: contract.Image['pixelSize']) => {
  server
    .on(contract.getJobResult, () => ({ data: { ...result, provenance: { pixelSizeUm: measured } } }))
    .on(contract.getImage, () => ({ data: sampleImage({ pixelSize }) }))
    .on(contract.getImageView, () => ({ data: sampleView() }))
    .on(contract.findResultObjects, () => ({ data: { total: 0, oneOf: 1, objects: [] } }))
  renderPage(<JobResult job={job} shown={null} onShow={() => undefined} editable annotatable />, { at: '/' })
  await screen.findByRole('application', { name: 'Picture of field.tif' })
}

const again = "Run the analysis again for numbers in today's pixel size."
test.each<[string, string | null, unknown, contract.Image['pixelSize']]>([
  ['has another pixel size', `Measured with 0.5 µm per pixel; the image now has 0.25 µm. ${again}`, half, quarter],
  [
    'has a pixel size that differs in its fifth digit',
    `Measured with 0.25 µm per pixel; the image now has 0.25002 µm. ${again}`,
    quarter,
    { x: 0.25002, y: 0.25002 },
  ],
  [
    'has pixels of another height',
    `Measured with 0.5 µm per pixel; the image now has 0.5 × 0.25 µm. ${again}`,
    half,
    { x: 0.5, y: 0.25 },
  ],
  [
    'has a pixel size for the first time',
    'Measured without a pixel size; the image now has 0.25 µm per pixel. Run the analysis again for numbers in µm.',
    null,
    quarter,
  ],
  ['has no pixel size any more', 'Measured with 0.5 µm per pixel; the image now has no pixel size.', half, null],
  ['has the same pixel size', null, half, half],
  ['has the same pixel size, rounded', null, half, { x: 0.5000004, y: 0.4999996 }],
  ['still has no pixel size', null, null, null],
  ['has a pixel size, with none kept of the run', null, undefined, quarter],
])('a result whose image now %s says above the numbers: %j', async (_, text, measured, current) => {
  await openMeasured(measured, current)
  expect(screen.queryByRole('note')?.textContent ?? null).toBe(text)
})

test.each<[string, string | null, unknown]>([
  ['another pixel size than the image', '200 µm', half],
  ['no pixel size', null, null],
  ['a pixel size that was not kept', '100 µm', undefined],
])('the scale bar of a result with %s is that of its numbers: %j', async (_, text, measured) => {
  await openMeasured(measured, quarter)
  await waitFor(() => expect(screen.queryByText(/^\d+ µm$/)?.textContent ?? null).toBe(text))
})
