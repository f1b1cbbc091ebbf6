import * as contract from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { jobId, projectId, sampleApplication, sampleProject } from '../../../test/sample-result.ts'
import AnalysisPage from './analysis-page.tsx'

const idOf = (index: number) => `019aa000-0000-7000-8000-c0000000000${index}`
const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const tissue = sampleImage({ id: idOf(1), name: 'tissue.svs' })
const culture = sampleImage({ id: idOf(2), name: 'culture.tif' })

const ready = (verdict: contract.Suitability['verdict'], ...reasons: string[]): contract.SuitabilityCheck => ({
  status: 'ready',
  error: null,
  suitability: { verdict, reasons, measurements: null, version: 1 },
})
const fits = ready('fits')

/** Answers of the check by image id; others fit. */
let checks: Record<string, contract.SuitabilityCheck>
let images: contract.Image[]
let submitted: { appName: string; appVersion: string; images: string[] }[]
let server: ContractServer
beforeEach(() => {
  checks = {}
  images = [tissue, culture]
  submitted = []
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: sampleProject({ owner: portalUser('member').id }) }))
    .on(contract.listApplications, () =>
      page([sampleApplication(), sampleApplication({ version: '1.1.0', description: 'The one before.' })]),
    )
    .on(contract.listImages, () => page(images))
    .on(contract.checkSuitability, ({ params }) => ({ data: checks[params.imageId] ?? fits }))
    .on(contract.createJob, ({ body: { data } }) => {
      submitted.push({ appName: data.appName, appVersion: data.appVersion, images: data.images })
      return { data: { id: jobId } }
    })
})
afterEach(() => server.close())

const open = async (query = '', as: PersonKind = 'member') => {
  const user = userEvent.setup()
  const { location } = renderPage(
    <Routes>
      <Route path="/projects/:projectId/analysis" element={<AnalysisPage />} />
      <Route path="*" element="Another page" />
    </Routes>,
    { at: `/projects/${projectId}/analysis${query}`, as },
  )
  await screen.findByRole('heading', { name: 'Image Analysis', level: 1 })
  return { user, location }
}
const analyse = (name = 'Analyse image') => screen.getByRole('button', { name })
const image = (name: string) => screen.getByRole('checkbox', { name })

test('D2-2-07 the newest version of the first application is chosen, and images are to be chosen first', async () => {
  await open()
  const [newest, older] = screen.getAllByRole('radio', { name: 'DAB scoring' })
  expect(newest).toBeChecked()
  expect(older).not.toBeChecked()
  expect(analyse()).toBeDisabled()
  expect(analyse()).toHaveAccessibleDescription('Choose images first')
})

test('retired versions are not offered', async () => {
  server.on(contract.listApplications, () =>
    page([sampleApplication({ status: 'retired' }), sampleApplication({ version: '1.1.0' })]),
  )
  const { user } = await open(`?image=${tissue.id}`)
  expect(screen.getByRole('radio', { name: 'DAB scoring' })).toBeChecked()
  await user.click(analyse())
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(submitted.map(({ appVersion }) => appVersion)).toEqual(['1.1.0'])
})

test('the image of the address is chosen, and its job opened', async () => {
  const { user, location } = await open(`?image=${culture.id}`)
  expect(image('culture.tif')).toBeChecked()
  expect(image('tissue.svs')).not.toBeChecked()
  await user.click(analyse())
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(location()).toBe(`/projects/${projectId}/jobs/${jobId}`)
  expect(submitted).toEqual([{ appName: 'dab-scoring', appVersion: '1.2.0', images: [culture.id] }])
})

test('D3-1-05 one job is submitted per image, then the jobs are shown', async () => {
  const { user, location } = await open()
  await user.click(image('tissue.svs'))
  await user.click(image('culture.tif'))
  await user.click(analyse('Analyse 2 images'))
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(submitted.map((job) => job.images)).toEqual([[tissue.id], [culture.id]])
  expect(location()).toBe(`/projects/${projectId}/jobs`)
})

