import * as contract from '@lamella/shared/contract'
import { bus, type Toast, type TourStepData } from '@lamella/shared/events'
import { ContractServer, Refusal, WithHeaders } from '@lamella/shared/testing/contract-server.ts'
import { type PageOptions, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ProjectsPage from './projects-page.tsx'

const idOf = (index: number): string => `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`
const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const [mara, jonas] = [portalUser('admin'), portalUser('member')]
const threeHoursAgo = new Date(Date.now() - 3 * 3_600_000)

const projectOf = (index: number, change: Partial<contract.Project> = {}): contract.Project => ({
  id: idOf(index),
  name: `Project ${index}`,
  description: `Study ${index}`,
  owner: jonas.id,
  created: '2026-08-13T08:09:10.000Z',
  modified: threeHoursAgo.toISOString(),
  imageCount: index,
  thumbnailUrl: null,
  contributors: [],
  statistics: { imageCount: index, annotationCount: 0, jobCount: 0 },
  ...change,
})

const toasts: Toast[] = []
bus.on('toast/show').subscribe((toast) => toasts.push(toast))
let projects: contract.Project[]
let counts: { userId: string; count: number }[]
let storedImages: number
let server: ContractServer
beforeEach(() => {
  localStorage.clear()
  toasts.length = 0
  window.innerHeight = 1080
  projects = [projectOf(1), projectOf(2)]
  counts = [
    { userId: jonas.id, count: 2 },
    { userId: mara.id, count: 5 },
  ]
  storedImages = 41
  const total = () => ({ fileCount: storedImages, size: 0 })
  server = ContractServer.start()
    .on(contract.listProjects, () => page(projects))
    .on(
      contract.findUsers,
      foundAmong(() => [mara, jonas]),
    )
    .on(contract.userProjectCounts, () => page(counts))
    .on(contract.organisationAdmin, () => ({ data: { id: mara.id, email: 'mara@lab.example' } }))
    .on(contract.organisationStorage, () => ({
      data: { objectTypes: [{ type: 'ImageMedium' as const, ...total() }], total: total() },
    }))
})
afterEach(() => server.close())

const open = (options: Partial<PageOptions> = {}) => renderPage(<ProjectsPage />, { at: '/projects', ...options })
const table = () => screen.findByRole('table', { name: 'Projects' })
const names = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryAllByRole('cell')[0]?.textContent)
const filter = () => screen.getByPlaceholderText('Filter projects')
const create = () => screen.getByRole('button', { name: 'Create a new project' })
const add = () => screen.getByRole('button', { name: 'Add project' })
const limitText = /Your organization has reached the maximum number of projects\./
const many = (count: number) => Array.from({ length: count }, (_, index) => projectOf(index + 1))

