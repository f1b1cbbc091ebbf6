import { delay } from '@lamella/shared/api'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router-dom'
import { jobId, projectId, sampleApplication, sampleProject } from '../../../test/sample-result.ts'
import { serveLibrary } from '../../../test/serve-library.ts'
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
/** Of the jobs that were submitted. */
let runs: (string | undefined)[]
let submitted: { appName: string; appVersion: string; images: string[] }[]
const found = (imageId: string) => {
  const data = images.find(({ id }) => id === imageId)
  return data ? { data } : new Refusal('ERR_0404')
}
const answers = (ids: string[]) => ids.map((image) => ({ image, ...(checks[image] ?? fits) }))
let server: ContractServer
beforeEach(() => {
  checks = {}
  images = [tissue, culture]
  submitted = []
  runs = []
  server = serveLibrary(ContractServer.start(), () => images)
    .on(contract.getImage, ({ params: { imageId } }) => found(imageId))
    .on(contract.getProject, () => ({ data: sampleProject({ owner: portalUser('member').id }) }))
    .on(contract.listApplications, () =>
      page([sampleApplication(), sampleApplication({ version: '1.1.0', description: 'The one before.' })]),
    )
    .on(contract.findImages, ({ body }) => ({ data: images.filter(({ id }) => body.data.images.includes(id)) }))
    .on(contract.checkSuitabilities, ({ body }) => ({ data: answers(body.data.images) }))
    .on(contract.createJob, ({ body: { data } }) => {
      submitted.push({ appName: data.appName, appVersion: data.appVersion, images: data.images })
      runs.push(data.run)
      return { data: { id: jobId } }
    })
})
afterEach(() => server.close())

const open = async (query = '', as: PersonKind = 'member') => {
  const user = userEvent.setup()
  const { location } = renderPage(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Routes>
        <Route path="/projects/:projectId/analysis" element={<AnalysisPage />} />
        <Route path="*" element="Another page" />
      </Routes>
    </>,
    { at: `/projects/${projectId}/analysis${query}`, as },
  )
  await screen.findByRole('heading', { name: 'Image Analysis', level: 1 })
  if (images.some(({ status }) => status === 'available')) await screen.findAllByRole('checkbox')
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
  const [run, other] = runs
  expect(run).toMatch(/^[0-9a-f-]{36}$/)
  expect(other).toBe(run)
  expect(location()).toBe(`/projects/${projectId}/jobs?run=${run}`)
})

