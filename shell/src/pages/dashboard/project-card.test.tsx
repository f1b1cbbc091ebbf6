import { resolveObjectURL } from 'node:buffer'
import { getThumbnail } from '@lamella/shared/contract'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { resizeWindow } from '@lamella/shared/testing/window-size.ts'
import { screen, within } from '@testing-library/react'
import { idOf, openDashboard, projectOf, startDashboard, user } from '../../../test/dashboard.tsx'

let dashboard: ReturnType<typeof startDashboard>
beforeEach(() => {
  dashboard = startDashboard()
})
afterEach(() => dashboard.close())

const table = () => screen.findByRole('table', { name: 'Projects' })
const names = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
const button = (name: string) => screen.getByRole('button', { name })

describe('the project table', () => {
  test('D1-2.2-04 is under a welcome with first and last name', async () => {
    openDashboard('admin')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Welcome, Mara Lindqvist!$/)
    await table()
  })

  test('D1-2.2-14 has its columns in this order', async () => {
    openDashboard()
    const heads = within(await table()).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Description',
      'Images',
      'Owner',
      'Last modified',
      'Image Library',
      '',
    ])
  })

  test('D1-3-18 D1-3-19 names the owners', async () => {
    dashboard.stored.projects = [projectOf(1, { owner: portalUser('admin').id }), projectOf(2, { owner: idOf(999) })]
    openDashboard()
    const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
    expect(await (await row('Project 1')).findByText('Mara Lindqvist')).toBeVisible()
    expect((await row('Project 2')).getByText('Unknown')).toBeVisible()
  })

  test('D1-2.2-15 D1-2.2-16 shows how long ago a project was modified, and when exactly in the tooltip', async () => {
    dashboard.stored.projects = [projectOf(1, { modified: new Date(2026, 10, 20, 8, 59, 7).toISOString() })]
    openDashboard()
    await user.hover(await screen.findByText('3 hours ago'))
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/^2026-11-20 08:59:07$/)
  })

  test('shows the picture of a project before its name, and a plate where it has none', async () => {
    dashboard.stored.projects = [
      projectOf(1, { thumbnailUrl: `/api/v1/thumbnail?type=Image&id=${idOf(71)}` }),
      projectOf(2),
    ]
    dashboard.server.on(getThumbnail, ({ query }) => new Response(`picture of ${query.id}`))
    openDashboard()
    const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
    const picture = await (await row('Project 1')).findByRole<HTMLImageElement>('presentation')
    expect(await resolveObjectURL(picture.src)?.text()).toBe(`picture of ${idOf(71)}`)
    expect((await row('Project 2')).queryByRole('presentation')).not.toBeInTheDocument()
    const firstCells = [...(await table()).querySelectorAll('tbody td:first-child')]
    expect(firstCells[0]).toContainElement(picture)
    expect(firstCells[1]?.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
    expect(await names()).toEqual(['Project 1', 'Project 2'])
  })

  test('D1-2.2-17 marks Description, Images and Owner as leaving it below 1001 px', async () => {
    openDashboard()
    const heads = within(await table()).getAllByRole('columnheader')
    const leaving = heads.filter(({ className }) => className.includes('wideOnly'))
    expect(leaving.map(({ textContent }) => textContent)).toEqual(['Description', 'Images', 'Owner'])
    // In a wide window they are not hidden for lack of room either.
    expect(leaving.filter(({ className }) => /\bfrom\d/.test(className))).toEqual([])
    const [row] = within(await table())
      .getAllByRole('row')
      .slice(1)
    const cells = within(row ?? document.body).getAllByRole('cell')
    expect(cells.map(({ className }) => className.includes('wideOnly'))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('D1-2.2-18 counts with "total (owner or contributor)"', async () => {
    openDashboard()
    expect(await screen.findByText('2 total (owner or contributor)')).toBeVisible()
  })

  test.each([1, 2])('D1-2.2-12 D1-2.2-13 "View all" with %d projects', async (count) => {
    dashboard.stored.projects = [projectOf(1), projectOf(2)].slice(0, count)
    const { location } = openDashboard()
    await table()
    if (count === 1) {
      expect(screen.queryByRole('link', { name: 'View all' })).not.toBeInTheDocument()
      return
    }
    await user.click(screen.getByRole('link', { name: 'View all' }))
    expect(location()).toBe('/projects')
  })

  test.each([
    ['D1-2.2-19', 'Project 1', `/projects/${idOf(1)}`],
    ['D1-2.2-19', 'Description 1', `/projects/${idOf(1)}`],
  ])('%s a click on "%s" opens the project', async (_, text, path) => {
    const { location } = openDashboard()
    await user.click(await screen.findByText(text))
    expect(location()).toBe(path)
  })

  test('D1-2.2-20 D1-2.2-21 the action column leads to the image library, and beside its button nowhere', async () => {
    const { location } = openDashboard()
    const link = await screen.findByRole('link', { name: 'Image Library of Project 1' })
    const cell = link.closest('td')
    if (!cell) throw new Error('The link is in no cell')
    await user.click(cell)
    expect(location()).toBe('/')
    await user.click(link)
    expect(location()).toBe(`/projects/${idOf(1)}/library`)
  })

  test.each([
    [1920, 1080, 9],
    [1920, 868, 4],
    [1920, 867, 3],
    [800, 1080, 12],
    [700, 802, 6],
    [700, 801, 5],
    [1920, 400, 3],
  ])('D1-9-09 in a window of %d × %d has %d rows per page', async (width, height, rows) => {
    dashboard.stored.projects = Array.from({ length: 20 }, (_, index) => projectOf(index + 1))
    resizeWindow(width, height)
    openDashboard()
    expect(await names()).toHaveLength(rows)
  })
})

describe('the filter', () => {
  const filter = () => screen.findByPlaceholderText('Filter projects')

  test.each([
    [1440, true],
    [390, false],
  ])('D1-2.2-10 D1-2.2-11 at %d px: shown at first is %s, and the toggle turns it', async (width, atFirst) => {
    resizeWindow(width, 900)
    openDashboard()
    await table()
    const [show, hide] = ['Show the filter', 'Hide the filter']
    expect(screen.queryByPlaceholderText('Filter projects') !== null).toBe(atFirst)
    await user.click(button(atFirst ? hide : show))
    expect(screen.queryByPlaceholderText('Filter projects') !== null).toBe(!atFirst)
    await user.click(button(atFirst ? show : hide))
    expect(screen.queryByPlaceholderText('Filter projects') !== null).toBe(atFirst)
  })

  test('hiding it shows all projects again', async () => {
    openDashboard()
    await user.type(await filter(), 'Project 2')
    expect(await names()).toEqual(['Project 2'])
    await user.click(button('Hide the filter'))
    expect(await names()).toEqual(['Project 1', 'Project 2'])
  })

  test.each([
    ['the name', 'RPLE'],
    ['the description', 'masson'],
    ['the images', '4711'],
    ['the owner', 'LINDQ'],
    ['when it was modified', '2026-11-19 23:'],
    ['how long ago', '13 HOURS'],
    ['when it was created', '2026-10-01'],
  ])('D1-5-20 finds a project by a part of %s', async (_, text) => {
    const wanted = projectOf(3, {
      name: 'Purple',
      description: 'Masson trichrome',
      imageCount: 4711,
      owner: portalUser('admin').id,
      created: new Date(2026, 9, 1, 8, 0, 0).toISOString(),
      modified: new Date(2026, 10, 19, 23, 0, 0).toISOString(),
    })
    dashboard.stored.projects = [projectOf(1), wanted, projectOf(2)]
    openDashboard()
    await screen.findByText('Mara Lindqvist')
    await user.type(await filter(), text)
    expect(await names()).toEqual(['Purple'])
  })

  test('D1-5-21 leads back to the first page', async () => {
    resizeWindow(1920, 400)
    dashboard.stored.projects = [1, 2, 3, 4, 5, 6, 7].map((index) => projectOf(index))
    openDashboard()
    await table()
    await user.click(button('Page 2'))
    expect(await names()).toEqual(['Project 4', 'Project 5', 'Project 6'])
    await user.type(await filter(), 'PROJ')
    expect(await names()).toEqual(['Project 1', 'Project 2', 'Project 3'])
  })
})