describe('the table', () => {
  test('D2-2-25 has these columns, the library as a shortcut in each row', async () => {
    open()
    const heads = within(await table()).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Description',
      'Images',
      'Owner',
      'Last modified',
      'Image Library',
    ])
    const row = within(await screen.findByRole('row', { name: /Project 2/ }))
    expect(await row.findByText('Jonas Weber')).toBeVisible()
    const cells = row.getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells).toEqual(['Project 2', 'Study 2', '2', 'Jonas Weber', '3 hours ago', ''])
  })

  test('D2-2-26 names the owner, or says Unknown', async () => {
    projects = [projectOf(1), projectOf(2, { owner: idOf(999) })]
    open()
    const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
    expect(await (await row(/Project 1/)).findByText('Jonas Weber')).toBeVisible()
    expect((await row(/Project 2/)).getByText('Unknown')).toBeVisible()
  })

  describe('of 600 projects', () => {
    type Query = contract.HandlerInput<typeof contract.listProjects>['query']
    let asked: Query[]
    /** As the server finds them; cursors are numbers of projects. */
    const found = ({ sort = '-created', 'filter[text]': text = '' }: Partial<Query>) => {
      const matching = projects.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      const by = (project: contract.Project) => (sort.endsWith('images') ? project.imageCount : project.modified)
      const sorted = matching.toSorted((a, b) => (by(a) < by(b) ? -1 : 1))
      return sort.startsWith('-') ? sorted.toReversed() : sorted
    }
    beforeEach(() => {
      asked = []
      window.innerHeight = 3020
      const modified = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, -index)).toISOString()
      projects = many(600).map((project, index) => ({ ...project, modified: modified(index) }))
      server
        .on(contract.listProjects, ({ query }) => {
          asked.push(query)
          const from = Number(query['page[after]'] ?? 0)
          const size = query['page[size]']
          const next = from + size < found(query).length ? `/api/v2/projects?page%5Bafter%5D=${from + size}` : null
          return { data: found(query).slice(from, from + size), links: { next } }
        })
        .on(contract.getProjectOutline, ({ query }) => {
          const { length: total } = found(query)
          const starts = Array.from({ length: Math.ceil(total / 250) }, (_, at) => (at === 0 ? null : `${at * 250}`))
          return { data: { total, starts, all: projects.length, ownImages: 4 } }
        })
    })

    test('D2-7-02 D2-7-03 all are on its pages, of which three calls of 250 read what is looked at', async () => {
      open()
      // Not by roles, which cost seconds in tables of sixty rows.
      const shown = () => [...document.querySelectorAll('tbody td:first-child')]
      const first = () => shown()[0]?.textContent
      await waitFor(() => expect(first()).toBe('Project 1'))
      expect(screen.getByText('600 total (owner or contributor)')).toBeVisible()
      expect(asked).toHaveLength(1)
      const seen = shown().map(({ textContent }) => textContent)
      while (seen.length < 600) {
        await userEvent.click(screen.getByLabelText('Next page'))
        await waitFor(() => expect(first()).toBe(`Project ${seen.length + 1}`))
        seen.push(...shown().map(({ textContent }) => textContent))
      }
      expect(seen).toEqual(Array.from({ length: 600 }, (_, index) => `Project ${index + 1}`))
      expect(asked.map((query) => [query['page[size]'], query['page[after]']])).toEqual([
        [250, undefined],
        [250, '250'],
        [250, '500'],
      ])
    })

    test('D2-2-20 D2-2-21 the server sorts and filters, from the first page on', async () => {
      open()
      await userEvent.click(await screen.findByRole('button', { name: 'Page 10' }))
      await waitFor(async () => expect(await names()).toHaveLength(60))
      await userEvent.dblClick(screen.getByRole('button', { name: /^Images/ }))
      await waitFor(async () => expect((await names())[0]).toBe('Project 600'))
      await userEvent.type(filter(), 'PROJECT 59')
      await waitFor(async () => expect((await names())[0]).toBe('Project 599'))
      expect(screen.getByText('11 total (owner or contributor)')).toBeVisible()
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      expect(asked.at(-1)).toMatchObject({ sort: '-images', 'filter[text]': 'PROJECT 59', 'filter[timeZone]': zone })
      await userEvent.clear(filter())
      await userEvent.type(filter(), 'nothing')
      expect(await screen.findByText('No projects found.')).toBeVisible()
    })
  })

  test('D2-2-27 D2-2-28 D2-9-14 says how long ago a project was modified, and when exactly in the tooltip', async () => {
    projects = [projectOf(1, { modified: new Date(2020, 1, 3, 4, 5, 6).toISOString() }), projectOf(2)]
    open()
    expect(await screen.findByText('3 hours ago')).toBeVisible()
    await userEvent.hover(await screen.findByText(/^\d+ years ago$/))
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/^2020-02-03 04:05:06$/)
  })

  test('begins with what was modified last, and says what counts as a modification', async () => {
    projects = [
      projectOf(1, { modified: '2026-01-01T00:00:00.000Z' }),
      projectOf(2, { modified: '2026-03-01T00:00:00.000Z' }),
      projectOf(3, { modified: '2026-02-01T00:00:00.000Z' }),
    ]
    open()
    await table()
    expect(await names()).toEqual(['Project 2', 'Project 3', 'Project 1'])
    await userEvent.hover(screen.getByRole('button', { name: /^Last modified/ }))
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Details, images, analyses')
  })

  test.each([
    ['name', 'LIVER', { name: 'Liver fibrosis' }],
    ['description', 'tRICHROME', { description: 'Masson trichrome' }],
    ['owner', 'LINDQ', { owner: mara.id }],
    ['number of images', '4077', { imageCount: 4077 }],
    ['time of the last modification', '2019-05-06 07:08', { modified: new Date(2019, 4, 6, 7, 8, 9).toISOString() }],
    ['D2-2-29 time of creation', '2018-05-06 07:08', { created: new Date(2018, 4, 6, 7, 8, 9).toISOString() }],
  ] satisfies [string, string, Partial<contract.Project>][])(
    'D2-2-19 D2-2-20 is filtered by any field, in any case: %s',
    async (_, text, change: Partial<contract.Project>) => {
      projects = [projectOf(1), projectOf(2, change), projectOf(3)]
      open()
      expect((await screen.findAllByText('Jonas Weber')).length).toBeGreaterThan(1)
      const name = change.name ?? 'Project 2'
      await userEvent.type(filter(), text)
      expect(await names()).toEqual([name])
    },
  )

  test('D2-2-21 a filter leads back to the first page', async () => {
    window.innerHeight = 600
    projects = many(25)
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Page 3' }))
    expect(await names()).toHaveLength(5)
    await userEvent.type(filter(), 'project')
    expect(await names()).toHaveLength(10)
    expect(screen.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page')
  })

  test.each([
    ['D2-9-07 D2-9-09', 1080, 25, 13],
    ['D2-9-09 at the limit', 1080, 7, 12],
    ['D2-9-08', 600, 25, 10],
    ['D2-9-08 at the limit', 600, 7, 10],
  ])('%s has in a window %i px high with a limit of %i: %i rows', async (_, height, projectLimit, rows) => {
    window.innerHeight = height
    projects = many(20)
    open({ limits: { projectLimit } })
    await waitFor(async () => expect(await names()).toHaveLength(rows))
  })

  test('D2-2-35 says below it how many there are', async () => {
    open()
    expect(await screen.findByText('2 total (owner or contributor)')).toBeVisible()
  })

  test('D2-2-30 opens a project by a click anywhere else on its row', async () => {
    const { location } = open()
    await userEvent.click(await screen.findByText('Study 2'))
    expect(location()).toBe(`/projects/${idOf(2)}`)
  })

  test('D2-2-31 D2-2-32 opens the library by the shortcut, and nothing by its cell', async () => {
    const { location } = open()
    const row = within(await screen.findByRole('row', { name: /Project 2/ }))
    await userEvent.click(row.getAllByRole('cell').at(-1) as HTMLElement)
    expect(location()).toBe('/projects')
    await userEvent.click(row.getByRole('link', { name: 'Image Library of Project 2' }))
    expect(location()).toBe(`/projects/${idOf(2)}/library`)
  })

  test('D2-2-23 D2-2-24 is read again by the refresh button', async () => {
    open()
    await table()
    const refresh = screen.getByRole('button', { name: 'Refresh projects list' })
    await userEvent.hover(refresh)
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/^Refresh projects list$/)
    projects = [...projects, projectOf(3, { name: 'Made elsewhere' })]
    await userEvent.click(refresh)
    expect(await screen.findByRole('link', { name: 'Made elsewhere' })).toBeVisible()
  })
})

