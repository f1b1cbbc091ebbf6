import path from 'node:path'
import { expect, type Locator, type Page, type Response, test } from 'playwright/test'
import { type BundleRows, readCsvFiles, readXlsx } from '../support/bundle-file.ts'
import type { Pictures } from '../support/pictures.ts'
import { pixelsOf } from '../support/pixels.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { canvasOf } from './viewer.ts'

/** A measurement as shown by the page of its job. */
interface ShownFigure {
  title: string
  text: string
}

/** Runs DAB scoring on the stained image, from the library to the page of the finished job. */
export const runDabScoring = (page: Page, pictures: Pick<Pictures, 'stained'>): Promise<void> =>
  test.step('run DAB scoring with live status', async () => {
    const name = path.basename(pictures.stained)
    await page.getByRole('button', { name }).click()
    await page.getByRole('complementary').getByRole('link', { name: 'Analyse' }).click()
    await expect(page.getByRole('checkbox', { name })).toBeChecked()
    await expect(page.getByRole('radio', { name: /DAB scoring/i })).toBeChecked()
    await expectGoodScreen(page, 'analysis')

    const statuses: string[] = []
    const record = async (response: Response) => {
      if (/\/api\/v1\/jobs\/[0-9a-f-]+$/.test(response.url())) statuses.push((await response.json()).data.status)
    }
    page.on('response', record)
    await page.getByRole('button', { name: 'Analyse image' }).click()
    await expect(page.getByText('You can leave this page: the job continues.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible({ timeout: 60_000 })
    // Later answers may come while the page is left, and cannot be read then.
    page.off('response', record)
    expect(statuses.at(0)).toMatch(/pending|running/)
    await expect.poll(() => statuses.at(-1)).toBe('successful')
    await expect(page.getByRole('table', { name: 'Objects' }).getByRole('row').nth(1)).toBeVisible()
    const picture = page.getByRole('region', { name: 'Result overlay' }).locator('canvas').first()
    await expect.poll(async () => (await pixelsOf(picture)).contrast).toBeGreaterThan(2)
    await expectGoodScreen(page, 'job')
    const before = JSON.stringify(await pixelsOf(picture))
    await page.getByRole('table', { name: 'Objects' }).getByRole('row').nth(1).click()
    await expect.poll(async () => JSON.stringify(await pixelsOf(picture))).not.toBe(before)
  })

/** The measurements of the open job page, in their order. */
export const shownFigures = (page: Page): Promise<ShownFigure[]> => {
  const figures = page.getByRole('region', { name: 'Figures' }).locator('[data-figure]')
  return figures.evaluateAll((elements) =>
    elements.map((element): ShownFigure => {
      const [text = '', title = ''] = [...(element.firstElementChild?.children ?? [])].map(
        (part) => part.textContent ?? '',
      )
      return { title, text }
    }),
  )
}

/** @param facts - paths of the facts of the provenance in the last columns */
const expectSameNumbers = (
  [titles = [], row = []]: BundleRows,
  shown: readonly ShownFigure[],
  facts: readonly unknown[],
): void => {
  expect(titles.slice(0, 4)).toEqual(['Image', 'Application', 'Version', 'Finished (UTC)'])
  const names = titles.map((title) => String(title).replace(/ \[.*\]$/, ''))
  expect(names.slice(-3 - facts.length)).toEqual(['Result', 'Objects left out', 'Job', ...facts])
  expect(shown.length).toBeGreaterThan(3)
  for (const { title, text } of shown) {
    const number = text.split(' ')[0]?.replaceAll(',', '') ?? ''
    const decimals = number.split('.')[1]?.length ?? 0
    const stored = row[names.indexOf(title)]
    if (number === '–') expect(stored, title).toBeNull()
    else expect(Math.abs(Number(stored) - Number(number)), title).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9)
  }
}

/** Titles and rows of the shown page of objects, as text. */
const shownObjects = (page: Page): Promise<{ titles: string[]; rows: string[][] }> =>
  page.getByRole('table', { name: 'Objects' }).evaluate((table) => {
    const texts = (cells: Iterable<Element>) => [...cells].map(({ textContent }) => (textContent ?? '').trim())
    const rows = [...table.querySelectorAll('tbody tr')].map((row) => texts(row.querySelectorAll('td')))
    return { titles: texts(table.querySelectorAll('thead th')), rows: rows.filter(({ length }) => length > 1) }
  })

/** Expects the text to be the number of the spreadsheet, rounded to the shown decimals; `what` names it in failures. */
const expectShown = (text: string, stored: unknown, what: string): void => {
  if (typeof stored !== 'number') {
    expect(text, what).toBe(stored ?? '–')
    return
  }
  const number = text.replaceAll(',', '').replace('−', '-')
  const decimals = number.split('.')[1]?.length ?? 0
  expect(Math.abs(stored - Number(number)), what).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9)
}