test('D3-1-04 another version of an application can be chosen, and the job carries it', async () => {
  const { user } = await open(`?image=${tissue.id}`)
  expect(screen.getByText('1.2.0')).toBeVisible()
  expect(screen.getByText('1.1.0')).toBeVisible()
  const [, older] = screen.getAllByRole('radio', { name: 'DAB scoring' })
  if (older) await user.click(older)
  expect(older).toBeChecked()
  await user.click(analyse())
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(submitted).toMatchObject([{ appVersion: '1.1.0' }])
})

test('an image is taken out of the choice again', async () => {
  const { user } = await open(`?image=${tissue.id}`)
  await user.click(image('tissue.svs'))
  expect(analyse()).toBeDisabled()
})

test('says for each image whether its job was submitted, and why not', async () => {
  server.on(contract.createJob, ({ body: { data } }) =>
    data.images[0] === tissue.id ? { data: { id: jobId } } : new Refusal('ERR_0400', 'The image has no DAB.'),
  )
  const { user, location } = await open()
  await user.click(image('tissue.svs'))
  await user.click(image('culture.tif'))
  await user.click(analyse('Analyse 2 images'))
  expect(await screen.findByText('tissue.svs: OK')).toBeVisible()
  expect(screen.getByText(/^culture.tif: ERROR \(.+\)$/)).toBeVisible()
  expect(location()).toBe(`/projects/${projectId}/analysis`)
})

test('an image that lacks the channel of a default cannot be analysed before another is chosen', async () => {
  const nuclei = { type: 'integer', title: 'Channel of the nuclei', default: 1, control: 'channel' } as const
  const params = { type: 'object', properties: { nuclei }, additionalProperties: false } as const
  server.on(contract.listApplications, () => page([sampleApplication({ params })]))
  images = [sampleImage({ id: idOf(1), dimensions: [{ id: 'c', index: 0, size: 1, samples: [] }] })]
  const { user } = await open(`?image=${idOf(1)}`)
  expect(analyse()).toBeDisabled()
  expect(analyse()).toHaveAccessibleDescription('Correct the parameters first')
  await user.click(screen.getByRole('combobox', { name: 'Channel of the nuclei' }))
  await user.click(screen.getByRole('option', { name: 'Channel 1' }))
  expect(analyse()).toBeEnabled()
})

test('of several images with the same name, only that whose job was refused stays chosen', async () => {
  images = [tissue, sampleImage({ id: idOf(3), name: 'tissue.svs' })]
  server.on(contract.createJob, ({ body: { data } }) => {
    submitted.push(data)
    return data.images[0] === tissue.id ? { data: { id: jobId } } : new Refusal('ERR_0400', 'Not now.')
  })
  const { user } = await open()
  const boxes = screen.getAllByRole('checkbox', { name: 'tissue.svs' })
  for (const box of boxes) await user.click(box)
  await user.click(analyse('Analyse 2 images'))
  expect(await screen.findByText('tissue.svs: OK')).toBeVisible()
  expect(screen.getByText('tissue.svs: ERROR (Not now.)')).toBeVisible()
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, true])
  await user.click(analyse())
  await waitFor(() => expect(submitted.map((job) => job.images)).toEqual([[tissue.id], [idOf(3)], [idOf(3)]]))
  expect(screen.queryByText('tissue.svs: OK')).not.toBeInTheDocument()
})

const suitability = () => screen.findByRole('region', { name: 'Suitability' })

test('an image that fits says so', async () => {
  await open(`?image=${tissue.id}`)
  expect(await suitability()).toHaveTextContent(/tissue\.svs.*Fits/)
  expect(analyse()).toBeEnabled()
})

test('a doubtful image says why, and can be analysed', async () => {
  checks[tissue.id] = ready('doubtful', 'No DAB is seen.')
  const { user } = await open(`?image=${tissue.id}`)
  expect(await suitability()).toHaveTextContent('DoubtfulNo DAB is seen.')
  await user.click(analyse())
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(submitted).toHaveLength(1)
})

test('a refused image says why, and cannot be submitted until it is taken out', async () => {
  checks[culture.id] = ready('refused', '60 % of the image is nearly black.')
  const { user } = await open()
  await user.click(image('tissue.svs'))
  await user.click(image('culture.tif'))
  expect(await screen.findByText('60 % of the image is nearly black.')).toBeVisible()
  expect(analyse('Analyse 2 images')).toBeDisabled()
  expect(analyse('Analyse 2 images')).toHaveAccessibleDescription('Take the refused images out of the choice first')
  await user.click(image('culture.tif'))
  expect(analyse()).toBeEnabled()
})

