import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { jobOutline } from '../../../test/job-outline.ts'
import ProjectPage from './project-page.tsx'

const idOf = (index: number): string => `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`
const projectId = idOf(900)
const path = `/projects/${projectId}`
const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const [mara, jonas, samuel] = [portalUser('admin'), portalUser('member'), portalUser('guest')]

const entryOf = (index: number, change: Partial<contract.HistoryEntry> = {}): contract.HistoryEntry => ({
  id: idOf(index),
  at: new Date(Date.now() - index * 3_600_000).toISOString(),
  user: { id: mara.id, fullName: mara.fullName },
  count: 1,
  sentence: [
    { text: 'added the image ', isName: false },
    { text: `slide-${index}.tif`, isName: true },
  ],
  objectType: 'image',
  objectId: idOf(100 + index),
  ...change,
})
const jobOf = (index: number, status: contract.JobStatus, progress: number): contract.Job => ({
  id: idOf(200 + index),
  type: 'Job',
  appName: 'dab-scoring',
  appVersion: '2.0.0',
  images: [idOf(100)],
  imageName: `slide-${index}.tif`,
  project: projectId,
  owner: jonas.id,
  status,
  progress,
  statusErrors: [],
  created: new Date().toISOString(),
  started: null,
  finished: null,
  resultId: null,
})

let project: contract.Project
let images: contract.Image[]
let jobs: contract.Job[]
let history: contract.HistoryEntry[]
let server: ContractServer
beforeEach(() => {
  sessionStorage.clear()
  project = {
    id: projectId,
    name: 'Ki-67',
    description: '',
    owner: jonas.id,
    created: '2026-08-14T08:09:10.000Z',
    modified: '2026-11-20T09:00:00.000Z',
    imageCount: 2,
    thumbnailUrl: null,
    contributors: [],
    statistics: { imageCount: 2, annotationCount: 0, jobCount: 0 },
  }
  images = [1, 2].map((index) => sampleImage({ id: idOf(100 + index), name: `slide-${index}.tif`, project: projectId }))
  jobs = []
  history = [entryOf(1)]
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: project }))
    .on(contract.projectHistory, () => page(history))
    .on(contract.listImages, () => page(images))
    .on(contract.getThumbnail, () => new Response('picture'))
    .on(contract.listImageGroups, () => ({ data: { tags: [], types: [], folders: [], owners: [] } }))
    .on(contract.listJobs, () => page(jobs))
    .on(contract.getJobOutline, () => jobOutline(jobs))
    .on(contract.listApplications, () => page([]))
    .on(
      contract.findUsers,
      foundAmong(() => [mara, jonas, samuel]),
    )
})
afterEach(() => server.close())

const open = async (as: PersonKind = 'member') => {
  const opened = renderPage(
    <Routes>
      <Route path="/projects/:projectId" element={<ProjectPage />} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    { at: path, as },
  )
  await screen.findByRole('button', { name: 'Project actions' })
  return opened
}
const region = (name: string) => screen.findByRole('region', { name })
const entries = async () => {
  const card = within(await region('Recent activity'))
  await card.findAllByRole('listitem')
  return card.getAllByRole('listitem')
}

describe('the newest images', () => {
  test('open in the viewer', async () => {
    const { location } = await open()
    const strip = await region('Newest images')
    expect(strip).toHaveTextContent('2 in this project')
    await userEvent.click(await within(strip).findByRole('link', { name: 'slide-2.tif' }))
    expect(location()).toBe(`${path}/viewer?image=${idOf(102)}`)
  })

  test.each([
    [5, '5 in this project, 2 of them ready'],
    [2, '2 in this project'],
  ])('are as many as the text says: of %d, some of which may be drawn or processed', async (imageCount, text) => {
    project = { ...project, imageCount, statistics: { ...project.statistics, imageCount } }
    await open()
    const strip = await region('Newest images')
    expect(await within(strip).findAllByRole('link')).toHaveLength(2)
    expect(within(strip).getByRole('heading').textContent).toBe(`Newest images${text}`)
  })

  test('follow what is uploaded', async () => {
    await open()
    const strip = within(await region('Newest images'))
    await strip.findByRole('link', { name: 'slide-1.tif' })
    images = [sampleImage({ id: idOf(103), name: 'new.tif', project: projectId }), ...images]
    act(() => bus.emit('server/changed', { type: 'image', id: idOf(103), project: projectId, status: 'available' }))
    expect(await strip.findByRole('link', { name: 'new.tif' })).toBeVisible()
  })

  test.each([
    ['member', 'Upload images', /^Upload images: everybody/],
    ['guest', 'View images', /^Images are shown here as soon as/],
  ] as const)('without any, a %s is led to "%s"', async (who, action, text) => {
    const guest = { userId: samuel.id, role: 'viewer' as const }
    project = { ...project, imageCount: 0, statistics: { ...project.statistics, imageCount: 0 }, contributors: [guest] }
    await open(who)
    expect(within(await region('Newest images')).getByText(text)).toBeVisible()
    const filled = screen.getAllByRole('link').filter((link) => link.getAttribute('data-variant') === 'filled')
    expect(filled.map(({ textContent }) => textContent)).toEqual([action])
  })
})