describe('Organization Statistics', () => {
  const figure = (name: string) => screen.findByRole('figure', { name })

  test('D2-2-36 D2-2-37 separates the user from the others', async () => {
    open()
    const card = await screen.findByRole('complementary', { name: 'Organization Statistics' })
    const [own, others] = within(card).getAllByRole('rowheader')
    expect(own).toHaveTextContent(/^Jonas Weber \(is owner\)$/)
    expect(others).toHaveTextContent(/^Other users \(are owners\)$/)
  })

  test('D2-2-38 says how many projects and images each of them has', async () => {
    open()
    const card = await screen.findByRole('complementary', { name: 'Organization Statistics' })
    const rowOf = (name: RegExp) => within(within(card).getByRole('row', { name })).getAllByRole('cell')
    const numbers = (name: RegExp) => rowOf(name).map(({ textContent }) => textContent)
    await waitFor(() => expect(numbers(/is owner/)).toEqual(['2', '3']))
    expect(numbers(/are owners/)).toEqual(['5', '38'])
    expect(numbers(/^Total/)).toEqual(['7', '41'])
  })

  test('D2-2-38 D2-2-39 D2-2-40 shows projects and images against their limits', async () => {
    open({ limits: { projectLimit: 10, mediumLimit: 100 } })
    expect(await figure('Projects')).toHaveTextContent(/^7of 10Projects$/)
    expect(await figure('Images in storage')).toHaveTextContent(/^41of 100Images in storage$/)
  })
})

