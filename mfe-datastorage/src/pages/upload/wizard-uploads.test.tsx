import * as contract from '@lamella/shared/contract'
import { answerUploads } from '@lamella/shared/testing/answer-uploads.ts'
import { uploads } from '@lamella/shared/upload'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { file, idOf, openFiles, pick, press, setUpWizard, summary } from '../../../test/open-wizard.tsx'

const wizard = setUpWizard()
const part = 1024
let waiting: ReturnType<typeof answerUploads>

/** Starts uploads of four parts each. */
const start = async (...names: string[]) => {
  wizard.server.on(contract.uploadConfig, () => ({ data: { maxChunkSize: '1KB', maxUploadSize: '20GB' } }))
  waiting = answerUploads(wizard.server, part)
  await openFiles()
  await pick('2D Images', ...names.map((name) => file(name, 4 * part)))
  await press('Start upload')
  await screen.findByRole('table', { name: 'Uploads' })
}
const table = () => within(screen.getByRole('table', { name: 'Uploads' }))
const row = (name: string) => within(table().getByRole('row', { name: new RegExp(name) }))
const buttonsOf = (name: string) =>
  row(name)
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
const statuses = () => uploads.snapshot().items.map(({ status }) => status)
const parts = (count: number) => waitFor(() => expect(waiting).toHaveLength(count))
const answer = (index: number, how: 'more' | 'complete' = 'more') => act(() => waiting[index]?.(how))
const running = () => waitFor(() => expect(statuses().slice(0, 2)).toEqual(['uploading', 'uploading']))
/** Texts of the columns Speed and ETA. */
const pace = (name: string) => {
  const titles = table()
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  const cells = row(name).getAllByRole('cell')
  return ['Speed', 'ETA'].map((title) => cells[titles.indexOf(title)]?.textContent)
}