describe('the recent activity', () => {
  test('says who did what, with a link to it while it is there', async () => {
    history = [
      entryOf(1),
      entryOf(2, { objectId: null }),
      entryOf(3, { user: null, objectType: 'job', objectId: idOf(301) }),
      entryOf(4, { objectType: 'label', objectId: null }),
      entryOf(5, { objectType: 'a kind of a newer server' }),
    ]
    await open()
    const rows = await entries()
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'MLMara Lindqvist added the image slide-1.tifan hour ago',
      'MLMara Lindqvist added the image slide-2.tif2 hours ago',
      'SSystem added the image slide-3.tif3 hours ago',
      'MLMara Lindqvist added the image slide-4.tif4 hours ago',
      'MLMara Lindqvist added the image slide-5.tif5 hours ago',
    ])
    expect(rows.map((row) => within(row).queryByRole('link')?.getAttribute('href') ?? null)).toEqual([
      `${path}/viewer?image=${idOf(101)}`,
      null,
      `${path}/jobs/${idOf(301)}`,
      `${path}/labelsets`,
      null,
    ])
  })

  test('begins with six entries, and shows all on demand', async () => {
    history = Array.from({ length: 9 }, (_, index) => entryOf(index + 1))
    await open()
    expect(await entries()).toHaveLength(6)
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await entries()).toHaveLength(9)
    await userEvent.click(screen.getByRole('button', { name: 'Show less' }))
    expect(await entries()).toHaveLength(6)
  })

  test('follows events of the project', async () => {
    await open()
    expect(await entries()).toHaveLength(1)
    history = [entryOf(0), ...history]
    act(() => bus.emit('server/changed', { type: 'labels', project: projectId }))
    await waitFor(async () => expect(await entries()).toHaveLength(2))
  })

  test('is left out where an older server cannot answer', async () => {
    server.on(contract.projectHistory, () => new Refusal('ERR_0404'))
    await open()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Recent activity' })).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ki-67')
  })
})

describe('the running jobs', () => {
  test('are listed with their progress, the running ones first, as they go on', async () => {
    jobs = [jobOf(1, 'pending', 0), jobOf(2, 'running', 0.43), jobOf(3, 'successful', 1)]
    await open()
    const card = within(await region('Running jobs'))
    expect(card.getAllByRole('listitem')).toHaveLength(2)
    expect(card.getAllByRole('listitem')[0]).toHaveTextContent(
      'dab-scoring 2.0.0Runningslide-2.tif, by Jonas Weber43 %',
    )
    jobs = [jobOf(2, 'running', 0.87)]
    act(() =>
      bus.emit('server/changed', { type: 'job', id: idOf(202), project: projectId, status: 'running', progress: 0.87 }),
    )
    expect(await card.findByText('87 %')).toBeVisible()
    jobs = []
    act(() =>
      bus.emit('server/changed', { type: 'job', id: idOf(202), project: projectId, status: 'successful', progress: 1 }),
    )
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Running jobs' })).not.toBeInTheDocument())
  })

  test('beyond three are counted', async () => {
    jobs = Array.from({ length: 12 }, (_, index) => jobOf(index, 'pending', 0))
    await open()
    expect(within(await region('Running jobs')).getByText('and 9 more')).toBeVisible()
  })
})

test('the contributors are named with their roles', async () => {
  project = {
    ...project,
    contributors: [
      { userId: mara.id, role: 'editor' },
      { userId: samuel.id, role: 'viewer' },
      { userId: idOf(999), role: 'viewer' },
    ],
  }
  await open()
  const card = await region('Contributors')
  await waitFor(() => expect(card).toHaveTextContent('Mara, Samuel and Unknown1 Editor, 2 Viewers'))
})