/** Expects the rows of the page's table to equal those with the same numbers in the sheet. */
const expectSameObjects = (
  [titles = [], ...stored]: BundleRows,
  shown: { titles: string[]; rows: string[][] },
): void => {
  // "Area [µm²]" in the sheet is "Area µm²" on the page.
  const names = titles.map((title) => String(title).replace(/ \[(.*)\]$/, ' $1'))
  expect(names.slice(-3)).toEqual(['Result', 'Left out', 'Job'])
  expect(names.slice(1, -3).sort()).toEqual(shown.titles.toSorted())
  expect(shown.rows.length).toBeGreaterThan(0)
  const noAt = shown.titles.indexOf('No.')
  for (const row of shown.rows) {
    const no = Number(row[noAt]?.replaceAll(',', ''))
    const kept = stored.find((cells) => cells[names.indexOf('No.')] === no) ?? []
    for (const [at, title] of shown.titles.entries()) {
      expectShown(row[at] ?? '', kept[names.indexOf(title)], `${title} of object ${no}`)
    }
  }
}

/** Name and text of each fact of the provenance on the page. */
const shownProvenance = (page: Page): Promise<[name: string, text: string][]> =>
  page
    .getByRole('region', { name: 'Provenance' })
    .locator('dl > div')
    .evaluateAll((facts) =>
      facts.map((fact) => [fact.querySelector('dt')?.textContent ?? '', fact.querySelector('dd')?.textContent ?? '']),
    )

/** Normalises names: "Image SHA-256" and "imageSha256" become equal. */
const plain = (name: string): string =>
  name
    .replaceAll('µ', 'u')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Expects page and sheet to hold the same facts with the same values. */
const expectSameProvenance = ([, ...stored]: BundleRows, shown: readonly [string, string][]): void => {
  const facts = Map.groupBy(stored, ([, path]) => plain(String(path).split('.')[0] ?? ''))
  expect(shown.map(([name]) => plain(name)).sort()).toEqual([...facts.keys()].sort())
  for (const [name, text] of shown) {
    const rows = facts.get(plain(name)) ?? []
    const values = rows.map(([, , value]) => String(value ?? '–'))
    for (const value of values) expect(text, name).toContain(value)
    // Besides the values the text holds only the names of their parts.
    const parts = rows.map(([, path]) => plain(String(path).split('.').slice(1).join('')))
    const rest = plain(values.reduce((left, value) => left.replace(value, ' '), text))
    expect(
      parts.reduce((left, part) => left.replace(part, ''), rest),
      name,
    ).toBe('')
  }
}

/** Downloads both formats and compares them with the page of the job. @returns path of the download page of the csv */
export const downloadResults = (page: Page, folder: string): Promise<string> =>
  test.step('download the results as xlsx and csv', async () => {
    const shown = await shownFigures(page)
    const firstObjects = await shownObjects(page)
    const pages = page.getByRole('navigation', { name: 'Objects: pages' })
    await pages
      .getByRole('button', { name: /^Page / })
      .last()
      .click()
    await expect.poll(async () => (await shownObjects(page)).rows[0]).not.toEqual(firstObjects.rows[0])
    const lastObjects = await shownObjects(page)
    const provenance = await shownProvenance(page)
    const job = page.url()
    const objects = Number(
      /(\d[\d,]*) total/.exec((await page.getByText(/\d total/).textContent()) ?? '')?.[1]?.replaceAll(',', ''),
    )
    let downloadPath = ''
    for (const [entry, file] of [
      ['Excel workbook (xlsx)', path.join(folder, 'results.xlsx')],
      ['Comma-separated (csv, zipped)', path.join(folder, 'results.zip')],
    ] as const) {
      await page.getByRole('button', { name: 'Download' }).click()
      await page.getByRole('menuitem', { name: entry }).click()
      await expect(page).toHaveURL(/\/downloads\/jobresultbundles\/[0-9a-f-]{36}$/)
      await expect(page.getByRole('heading', { name: 'Job Result Download' })).toBeVisible()
      const button = page.getByRole('button', { name: 'Download results' })
      await expect(button).toBeEnabled({ timeout: 30_000 })
      downloadPath = new URL(page.url()).pathname
      const download = page.waitForEvent('download')
      await button.click()
      // A ticket has three parts; the access token has one.
      expect(new URL((await download).url()).searchParams.get('access_token')).toMatch(/^[^.]+\.[^.]+\.[^.]+$/)
      await (await download).saveAs(file)
      await page.goto(job)
      await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
    }
    const [summary, sheet, facts] = await readXlsx(path.join(folder, 'results.xlsx'))
    expectSameNumbers(summary ?? [], shown, [])
    expect(sheet).toHaveLength(objects + 1)
    expectSameObjects(sheet ?? [], firstObjects)
    expectSameObjects(sheet ?? [], lastObjects)
    expectSameProvenance(facts ?? [], provenance)
    const factNames = facts?.slice(1).map(([, fact]) => fact) ?? []
    const csv = await readCsvFiles(path.join(folder, 'results.zip'))
    expectSameNumbers(csv['results.csv'] ?? [], shown, factNames)
    expect(csv['objects.csv']).toHaveLength(objects + 1)
    expectSameObjects(csv['objects.csv'] ?? [], firstObjects)
    return downloadPath
  })