describe('step 3', () => {
  test('D3-2-72 D3-2-77 D3-2-78 begins with "Start upload", and leads to project and library', async () => {
    await start('a.png')
    expect(uploads.hasActive()).toBe(true)
    expect(screen.getByRole('link', { name: 'Project details' })).toHaveAttribute('href', `/projects/${idOf(1)}`)
    expect(screen.getByRole('link', { name: 'Image library' })).toHaveAttribute('href', `/projects/${idOf(1)}/library`)
  })

  test('says of a complete upload where its image waits to be processed', async () => {
    await start('a.png', 'b.png')
    wizard.server.on(contract.listWaitingMedia, () => ({
      data: uploads
        .snapshot()
        .items.flatMap(({ mediumId: id }) => (id ? [{ id, imageId: id, before: 0, seconds: null }] : [])),
    }))
    await parts(2)
    answer(0, 'complete')
    expect(await row('a.png').findByText('Processing: Next')).toBeVisible()
    expect(row('b.png').queryByText(/^Processing/)).not.toBeInTheDocument()
  })

  test('D3-2-90 D3-2-92 has a table with its columns, and what acts on all above it', async () => {
    await start('a.png')
    const titles = table().getAllByRole('columnheader')
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      'File name',
      'Size',
      'Speed',
      'ETA',
      'Progress',
      'Status',
      'Actions',
    ])
    for (const name of ['Pause all', 'Resume all', 'Cancel all']) {
      const button = screen.getByRole('button', { name })
      const isAbove = button.compareDocumentPosition(screen.getByRole('table', { name: 'Uploads' }))
      expect(isAbove & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    }
  })

  test('D3-2-80 D3-2-91 D3-2-93 says how far all are, how fast, how long still, and how many failed', async () => {
    await start('a.png', 'b.png', 'bad.png')
    await running()
    await parts(2)
    await answer(0)
    await parts(3)
    const overall = screen.getByRole('progressbar', { name: 'Progress of all uploads' })
    expect(Number(overall.getAttribute('aria-valuenow'))).toBeCloseTo(100 / 12)
    await answer(2)
    await parts(4)
    expect(screen.getByText(/^2\.0 KB of 12\.0 KB, .*\/s, \d+:\d\d:\d\d left/)).toBeVisible()
    expect(Number(overall.getAttribute('aria-valuenow'))).toBeCloseTo(200 / 12)
    await act(() => uploads.cancel(uploads.snapshot().items[1]?.id ?? ''))
    await waitFor(() => expect(statuses()[2]).toBe('error'))
    expect(screen.getByText(/^2\.0 KB of 4\.0 KB.*, 1 failed$/)).toBeVisible()
  })

  test('D3-2-96 speed and ETA are shown while uploading only', async () => {
    await start('a.png', 'b.png', 'c.png')
    await parts(2)
    await answer(0)
    await parts(3)
    await answer(2)
    await parts(4)
    expect(pace('a.png')).toEqual([expect.stringMatching(/\d.*\/s$/), expect.stringMatching(/^\d+:\d\d:\d\d$/)])
    expect(pace('c.png')).toEqual(['-', '-'])
    await userEvent.click(screen.getByRole('button', { name: 'Pause a.png' }))
    expect(pace('a.png')).toEqual(['-', '-'])
  })

  test('D3-2-100 D3-2-101 D3-2-97 offers by status what can be done', async () => {
    await start('a.png', 'b.png', 'c.png')
    expect(buttonsOf('c.png')).toEqual(['Cancel c.png'])
    expect(row('c.png').getAllByText('pending').length).toBeGreaterThan(0)
    await running()
    expect(buttonsOf('a.png')).toEqual(['Pause a.png', 'Cancel a.png'])
  })

  test('D3-2-102 D3-2-82 pauses, resumes and cancels one alone', async () => {
    await start('a.png', 'b.png')
    await running()
    await press('Pause a.png')
    expect(statuses()).toEqual(['paused', 'uploading'])
    expect(buttonsOf('a.png')).toEqual(['Resume a.png'])
    await press('Resume a.png')
    // The stand-in does not notice that the part was called back: only its answer ends it.
    await parts(2)
    await answer(0)
    await running()
    await press('Cancel b.png')
    await waitFor(() => expect(statuses()).toEqual(['uploading', 'cancelled']))
  })

  test('D3-2-81 D3-2-98 pauses and resumes all, but no failed one', async () => {
    await start('a.png', 'bad.png')
    await waitFor(() => expect(statuses()).toEqual(['uploading', 'error']))
    expect(row('bad.png').getAllByText(/^failed: /).length).toBeGreaterThan(0)
    await press('Pause all')
    expect(statuses()).toEqual(['paused', 'error'])
    await press('Resume all')
    await answer(0)
    await waitFor(() => expect(statuses()).toEqual(['uploading', 'error']))
  })

  test('D3-2-103 a complete one has a check, and nothing to do', async () => {
    await start('a.png', 'b.png')
    for (const index of [0, 1, 2, 3]) {
      // Parts of both files wait in turn; only those of the first are answered.
      await parts(index + 2)
      await answer(index === 0 ? 0 : index + 1, index === 3 ? 'complete' : 'more')
    }
    await waitFor(() => expect(statuses()).toEqual(['complete', 'uploading']))
    expect(row('a.png').getByRole('img', { name: 'Completed' })).toBeVisible()
    expect(buttonsOf('a.png')).toEqual([])
  })

  test('D3-2-83 says that all is uploaded', async () => {
    await start('a.png')
    for (const index of [0, 1, 2, 3]) {
      await parts(index + 1)
      await answer(index, index === 3 ? 'complete' : 'more')
    }
    expect(await screen.findByText('Upload finished!')).toBeVisible()
    expect(screen.getByText('All selected files have been uploaded successfully.')).toBeVisible()
  })
})

describe('"Cancel all"', () => {
  const ask = async () => {
    await press('Cancel all')
    return within(await screen.findByRole('dialog', { name: 'Cancel image uploads' }))
  }

  test('D3-2-106 D3-2-107 D3-2-108 asks, and "Continue uploading" changes nothing', async () => {
    await start('a.png', 'b.png', 'c.png')
    const dialog = await ask()
    expect(dialog.getByText('Do you really want to cancel all remaining uploads?')).toBeVisible()
    const names = dialog.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names.filter(Boolean).toSorted()).toEqual(['Cancel all', 'Continue uploading'])
    await userEvent.click(dialog.getByRole('button', { name: 'Continue uploading' }))
    expect(uploads.snapshot().items).toHaveLength(3)
    expect(statuses()).not.toContain('cancelled')
  })

  test('D3-2-105 D3-2-109 D3-2-84 ends all in words, and another project can be chosen', async () => {
    await start('a.png', 'b.png', 'c.png')
    expect(screen.queryByRole('button', { name: 'Choose project' })).not.toBeInTheDocument()
    await userEvent.click((await ask()).getByRole('button', { name: 'Cancel all' }))
    expect(await screen.findByText('Cancelled all remaining uploads')).toBeVisible()
    uploads.pauseAll()
    uploads.resumeAll()
    expect(uploads.snapshot().items).toEqual([])
    await press('Choose project')
    expect(screen.getByText('Please select the project for which you want to upload images.')).toBeVisible()
  })
})

test('D3-2-79 D3-4-05 "New upload" goes back to the first step, without files', async () => {
  await start('a.png')
  await press('New upload')
  await userEvent.click(await screen.findByRole('radio', { name: 'Project 2' }))
  await press('Select images')
  expect(summary()).toHaveTextContent('No data is selected')
})
