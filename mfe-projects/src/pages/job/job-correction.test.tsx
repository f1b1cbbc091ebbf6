import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import {
  sampleClassification,
  sampleCorrection,
  sampleCutResult,
  sampleSingleClass,
  sampleUncutResult,
  sampleValues,
} from '../../../test/sample-correction.ts'
import { jobId, sampleApplication, sampleJob } from '../../../test/sample-result.ts'
import { JobResult } from './job-result.tsx'

const objects = sampleValues.dabOd.map(
  (dabOd, i): contract.ResultObject => ({
    no: i + 1,
    class: contract.classIndexOf(dabOd, sampleClassification.cuts) === 0 ? 'negative' : dabOd < 0.6 ? '1+' : '3+',
    polygon: [[0, 0]],
    values: { dabOd, area: sampleValues.area[i] ?? null },
  }),
)
const columns: Record<string, number[]> = {
  ...sampleValues,
  [contract.classColumn]: sampleValues.dabOd.map((od) => contract.classIndexOf(od, sampleClassification.cuts)),
}

let server: ContractServer
let corrections: contract.CorrectedResult[]
let saved: unknown[]
beforeEach(() => {
  corrections = []
  saved = []
  server = ContractServer.start()
    .on(contract.listApplications, () => ({
      data: [sampleApplication({ classification: sampleClassification })],
      links: { next: null },
    }))
    .on(contract.getJobResult, () => ({ data: sampleCutResult() }))
    .on(contract.listCorrections, () => ({ data: corrections, links: { next: null } }))
    .on(contract.getResultColumn, ({ params }) => new Response(Float64Array.from(columns[params.column] ?? [])))
    .on(contract.getImage, () => new Refusal('ERR_0404'))
    .on(contract.getImageView, () => new Refusal('ERR_0404'))
    .on(contract.pageResultObjects, () => ({ data: { total: 10, offset: 0, objects } }))
    .on(contract.createCorrection, ({ body: { data } }) => {
      saved.push(data)
      const correction = sampleCorrection({ ...data, leftOut: [] })
      corrections = [correction]
      return { data: correction }
    })
})
afterEach(() => {
  bus.emit('session/ended', { reason: 'logout' })
  server.close()
})

const Page = ({ editable, result }: { editable: boolean; result: string | null }) => {
  const [shown, setShown] = useState(result)
  const [isAway, setAway] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAway(!isAway)}>
        Other page and back
      </button>
      {!isAway && <JobResult job={sampleJob()} shown={shown} onShow={setShown} editable={editable} annotatable />}
    </>
  )
}
const open = async ({ editable = true, result = null as string | null, distribution = 'DAB OD' } = {}) => {
  const user = userEvent.setup()
  renderPage(<Page editable={editable} result={result} />, { at: '/' })
  await screen.findByRole('region', { name: `Distribution of ${distribution}` })
  return user
}
const figure = (name: string) => screen.getByText(name).closest('[data-figure]')?.textContent
const counts = () =>
  within(screen.getByRole('list', { name: 'Objects by class' }))
    .getAllByRole('listitem')
    .map((row) => /(\d)(\d+\.\d %)$/.exec(row.textContent ?? '')?.slice(1))