const isSelected = (row: Locator): Promise<string | null> => row.getAttribute('aria-selected')

/** Tests the link between objects over the image and rows of the table. @returns address of the viewer with the objects */
export const linkObjects = (page: Page): Promise<string> =>
  test.step('objects over the image are linked with their rows', async () => {
    await page.getByRole('link', { name: 'Open in viewer' }).click()
    const canvas = canvasOf(page)
    const panel = page.getByRole('region', { name: 'Objects' })
    const row = panel.getByRole('row').filter({ has: page.getByRole('button', { name: 'Object 1', exact: true }) })
    await expect.poll(async () => (await pixelsOf(canvas)).contrast).toBeGreaterThan(2)
    await expectGoodScreen(page, 'viewer-objects')

    const mean = async (): Promise<string> => JSON.stringify((await pixelsOf(canvas)).mean)
    const shown = await mean()
    await panel.getByRole('button', { name: 'Hide objects' }).click()
    await expect.poll(mean).not.toBe(shown)
    await panel.getByRole('button', { name: 'Show objects' }).click()
    await expect.poll(mean).toBe(shown)

    await row.click()
    await expect.poll(() => isSelected(row)).toBe('true')
    await expect.poll(mean).not.toBe(shown)
    // Selecting the row has centred the first object, which is at the upper edge of the image: above it there is nothing.
    const box = await page.getByRole('application').boundingBox()
    if (!box) throw new Error('The picture is not shown')
    await page.mouse.click(box.x + box.width / 2, box.y + 3)
    await expect.poll(() => isSelected(row)).toBe('false')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect.poll(() => isSelected(row)).toBe('true')
    return page.url()
  })

/** Corrects the open result: a cut by keyboard, an object left out, both stored as a new result beside the original. */
export const correctResult = (page: Page): Promise<void> =>
  test.step('move a cut, leave an object out, save as a new result', async () => {
    const figure = async (title: string) => (await shownFigures(page)).find((shown) => shown.title === title)?.text
    const original = await shownFigures(page)
    const nuclei = Number((await figure('Nuclei'))?.replaceAll(',', ''))
    const chart = page.getByRole('img', { name: /^Histogram of DAB OD/ })
    await expect(chart.locator('path, rect').first()).toBeAttached()

    await page.getByRole('slider', { name: 'Smallest DAB OD of class 1+' }).focus()
    await page.keyboard.press('Home')
    await expect.poll(() => shownFigures(page)).not.toEqual(original)
    const positive = await figure('Positive')
    const table = page.getByRole('region', { name: 'Objects', exact: true })
    await table.getByRole('button', { name: '1', exact: true }).first().click()
    await table.getByRole('button', { name: 'Leave out object 1' }).click()
    await expect.poll(() => figure('Nuclei')).toBe((nuclei - 1).toLocaleString('en'))
    await expectGoodScreen(page, 'job-changed')

    await page.getByRole('button', { name: 'Save as new result' }).click()
    await expect(page).toHaveURL(/[?&]result=[0-9a-f-]{36}$/)
    await expect(page.getByRole('note')).toContainText('1 object left out by')
    const corrected = await shownFigures(page)
    expect(positive).not.toBe(original.find(({ title }) => title === 'Positive')?.text)
    await page.reload()
    await expect.poll(() => shownFigures(page)).toEqual(corrected)
    await expectGoodScreen(page, 'job-corrected')

    await page.getByRole('combobox', { name: 'Result' }).click()
    await page.getByRole('option', { name: 'Original' }).click()
    await expect.poll(() => shownFigures(page)).toEqual(original)
  })
