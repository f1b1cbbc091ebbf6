import type { Page, Response } from 'playwright'
import { readConfig } from '../src/platform/config.ts'
import { withAnyDatabase } from '../src/platform/db/use-database.ts'
import { type BenchResult, round } from './bench-result.ts'
import { fillLibrary } from './fill-library.ts'
import { fillOrganisation } from './fill-organisation.ts'
import { addModel } from './pictures.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'
import { BenchBrowser } from './viewer/browser.ts'

const extent = { projects: 5_000, images: 100_000, members: 1_000 }
/** Rows or tiles in the page at any time. */
const mostRows = 150
/** Milliseconds without an answer after which a page has what it wanted. */
const quiet = 1000

/** A list in its page. */
interface ListPage {
  name: string
  /** The member takes part in all projects. */
  as: 'admin' | 'member'
  path: string
  /** Selector of its rows or tiles. */
  rows: string
  /** Calls of the list itself, by the end of their path. */
  isList: (path: string) => boolean
  /** Most calls of the list for all three steps, and of all calls. */
  floor: { list: number; all: number }
  toEnd: (page: Page) => Promise<void>
  filter: { label: string; text: string }
}

/** Calls of the API that were answered, and the bytes of their bodies as they were sent. */
const watch = (page: Page) => {
  const paths: string[] = []
  let [bytes, last] = [0, performance.now()]
  page.on('response', (response: Response) => {
    const { pathname } = new URL(response.url())
    // Pictures, and the stream of events, which never ends, are no part of a list.
    if (!pathname.startsWith('/api/') || /thumbnail|tiles|events/.test(pathname)) return
    paths.push(pathname)
    last = performance.now()
    void response
      .request()
      .sizes()
      .then(({ responseBodySize }) => {
        bytes += responseBodySize
      })
      .catch(() => undefined)
  })
  const settle = async () => {
    last = performance.now()
    await page.waitForLoadState()
    while (performance.now() - last < quiet) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { paths, bytes: () => bytes, settle }
}

const turnToEnd = async (page: Page): Promise<void> => {
  await page.locator('nav button[aria-label^="Page "]').last().click()
}
const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')

const pagesOf = (project: string): ListPage[] => [
  {
    name: '5,000 projects',
    as: 'member',
    path: '/projects',
    rows: 'tbody tr',
    isList: (path) => /\/projects(\/outline)?$/.test(path) && !path.includes('statistics'),
    floor: { list: 5, all: 30 },
    toEnd: turnToEnd,
    filter: { label: 'Filter projects', text: 'cohort 77' },
  },
  {
    name: 'a library of 100,000 images',
    as: 'admin',
    path: `/projects/${project}/library`,
    rows: '[data-index]',
    isList: (path) => /\/images(\/outline)?$/.test(path),
    floor: { list: 8, all: 30 },
    toEnd: scrollToEnd,
    filter: { label: 'Filter images', text: 'well77' },
  },
  {
    name: '1,000 members',
    as: 'admin',
    path: '/settings/users',
    rows: 'tbody tr',
    isList: (path) => /\/members(\/outline)?$/.test(path),
    floor: { list: 5, all: 25 },
    toEnd: turnToEnd,
    filter: { label: 'Filter users', text: 'holm' },
  },
]

const measure = async (browser: BenchBrowser, list: ListPage): Promise<BenchResult[]> =>
  browser.portal(
    '/dev/outbox',
    async ({ page }) => {
      const { paths, bytes, settle } = watch(page)
      const seen: { step: string; rows: number; list: number; all: number; ms: number }[] = []
      const step = async (name: string, act: () => Promise<unknown>) => {
        const [before, started] = [paths.length, performance.now()]
        await act()
        await page.locator(list.rows).first().waitFor()
        await settle()
        const made = paths.slice(before)
        seen.push({
          step: name,
          rows: await page.locator(list.rows).count(),
          list: made.filter(list.isList).length,
          all: made.length,
          ms: performance.now() - started - quiet,
        })
      }
      await step('open', () => page.goto(new URL(list.path, page.url()).href))
      await step('to the end', () => list.toEnd(page))
      await step('filter', () => page.getByLabel(list.filter.label).fill(list.filter.text))
      const sum = (of: (one: (typeof seen)[number]) => number) => seen.reduce((total, one) => total + of(one), 0)
      const notes = seen.map(
        ({ step, rows, list: calls, all, ms }) =>
          `${step}: ${calls} calls of the list of ${all} calls, ${rows} rows, quiet after ${round(ms)} ms`,
      )
      const row = (what: string, ours: number, most: number, notes: string[] = []): BenchResult => ({
        name: `${list.name} in the browser: ${what}`,
        unit: '',
        ours,
        peers: [],
        floor: `≤ ${most}`,
        met: ours <= most,
        notes,
      })
      const most = Math.max(...seen.map(({ rows }) => rows))
      return [
        row(
          'calls of the list to open, go to the end and filter',
          sum(({ list }) => list),
          list.floor.list,
          [...notes, `${round(bytes() / 1000)} kB of answers in all`],
        ),
        row(
          'all calls of the API',
          sum(({ all }) => all),
          list.floor.all,
        ),
        row('most rows in the page', most, mostRows),
      ]
    },
    list.as,
  )

const fill = async (server: ServerUnderTest): Promise<void> => {
  await addModel(server)
  const config = readConfig({ LAMELLA_DATA: server.dataDir })
  await withAnyDatabase(config, async (databaseUrl) => {
    const at = { dataDir: server.dataDir, databaseUrl }
    await fillOrganisation(at, server.project, extent, false)
    await fillLibrary(at, server.project, extent.images)
  })
}

/** Pages of lists of an organisation of 1,000 members with 5,000 projects, and a library of 100,000 images: what they ask for and show, not only how fast. */
export const run = async (): Promise<BenchResult[]> => {
  const server = await startServerUnderTest(true)
  try {
    await fill(server)
    const browser = await BenchBrowser.start(server)
    try {
      const results: BenchResult[] = []
      for (const list of pagesOf(server.project)) results.push(...(await measure(browser, list)))
      return results
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
  }
}