test('a double click submits one job, also while its answer is awaited', async () => {
  const answer = Promise.withResolvers<void>()
  server.on(contract.createJob, async ({ body: { data } }) => {
    submitted.push({ appName: data.appName, appVersion: data.appVersion, images: data.images })
    await answer.promise
    return { data: { id: jobId } }
  })
  const { user } = await open(`?image=${tissue.id}`)
  await user.dblClick(analyse())
  await waitFor(() => expect(submitted).toHaveLength(1))
  await user.click(analyse())
  answer.resolve()
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(submitted).toHaveLength(1)
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

test('D3-7-31 says for each image whether its job was submitted: OK, or ERROR with the code and why', async () => {
  images = [tissue, culture, sampleImage({ id: idOf(3), name: 'wound.tif' })]
  server.on(contract.createJob, ({ body: { data } }) =>
    data.images[0] === culture.id ? new Refusal('ERR_4001', 'The image has no DAB.') : { data: { id: jobId } },
  )
  const { user, location } = await open()
  for (const name of ['tissue.svs', 'culture.tif', 'wound.tif']) await user.click(image(name))
  await user.click(analyse('Analyse 3 images'))
  expect(await screen.findByText('tissue.svs: OK')).toBeVisible()
  expect(screen.getByText('wound.tif: OK')).toBeVisible()
  expect(screen.getByText('culture.tif: ERROR (ERR_4001: The image has no DAB.)')).toBeVisible()
  expect(location()).toBe(`/projects/${projectId}/analysis`)
})

describe('a submission without an answer', () => {
  const unknown = 'The server did not answer. It is not known whether the job was submitted.'
  let sent: { submission?: string; params: unknown }[]
  let answers: Response[]
  beforeEach(() => {
    sent = []
    answers = []
    server.on(contract.createJob, ({ body: { data } }) => {
      sent.push({ submission: data.submission, params: data.appMetadata.appData.params })
      return answers.shift() ?? { data: { id: jobId } }
    })
  })

  test.each([
    ['is lost', () => Response.error(), 'ERR_CLIENT'],
    ['is that of a proxy', () => new Response('', { status: 504 }), 'ERR_0504'],
  ])('that %s says so, and sent again it is the same one', async (_, answer, code) => {
    answers = [answer()]
    const { user } = await open(`?image=${tissue.id}`)
    await user.click(analyse())
    expect(await screen.findByText(`tissue.svs: ERROR (${code}: ${unknown})`)).toBeVisible()
    await user.click(analyse())
    expect(await screen.findByText('Another page')).toBeVisible()
    expect(sent).toHaveLength(2)
    expect(sent[0]?.submission).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent[1]).toEqual(sent[0])
  })

  test('is another one with other parameters, and after an answer', async () => {
    const params: contract.ParamsSchema = {
      type: 'object',
      additionalProperties: false,
      properties: { exact: { type: 'boolean', title: 'Exact', default: false } },
    }
    server.on(contract.listApplications, () => page([sampleApplication({ params })]))
    answers = [Response.error(), Response.json({ errors: [{ code: 'ERR_3002', detail: 'Not yet.' }] }, { status: 409 })]
    const { user } = await open(`?image=${tissue.id}`)
    await user.click(analyse())
    await screen.findByText(`tissue.svs: ERROR (ERR_CLIENT: ${unknown})`)
    await user.click(screen.getByRole('switch', { name: 'Exact' }))
    await user.click(analyse())
    await screen.findByText('tissue.svs: ERROR (ERR_3002: Not yet.)')
    await user.click(analyse())
    expect(await screen.findByText('Another page')).toBeVisible()
    expect(new Set(sent.map(({ submission }) => submission)).size).toBe(3)
  })
})

describe('a user who leaves while jobs are submitted', () => {
  const toasts: Toast[] = []
  let subscription: { unsubscribe: () => void }
  beforeEach(() => {
    toasts.length = 0
    subscription = bus.on('toast/show').subscribe((toast) => void toasts.push(toast))
  })
  afterEach(() => subscription.unsubscribe())
  /** Submits two images, leaves, and lets both be answered. */
  const leave = async (second: () => { data: { id: string } } | Refusal) => {
    const answer = Promise.withResolvers<void>()
    server.on(contract.createJob, async ({ body: { data } }) => {
      await answer.promise
      submitted.push({ appName: data.appName, appVersion: data.appVersion, images: data.images })
      return data.images[0] === culture.id ? second() : { data: { id: jobId } }
    })
    const { user, location } = await open()
    await user.click(image('tissue.svs'))
    await user.click(image('culture.tif'))
    await user.click(analyse('Analyse 2 images'))
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    expect(location()).toBe('/elsewhere')
    answer.resolve()
    await waitFor(() => expect(submitted).toHaveLength(2))
    return location
  }

  test('stays where they are', async () => {
    const location = await leave(() => ({ data: { id: jobId } }))
    await act(() => delay(50))
    expect(location()).toBe('/elsewhere')
    expect(toasts).toEqual([])
  })

  test('is told of what was left out', async () => {
    const wound = sampleImage({ id: idOf(3), name: 'wound.tif' })
    images = [tissue, culture, wound]
    checks[wound.id] = ready('refused', 'It is grey.')
    const answer = Promise.withResolvers<void>()
    server.on(contract.createJob, async () => {
      await answer.promise
      return { data: { id: jobId } }
    })
    const { user } = await open()
    for (const name of ['tissue.svs', 'culture.tif', 'wound.tif']) await user.click(image(name))
    await user.click(await screen.findByRole('button', { name: 'Analyse 2 of 3 images' }))
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
    answer.resolve()
    const detail = '2 jobs submitted. 1 image was left out. wound.tif: It is grey.'
    await waitFor(() => expect(toasts).toEqual([{ kind: 'info', title: 'Image Analysis', detail }]))
  })

  test('is told of what failed', async () => {
    const location = await leave(() => new Refusal('ERR_4001', 'The image has no DAB.'))
    const detail = '1 of 2 failed. culture.tif: ERROR (ERR_4001: The image has no DAB.)'
    await waitFor(() => expect(toasts).toEqual([{ kind: 'error', title: 'Image Analysis', detail }]))
    expect(location()).toBe('/elsewhere')
  })
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
  expect(screen.getByText('tissue.svs: ERROR (ERR_0400: Not now.)')).toBeVisible()
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

test('a refused image says why, and is left out of a batch, which it does not block', async () => {
  checks[culture.id] = ready('refused', '60 % of the image is nearly black.')
  images = [tissue, culture, sampleImage({ id: idOf(3), name: 'wound.tif' })]
  const told: Toast[] = []
  const listening = bus.on('toast/show').subscribe((toast) => told.push(toast))
  const { user, location } = await open()
  for (const name of ['tissue.svs', 'culture.tif', 'wound.tif']) await user.click(image(name))
  expect(await screen.findByText('60 % of the image is nearly black.')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Analyse 2 of 3 images' }))
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(submitted.map((job) => job.images)).toEqual([[tissue.id], [idOf(3)]])
  expect(told).toEqual([
    {
      kind: 'info',
      title: 'Image Analysis',
      detail: '2 jobs submitted. 1 image was left out. culture.tif: 60 % of the image is nearly black.',
    },
  ])
  expect(location()).toMatch(new RegExp(`^/projects/${projectId}/jobs\\?run=[0-9a-f-]{36}$`))
  listening.unsubscribe()
})

test('where the server refuses others, the images that were left out are said beside them', async () => {
  checks[culture.id] = ready('refused', 'It is grey.')
  server.on(contract.createJob, () => new Refusal('ERR_3002', 'Not yet.'))
  const { user } = await open()
  for (const name of ['tissue.svs', 'culture.tif']) await user.click(image(name))
  await user.click(await screen.findByRole('button', { name: 'Analyse 1 of 2 images' }))
  expect(await screen.findByText('tissue.svs: ERROR (ERR_3002: Not yet.)')).toBeVisible()
  expect(screen.getByText('culture.tif: ERROR (ERR_4001: It is grey.)')).toBeVisible()
})

test('what is sent again after a failure belongs to the run of what went before, also to who leaves', async () => {
  checks[culture.id] = ready('refused', 'It is grey.')
  images = [tissue, culture, sampleImage({ id: idOf(3), name: 'wound.tif' })]
  let refusals = 1
  server.on(contract.createJob, ({ body: { data } }) => {
    runs.push(data.run)
    return data.images[0] === tissue.id && refusals-- > 0
      ? new Refusal('ERR_3002', 'Not yet.')
      : { data: { id: jobId } }
  })
  const { user, location } = await open()
  for (const name of ['tissue.svs', 'culture.tif', 'wound.tif']) await user.click(image(name))
  await user.click(await screen.findByRole('button', { name: 'Analyse 2 of 3 images' }))
  await screen.findByText('tissue.svs: ERROR (ERR_3002: Not yet.)')
  await user.click(analyse())
  await screen.findByText('Another page')
  expect(runs).toHaveLength(3)
  expect(new Set(runs).size).toBe(1)
  expect(location()).toBe(`/projects/${projectId}/jobs?run=${runs[0]}`)
})

test('where all chosen images are refused there is nothing to submit', async () => {
  for (const { id } of [tissue, culture]) checks[id] = ready('refused', 'It is grey.')
  const { user } = await open()
  for (const name of ['tissue.svs', 'culture.tif']) await user.click(image(name))
  await waitFor(() => expect(analyse('Analyse 2 images')).toBeDisabled())
  expect(analyse('Analyse 2 images')).toHaveAccessibleDescription('All chosen images are refused')
})

test('an image is shown as being checked until the server answers', async () => {
  const answer = Promise.withResolvers<void>()
  server.on(contract.checkSuitabilities, async ({ body }) => {
    await answer.promise
    return { data: answers(body.data.images) }
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
  expect(await screen.findByText('It is grey.')).toBeVisible()
  expect(analyse()).toBeDisabled()
})

test('an image that cannot be measured says so, and the server decides', async () => {
  checks[tissue.id] = { status: 'failed', error: 'The image could not be checked.', suitability: null }
  await open(`?image=${tissue.id}`)
  expect(await suitability()).toHaveTextContent('Not checkedThe image could not be checked.')
  expect(analyse()).toBeEnabled()
})

test.each<[role: contract.ContributorRole | 'owner' | null, who: PersonKind, may: boolean]>([
  ['owner', 'member', true],
  ['editor', 'member', true],
  [null, 'admin', true],
  ['annotator', 'member', false],
  ['viewer', 'member', false],
  ['viewer', 'guest', false],
  ['editor', 'guest', false],
])('D2-6-10 the %s (%s) may analyse: %s', async (role, who, may) => {
  const { id } = portalUser(who)
  const contributors = role === null || role === 'owner' ? [] : [{ userId: id, role }]
  const owner = role === 'owner' ? id : '019aa000-0000-7000-8000-0000000000ff'
  server.on(contract.getProject, () => ({ data: sampleProject({ owner, contributors }) }))
  await open('', who)
  expect(screen.queryAllByRole('button', { name: /^Analyse/ })).toHaveLength(may ? 1 : 0)
  expect(screen.queryAllByText('Only the owner and editors of a project can analyse its images.')).toHaveLength(
    may ? 0 : 1,
  )
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
    .on(contract.getImage, ({ params }) => ({
      data:
        params.imageId !== stack.id
          ? culture
          : ({
              ...stack,
              dimensions: [{ ...dimensions[0], samples: [channel(0, 'Actin'), channel(1, 'DAPI')] }],
            } as contract.Image),
    }))
    .on(contract.createJob, ({ body: { data } }) => {
      sent.push(data.appMetadata.appData.params)
      return { data: { id: jobId } }
    })
  const { user } = await open()
  await user.click(image('culture.tif'))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Channel' })).toHaveValue('Channel 1'))
  await user.click(image('culture.tif'))
  await user.click(image('stack.tif'))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Channel' })).toHaveValue('Actin'))
  await user.click(screen.getByRole('combobox', { name: 'Channel' }))
  await user.click(screen.getByRole('option', { name: 'DAPI' }))
  await user.click(analyse())
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(sent).toEqual([{ channel: 1 }])
})

test('D3-1-05 of a large project the images of one page are asked for, and the choice spans pages and filters', async () => {
  images = Array.from({ length: 150 }, (_, index) =>
    sampleImage({
      id: `019aa000-0000-7000-8000-c00000000${100 + index}`,
      name: `well ${index + 1}.tif`,
      created: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString(),
    }),
  )
  const { user } = await open()
  expect(await screen.findAllByRole('checkbox')).toHaveLength(20)
  const asked = (path: RegExp) => server.calls.filter((call) => path.test(call)).length
  expect([asked(/images$/), asked(/images\/outline$/), asked(/images\/019/)]).toEqual([1, 1, 0])
  await user.click(image('well 2.tif'))
  await user.click(screen.getByRole('button', { name: 'Page 8' }))
  await user.click(await screen.findByRole('checkbox', { name: 'well 150.tif' }))
  expect(screen.getAllByRole('checkbox')).toHaveLength(10)
  await user.type(screen.getByRole('searchbox', { name: 'Filter images' }), 'well 77')
  await user.click(await screen.findByRole('checkbox', { name: 'well 77.tif' }))
  expect(screen.getByText('3 chosen')).toBeVisible()
  // The first alone, for the names of its channels; then all that are chosen, with each that is added.
  expect([asked(/images\/019[^/]+$/), asked(/images\/find$/)]).toEqual([1, 2])
  await user.click(await screen.findByRole('button', { name: 'Analyse 3 images' }))
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(submitted.map((job) => job.images[0]?.slice(-3))).toEqual(['101', '249', '176'])
})

test('D3-1-05 260 chosen images are read and checked in two calls each, and only those being measured again', async () => {
  images = Array.from({ length: 260 }, (_, index) =>
    sampleImage({
      id: `019aa000-0000-7000-8000-c00000000${String(index).padStart(3, '0')}`,
      name: `well ${index}.tif`,
    }),
  )
  const measured = images[259]?.id ?? ''
  checks[measured] = { status: 'pending', error: null, suitability: null }
  const asked: number[] = []
  server.on(contract.checkSuitabilities, ({ body }) => {
    asked.push(body.data.images.length)
    return { data: answers(body.data.images) }
  })
  await open(`?${images.map(({ id }) => `image=${id}`).join('&')}`)
  expect(await screen.findByText('260 chosen')).toBeVisible()
  await waitFor(() => expect(asked.slice(0, 2)).toEqual([250, 10]))
  checks = {}
  await waitFor(() => expect(asked.slice(2)).toEqual([1]))
  const called = (path: RegExp) => server.calls.filter((call) => path.test(call)).length
  expect([called(/images\/find$/), called(/images\/019[^/]+/)]).toEqual([2, 0])
})

test('nothing is submitted while chosen images are being read, and what is no image of the project is told', async () => {
  const answer = Promise.withResolvers<void>()
  server.on(contract.findImages, async ({ body }) => {
    await answer.promise
    return { data: images.filter(({ id }) => body.data.images.includes(id)) }
  })
  const { user } = await open(`?image=${tissue.id}&image=${idOf(7)}`)
  expect(analyse()).toBeDisabled()
  expect(analyse()).toHaveAccessibleDescription('The chosen images are being read')
  answer.resolve()
  expect(await screen.findByText(/^1 chosen image cannot be analysed/)).toBeVisible()
  expect(analyse()).toBeEnabled()
  await user.click(screen.getByRole('button', { name: 'Choose none' }))
  expect(analyse()).toBeDisabled()
  expect(image('tissue.svs')).not.toBeChecked()
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