describe('without projects', () => {
  beforeEach(() => {
    projects = []
  })

  test('D2-2-41 D2-2-42 a member is led to a new one', async () => {
    const { location } = open()
    expect(await screen.findByRole('heading', { name: 'No projects found' })).toBeVisible()
    await userEvent.click(create())
    expect(location()).toBe('/projects/new')
  })

  test('D2-2-18 D2-6-08 a guest reads why they cannot create any', async () => {
    open({ as: 'guest' })
    expect(await screen.findByText('As a guest of this organization you cannot create projects.')).toBeVisible()
    await screen.findByRole('heading', { name: 'No projects found' })
    expect(create()).toBeDisabled()
  })
})

test('D2-2-18 nobody but guests reads that they cannot create projects', async () => {
  open()
  await table()
  expect(screen.queryByRole('note')).not.toBeInTheDocument()
  expect(add()).toBeEnabled()
})

test('D2-6-08 the add button of a list is closed to guests', async () => {
  open({ as: 'guest' })
  await table()
  expect(add()).toBeDisabled()
})

describe('at the limit of projects', () => {
  const atLimit = { limits: { projectLimit: 7 } }
  const dialog = () => screen.findByRole('dialog', { name: 'Limit reached' })
  const waysOf = (place: HTMLElement) =>
    within(place)
      .queryAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])

  test('D2-2-52 D2-6-03 D2-8-16 the admin reads it, and can upgrade', async () => {
    const { location } = open({ ...atLimit, as: 'admin' })
    await waitFor(() => expect(screen.getByRole('note')).toHaveTextContent(limitText))
    await userEvent.click(add())
    expect(await dialog()).toHaveTextContent(limitText)
    expect(waysOf(await dialog())).toEqual([['Upgrade subscription', '/settings/subscriptions']])
    expect(location()).toBe('/projects')
  })

  test('D2-2-51 D2-2-52 a member reads it, and can write to the admin', async () => {
    open(atLimit)
    await waitFor(() => expect(screen.getByRole('note')).toHaveTextContent(limitText))
    await userEvent.click(add())
    await waitFor(async () => expect(waysOf(await dialog())).toEqual([['Contact Admin', 'mailto:mara@lab.example']]))
  })

  test.each([
    [9, false],
    [10, true],
    [11, true],
  ])('D2-4-19 D2-4-21 D2-4-22 %i of 10 projects: reached is %s', async (count, reached) => {
    counts = [{ userId: jonas.id, count }]
    const { location } = open({ limits: { projectLimit: 10 } })
    await table()
    await waitFor(() => expect(localStorage.getItem('projectsLimitReached')).toBe(String(reached)))
    await userEvent.click(add())
    expect(await screen.findByRole('dialog')).toHaveAccessibleName(reached ? 'Limit reached' : 'Create a project')
    expect(location()).toBe('/projects')
  })

  test('D2-4-19 D2-9-06 a limit of -1 is never reached', async () => {
    counts = [{ userId: jonas.id, count: 4000 }]
    open({ limits: { projectLimit: -1 } })
    await table()
    await waitFor(() => expect(localStorage.getItem('projectsLimitReached')).toBe('false'))
    expect(screen.queryByRole('note')).not.toBeInTheDocument()
  })
})