const cut = (name: string) => screen.getByRole('slider', { name: `Smallest DAB OD of class ${name}` })
const classesInTable = () =>
  within(screen.getByRole('table', { name: 'Objects' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent?.trim())

test('the stored numbers are shown at first, with the formula of the score', async () => {
  await open()
  expect([figure('Nuclei'), figure('Positive'), figure('H-score')]).toEqual([
    expect.stringContaining('10'),
    expect.stringContaining('70.0 %'),
    expect.stringContaining('130'),
  ])
  expect(screen.getByText(/H-score, from 0 to 300/)).toHaveTextContent(
    '130 H-score, from 0 to 300: 1 × % of 1+, plus 3 × % of 3+, here 1 × 40.0 + 3 × 30.0.',
  )
  expect(screen.getByRole('img', { name: 'Histogram of DAB OD: 10 nuclei, cuts at 0.20, 0.60' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Save as new result' })).toBeDisabled()
})

test('a cut moved by keyboard changes counts, figures, score and table at once', async () => {
  const user = await open()
  cut('1+').focus()
  await user.keyboard('{ArrowRight>12/}')
  expect(cut('1+')).toHaveAttribute('aria-valuenow', '0.32')
  expect(counts()).toEqual([
    ['5', '50.0 %'],
    ['2', '20.0 %'],
    ['3', '30.0 %'],
  ])
  expect(figure('Positive')).toContain('50.0 %')
  expect(figure('H-score')).toContain('110')
  expect(figure('Mean area')).toContain('55.0')
  expect(classesInTable().slice(2, 6)).toEqual(['negative', 'negative', 'negative', '1+'])
  expect(screen.getByText('Not saved: 1+ from 0.32 instead of 0.20.')).toBeVisible()
})

test('a cut can be entered as a number, and stops at its neighbour', async () => {
  const user = await open()
  const field = screen.getByRole('spinbutton', { name: 'Smallest DAB OD of class 3+, number' })
  await user.clear(field)
  await user.type(field, '1')
  expect(counts()[2]).toEqual(['1', '10.0 %'])
  await user.clear(field)
  await user.type(field, '0.1')
  await user.tab()
  expect(field).toHaveValue(0.2)
})

test('after Enter a field shows the cut that is used, and is further typed into', async () => {
  const user = await open()
  const field = screen.getByRole('spinbutton', { name: 'Smallest DAB OD of class 1+, number' })
  await user.clear(field)
  await user.type(field, '0.9')
  expect(field).toHaveDisplayValue('0.9')
  await user.keyboard('{Enter}')
  expect(field).toHaveDisplayValue('0.60')
  expect(screen.getByText('Not saved: 1+ from 0.60 instead of 0.20.')).toBeVisible()
  await user.clear(field)
  await user.type(field, '0.3')
  expect(field).toHaveDisplayValue('0.3')
  expect(screen.getByText('Not saved: 1+ from 0.30 instead of 0.20.')).toBeVisible()
})

test('a cut with three decimals is the same number in its field, in the histogram, and in what is said of it', async () => {
  const user = await open()
  const field = screen.getByRole('spinbutton', { name: 'Smallest DAB OD of class 1+, number' })
  await user.clear(field)
  await user.type(field, '0.205')
  await user.tab()
  expect(field).toHaveDisplayValue('0.205')
  expect(screen.getByRole('img', { name: 'Histogram of DAB OD: 10 nuclei, cuts at 0.205, 0.60' })).toBeInTheDocument()
  expect(screen.getByText('Not saved: 1+ from 0.205 instead of 0.20.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save as new result' }))
  expect(await screen.findByRole('note')).toHaveTextContent(/ cuts at 0.205, 0.60; /)
})

test('objects are left out and put back, and each change can be undone', async () => {
  const user = await open()
  const table = within(screen.getByRole('region', { name: 'Objects' }))
  await user.click(table.getByRole('button', { name: '10' }))
  await user.click(table.getByRole('button', { name: 'Leave out object 10' }))
  expect([figure('Nuclei'), figure('Mean area')]).toEqual([
    expect.stringContaining('9'),
    expect.stringContaining('50.0'),
  ])
  expect(classesInTable()[9]).toBe('left out')
  const list = within(screen.getByRole('region', { name: 'Left out by hand' }))
  expect(list.getByRole('listitem')).toHaveTextContent('Object 10you, not savedPut back')
  cut('1+').focus()
  await user.keyboard('{ArrowRight}')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(cut('1+')).toHaveAttribute('aria-valuenow', '0.2')
  expect(figure('Nuclei')).toContain('9')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(figure('Nuclei')).toContain('10')
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled()
})

test('a new result is stored with cuts and objects, and shown with who made it', async () => {
  const user = await open()
  await user.click(within(screen.getByRole('region', { name: 'Objects' })).getByRole('button', { name: '4' }))
  await user.click(screen.getByRole('button', { name: 'Leave out object 4' }))
  cut('3+').focus()
  await user.keyboard('{ArrowLeft>10/}')
  await user.click(screen.getByRole('button', { name: 'Save as new result' }))
  expect(saved).toEqual([{ source: null, cuts: [0.2, 0.5], leftOut: [4] }])
  expect(await screen.findByRole('note')).toHaveTextContent(/^Corrected by Mia Lang, .+ cuts at 0.20, 0.50/)
  expect(screen.getByRole('combobox', { name: 'Result' })).toHaveDisplayValue(/^Corrected by Mia Lang/)
  expect(screen.getByRole('button', { name: 'Save as new result' })).toBeDisabled()
})

test('a corrected result is adopted as annotations as it is stored, with a word on what is not', async () => {
  const correction = sampleCorrection({ cuts: [0.2, 0.5], classes: [{ name: '3+', color: '#000000', count: 7 }] })
  corrections = [correction]
  const resultId = sampleCutResult().id
  const imported: contract.AnnotationImport = {
    ...{ id: jobId, imageId: sampleImage().id, fileName: 'DAB scoring 1.2.0, corrected', owner: sampleImage().owner },
    adopted: { result: resultId, correction: correction.id },
    ...{
      status: 'successful',
      isBusy: false,
      progress: 1,
      error: null,
      labelsLeftOut: [],
      created: correction.created,
    },
    counts: { imported: 7, refused: 0, unchanged: 0, cut: 0, repaired: 0, withoutProperties: 0 },
  }
  const ordered: unknown[] = []
  server
    .on(contract.getImage, () => ({ data: sampleImage() }))
    .on(contract.listAnnotationImports, () => ({ data: [], links: { next: null } }))
    .on(contract.adoptResult, ({ params, body: { data } }) => {
      ordered.push([params.imageId, data])
      return { data: imported }
    })
    .on(contract.getAnnotationImport, () => ({ data: { ...imported, refusals: [] } }))
  const user = await open({ result: correction.id })
  cut('1+').focus()
  await user.keyboard('{ArrowRight}')
  await user.click(screen.getByRole('button', { name: 'Adopt as annotations' }))
  const dialog = await screen.findByRole('dialog', { name: 'Adopt as annotations' })
  expect(within(dialog).getByText(/^Your changes are not saved/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Adopt 7 objects' }))
  expect(await within(dialog).findByText('7 imported')).toBeVisible()
  expect(ordered).toEqual([[sampleImage().id, { result: resultId, correction: correction.id }]])
  expect(within(dialog).getByRole('link', { name: 'Open in viewer' })).toHaveAttribute(
    'href',
    `/projects/${sampleJob().project}/viewer?image=${sampleImage().id}`,
  )
})

test('who may not edit the project can move the cuts, but has nothing to save with', async () => {
  const user = await open({ editable: false })
  cut('1+').focus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByText(/Only people who may edit the project can save it\.$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save as new result' })).not.toBeInTheDocument()
})

test('the numbers of the histogram are a table too', async () => {
  const user = await open()
  await user.click(screen.getByRole('radio', { name: 'Table' }))
  const table = screen.getByRole('table', { name: 'Objects by DAB OD' })
  const sums = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(2)
        .map(({ textContent }) => Number(textContent)),
    )
    .reduce((one, other) => one.map((count, i) => count + (other[i] ?? 0)))
  expect(sums).toEqual([3, 4, 3])
})

test('the ranges at the ends of that table are named open where they hold values from beyond the axis', async () => {
  const values = [-0.3, -0.02, 0.3, 2.4, 3.1]
  server.on(contract.getResultColumn, ({ params: { column } }) => {
    const codes = values.map((od) => contract.classIndexOf(od, sampleClassification.cuts))
    return new Response(Float64Array.from(column === contract.classColumn ? codes : values))
  })
  const user = await open()
  await user.click(screen.getByRole('radio', { name: 'Table' }))
  const rows = within(screen.getByRole('table', { name: 'Objects by DAB OD' })).getAllByRole('row')
  const cells = (row: HTMLElement | undefined) => row && [...row.children].map(({ textContent }) => textContent)
  expect([cells(rows[1]), cells(rows[2]), cells(rows.at(-1))]).toEqual([
    ['below 0.04', '2', '0', '0'],
    ['0.04', '0.08', '0', '0', '0'],
    ['1.96 and more', '0', '0', '2'],
  ])
})

/** Whether the browser would ask before it closes the tab. */
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('changes that are not saved survive a look at another page, and closing the tab asks first', async () => {
  const user = await open()
  expect(asksBeforeClosing()).toBe(false)
  cut('1+').focus()
  await user.keyboard('{ArrowRight>5/}')
  expect(asksBeforeClosing()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Other page and back' }))
  expect(screen.queryByRole('slider')).not.toBeInTheDocument()
  expect(asksBeforeClosing()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Other page and back' }))
  expect(await screen.findByText('Not saved: 1+ from 0.25 instead of 0.20.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(asksBeforeClosing()).toBe(false)
})

test('changes that were saved are no longer those of the original, and a log-out discards the others', async () => {
  const user = await open()
  cut('1+').focus()
  await user.keyboard('{ArrowRight>5/}')
  await user.click(screen.getByRole('button', { name: 'Save as new result' }))
  await screen.findByRole('note')
  expect(asksBeforeClosing()).toBe(false)
  await user.click(screen.getByRole('combobox', { name: 'Result' }))
  await user.click(screen.getByRole('option', { name: 'Original' }))
  expect(cut('1+')).toHaveAttribute('aria-valuenow', '0.2')
  cut('1+').focus()
  await user.keyboard('{ArrowRight}')
  expect(asksBeforeClosing()).toBe(true)
  act(() => bus.emit('session/ended', { reason: 'logout' }))
  expect(asksBeforeClosing()).toBe(false)
})

test('of a result with a single class objects are left out and stored, and nothing is said of cuts', async () => {
  server
    .on(contract.listApplications, () => ({
      data: [sampleApplication({ classification: sampleSingleClass })],
      links: { next: null },
    }))
    .on(contract.getJobResult, () => ({ data: sampleUncutResult() }))
    .on(contract.getResultColumn, ({ params: { column } }) => {
      const values = column === contract.classColumn ? columns.area?.map(() => 0) : columns[column]
      return new Response(Float64Array.from(values ?? []))
    })
  const user = await open({ distribution: 'Area' })
  expect(screen.getByRole('img', { name: 'Histogram of Area: 10 nuclei' })).toBeInTheDocument()
  expect(screen.getByText(/^Leave out objects: the numbers follow at once/)).toBeVisible()
  expect(screen.queryByRole('slider')).not.toBeInTheDocument()
  const table = within(screen.getByRole('region', { name: 'Objects' }))
  await user.click(table.getByRole('button', { name: '10' }))
  await user.click(table.getByRole('button', { name: 'Leave out object 10' }))
  expect([figure('Nuclei'), figure('Mean area')]).toEqual([
    expect.stringContaining('9'),
    expect.stringContaining('50.0'),
  ])
  expect(screen.getByText('Not saved: 1 object left out.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save as new result' }))
  expect(saved).toEqual([{ source: null, cuts: [], leftOut: [10] }])
  expect(await screen.findByRole('note')).toHaveTextContent(
    /^Corrected by Mia Lang, .+, from the original result: no objects left out\.$/,
  )
  expect(screen.queryByText(/cuts/i)).not.toBeInTheDocument()
})

test('an address of a corrected result that does not exist says so, and shows the original', async () => {
  await open({ result: jobId })
  expect(screen.getByText('There is no such corrected result. This is the original one.')).toBeVisible()
  expect(figure('Nuclei')).toContain('10')
})

test('the numbers of the original are never seen on the way to a corrected result', async () => {
  const correction = sampleCorrection()
  corrections = [correction]
  let answer = () => {}
  server.on(contract.listCorrections, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { data: corrections, links: { next: null } }
  })
  const opened = open({ result: correction.id })
  await waitFor(() => expect(server.calls.some((call) => call.includes('corrections'))).toBe(true))
  expect(screen.queryByText('Nuclei')).not.toBeInTheDocument()
  answer()
  await opened
  expect(figure('Nuclei')).toContain('7')
})