test('an image is shown as being checked until the server answers', async () => {
  const answer = Promise.withResolvers<void>()
  server.on(contract.checkSuitability, async () => {
    await answer.promise
    return { data: fits }
  })
  await open(`?image=${tissue.id}`)
  expect(await suitability()).toHaveTextContent('tissue.svsChecking')
  answer.resolve()
  await waitFor(async () => expect(await suitability()).toHaveTextContent('tissue.svsFits'))
})

test('an image being measured is asked for again until the verdict is there', async () => {
  checks[tissue.id] = { status: 'pending', error: null, suitability: null }
  await open(`?image=${tissue.id}`)
  expect(await suitability()).toHaveTextContent('Checking')
  expect(analyse()).toBeEnabled()
  checks[tissue.id] = ready('refused', 'It is grey.')
  expect(await screen.findByText('It is grey.', undefined, { timeout: 5000 })).toBeVisible()
  expect(analyse()).toBeDisabled()
})

test('an image that cannot be measured says so, and the server decides', async () => {
  checks[tissue.id] = { status: 'failed', error: 'The image could not be checked.', suitability: null }
  await open(`?image=${tissue.id}`)
  expect(await suitability()).toHaveTextContent('Not checkedThe image could not be checked.')
  expect(analyse()).toBeEnabled()
})

test('without the right to edit, the page only shows, and says why', async () => {
  await open('', 'guest')
  expect(screen.getByText('Only the owner and editors of a project can analyse its images.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Analyse/ })).not.toBeInTheDocument()
})

test('images that are not available are not offered, and without any the library is', async () => {
  images = [sampleImage({ status: 'processing' })]
  await open()
  expect(screen.getByRole('heading', { name: 'No images to analyse' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Image Library' })).toHaveAttribute('href', `/projects/${projectId}/library`)
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
})

test('the channel of an application is chosen by its name, also of an image with one channel', async () => {
  const params: contract.ParamsSchema = {
    type: 'object',
    additionalProperties: false,
    properties: { channel: { type: 'integer', title: 'Channel', default: 0, minimum: 0, control: 'channel' } },
  }
  const channel = (index: number, name: string) => ({
    ...{ id: `c${index}`, index, properties: { name }, colorLookup: null, active: true, intensityRange: null },
  })
  const dimensions = [{ id: 'c' as const, index: 0, size: 2, samples: [] }]
  const stack = sampleImage({ id: idOf(3), name: 'stack.tif', isMultichannelImage: true, dimensions })
  images = [culture, stack]
  const sent: unknown[] = []
  server
    .on(contract.listApplications, () => page([sampleApplication({ params, displayName: 'Nuclei' })]))
    .on(contract.getImage, () => ({
      data: {
        ...stack,
        dimensions: [{ ...dimensions[0], samples: [channel(0, 'Actin'), channel(1, 'DAPI')] }],
      } as contract.Image,
    }))
    .on(contract.createJob, ({ body: { data } }) => {
      sent.push(data.appMetadata.appData.params)
      return { data: { id: jobId } }
    })
  const { user } = await open()
  await user.click(image('culture.tif'))
  expect(screen.getByRole('combobox', { name: 'Channel' })).toHaveValue('Channel 1')
  await user.click(image('culture.tif'))
  await user.click(image('stack.tif'))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Channel' })).toHaveValue('Actin'))
  await user.click(screen.getByRole('combobox', { name: 'Channel' }))
  await user.click(screen.getByRole('option', { name: 'DAPI' }))
  await user.click(analyse())
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(sent).toEqual([{ channel: 1 }])
})

test('the chosen application says what it cannot do', async () => {
  server.on(contract.listApplications, () =>
    page([sampleApplication({ limits: 'Tumour is not told from stroma.' }), sampleApplication({ version: '1.1.0' })]),
  )
  const { user } = await open()
  expect(screen.getByText('Tumour is not told from stroma.')).toBeVisible()
  const [, older] = screen.getAllByRole('radio', { name: 'DAB scoring' })
  if (older) await user.click(older)
  expect(screen.queryByText('Tumour is not told from stroma.')).not.toBeInTheDocument()
})