describe('the add dialog', () => {
  const dialog = async () => within(await screen.findByRole('dialog'))
  const sample = (name: string) => ({ name: (accessible: string) => accessible.startsWith(name) })
  const tem = 'Myocardial ultra-structure analysis (TEM)'

  test('D2-2-44 D2-2-45 D2-2-46 opened by the add button, is titled "Create a project" and leads to a new one', async () => {
    const { location } = open()
    await table()
    await userEvent.click(add())
    expect(await screen.findByRole('dialog')).toHaveAccessibleName('Create a project')
    const [first] = (await dialog()).getAllByRole('link')
    expect(first).toHaveAccessibleName(/^Create new project/)
    await userEvent.click(first as HTMLElement)
    expect(location()).toBe('/projects/new')
  })

  test('D2-2-22 is opened by the add button of the list', async () => {
    open()
    await table()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await userEvent.click(add())
    expect((await dialog()).getByText('Create new project')).toBeVisible()
  })

  test('D2-2-43 D2-2-45 opened from the empty list, is titled "Add sample project"', async () => {
    projects = []
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Add a sample project' }))
    expect(await screen.findByRole('dialog')).toHaveAccessibleName('Add sample project')
  })

  test('D2-2-47 offers the three samples', async () => {
    open()
    await table()
    await userEvent.click(add())
    const inDialog = await dialog()
    expect(inDialog.getByText('Select one of the sample projects to start your work.')).toBeVisible()
    const names = within(inDialog.getByRole('list'))
      .getAllByRole('button')
      .map((item) => item.querySelector('span > span')?.textContent)
    expect(names).toEqual([
      tem,
      'Prostate tumor mouse model (Fluorescence Microscopy)',
      'Myocardial fibrosis (Light Microscopy)',
    ])
  })

  test.each([
    [tem, 'TEM'],
    ['Prostate tumor mouse model', 'Multichannel'],
    ['Myocardial fibrosis', 'Histology'],
  ])('D2-4-16 D2-7-07 D2-7-08 %s: creates the sample and opens it by the id of its Location', async (name, kind) => {
    const asked: unknown[] = []
    server.on(contract.createSampleProject, ({ body }) => {
      asked.push(body)
      return new WithHeaders(undefined, { location: `/api/v1/projects/${idOf(2)}` })
    })
    const { location } = open()
    await table()
    await userEvent.click(add())
    await userEvent.click((await dialog()).getByRole('button', sample(name)))
    await waitFor(() => expect(location()).toBe(`/projects/${idOf(2)}`))
    expect(asked).toEqual([{ data: { kind } }])
  })

  test.each([
    ['D2-2-48', tem, 'no finished analysis'],
    ['D2-2-49', 'Prostate tumor mouse model (Fluorescence Microscopy)', 'one finished analysis'],
    ['D2-2-50', 'Myocardial fibrosis (Light Microscopy)', 'no finished analysis'],
  ])('%s %s: is offered, and says what it holds', async (_, name, analysis) => {
    open()
    await table()
    await userEvent.click(add())
    expect((await dialog()).getByRole('button', sample(name))).toHaveTextContent(
      new RegExp(`3 images.* label set.*${analysis}`),
    )
  })

  test('D2-4-17 D2-2-105 offers the tour of the sample; only its step of a myocardium application may be missing', async () => {
    const offered: (readonly TourStepData[])[] = []
    const subscription = bus.on('tour/sample-created').subscribe(({ steps }) => offered.push(steps))
    server.on(
      contract.createSampleProject,
      () => new WithHeaders(undefined, { location: `/api/v1/projects/${idOf(2)}` }),
    )
    open()
    await table()
    await userEvent.click(add())
    await userEvent.click((await dialog()).getByRole('button', sample(tem)))
    await waitFor(() => expect(offered).toHaveLength(1))
    subscription.unsubscribe()
    const [steps = []] = offered
    expect(steps[0]).toMatchObject({ path: `/projects/${idOf(2)}`, orb: true })
    expect(steps.every(({ path }) => path.startsWith(`/projects/${idOf(2)}`))).toBe(true)
    expect(steps.filter(({ optional }) => optional).map(({ target }) => target)).toEqual(['application-myocardium'])
  })

  test.each([
    ['a failure', () => new Refusal('ERR_5008'), contract.errorCatalogue.ERR_5008.detail],
    ['an answer without id', () => new WithHeaders(undefined, {}), 'no Identifier received'],
  ])('D2-8-07 %s is told in a toast that stays, over the dialog', async (_, answer, reason) => {
    server.on(contract.createSampleProject, answer)
    const { location } = open()
    await table()
    await userEvent.click(add())
    await userEvent.click((await dialog()).getByRole('button', sample(tem)))
    const detail = `Something went wrong while adding the sample project (${reason}).`
    await waitFor(() => expect(toasts).toEqual([{ kind: 'error', title: 'Add Sample Project', detail, sticky: true }]))
    expect(location()).toBe('/projects')
  })

  test('D2-7-07 a limit that was reached meanwhile is shown in its place', async () => {
    server.on(contract.createSampleProject, () => new Refusal('ERR_5001'))
    open()
    await table()
    await userEvent.click(add())
    await userEvent.click((await dialog()).getByRole('button', sample(tem)))
    expect(await screen.findByRole('dialog', { name: 'Limit reached' })).toHaveTextContent(limitText)
  })
})
