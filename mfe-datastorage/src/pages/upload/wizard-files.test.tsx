import { createHash } from 'node:crypto'
import path from 'node:path'
import * as contract from '@lamella/shared/contract'
import { applyStyles } from '@lamella/shared/testing/apply-styles.ts'
import { encodeOmeTiff } from '@lamella/shared/testing/pictures/ome-tiff.ts'
import { uploads } from '@lamella/shared/upload'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { file, idOf, openFiles, pick, press, setUpWizard, summary } from '../../../test/open-wizard.tsx'

const wizard = setUpWizard()
const gigabyte = 1024 ** 3
const rowsOf = () =>
  within(screen.getByRole('table', { name: 'Selected data' }))
    .getAllByRole('row')
    .slice(1)
const selected = (count: number) => expect(screen.getByText(`Selected data (${count} file(s))`)).toBeVisible()

describe('the pickers', () => {
  test('D3-2-45 are below the maximum size and the guide', async () => {
    await openFiles()
    expect(screen.getByRole('note')).toHaveTextContent(
      'Maximum upload size per file is 20 GB. Check the compatibility of file formats and image analysis applications in our guide.',
    )
    expect(screen.getByRole('link', { name: 'guide' })).toHaveAttribute('href')
  })

  test.each([
    [
      'D3-2-49',
      '2D Images',
      'JP(E)G, PNG, BMP, single page/pyramid TIF(F), VMIC, GTIF, SVS, NDPI, SCN, STK, QPTIFF, CTL, CZI, OME-TIFF',
    ],
    ['D3-2-50', 'Multichannel Images', 'multipage TIF(F), STK, CZI, QPTIFF, OME-TIFF'],
    ['D3-2-51', 'Time Series Images', 'multipage TIF(F), STK, CZI, OME-TIFF'],
  ])('D3-2-46 D3-2-48 %s are three, of which one is for %s', async (_, title, formats) => {
    await openFiles()
    const words = 'Click to select files or drag and drop the files onto the compatible type'
    const zones = screen.getAllByRole('button', { name: new RegExp(words) }).map(({ textContent }) => textContent)
    expect(zones).toHaveLength(3)
    expect(zones).toContain(`${title}${words}${formats}`)
  })

  test.each([
    ['2D Images', 'TwoDimensions'],
    ['Multichannel Images', 'MultiChannel'],
    ['Time Series Images', 'TimeSeries'],
  ])('D3-3-01 D3-3-02 a file of %s is uploaded with its name, size and project as %s', async (title, type) => {
    await openFiles()
    await pick(title, file('a.tif', 7))
    await press('Start upload')
    const [item] = uploads.snapshot().items
    expect(item).toMatchObject({ name: 'a.tif', size: 7, fileType: type, projectId: expect.stringMatching(/01$/) })
  })

  test('D3-5-08 D3-3-09 D3-3-10 a file beyond the maximum is refused with its name', async () => {
    wizard.server.on(contract.uploadConfig, () => ({ data: { maxChunkSize: '8MB', maxUploadSize: '1KB' } }))
    await openFiles()
    await pick('2D Images', file('a.png', 1024), file('b.png', 1025))
    expect(wizard.toasts.map(({ detail }) => detail)).toEqual([
      'Your selection was cancelled as b.png is larger than 1 KB.',
    ])
    selected(1)
  })
})

test('files of one data set are one row, one upload and one place', async () => {
  const names = ['plate_c0.ome.tif', 'plate_c1.ome.tif']
  const companion = `<?xml version="1.0"?><OME UUID="urn:uuid:plate"><Image><Pixels SizeX="8" SizeY="6" SizeC="2">${names
    .map((name) => `<TiffData><UUID FileName="${name}">urn:uuid:${name}</UUID></TiffData>`)
    .join('')}</Pixels></Image></OME>`
  await openFiles({ limits: { mediumLimit: 1 } })
  await pick('Multichannel Images', ...names.map((name) => file(name)))
  expect(rowsOf()).toHaveLength(2)
  await pick('Multichannel Images', new File([companion], 'plate.companion.ome'))
  await waitFor(() => expect(rowsOf()).toHaveLength(1))
  expect(rowsOf()[0]).toHaveTextContent('3 files, which are one image')
  expect(summary()).toHaveTextContent('Multichannel1 file')
  await press('Start upload')
  const [item] = uploads.snapshot().items
  expect(item).toMatchObject({ name: 'plate', fileType: 'MultiChannel' })
})

describe('a file whose content an image of the project has', () => {
  const text = new Uint8Array(9).fill(7)
  const hash = createHash('sha256').update(text).digest('hex')
  const same = new File([text], 'again.tif')
  const asked: { sizes: number[]; hashes: string[] }[] = []
  beforeEach(() => {
    asked.length = 0
    wizard.server.on(contract.findSameContent, ({ body }) => {
      asked.push(body.data)
      const images = body.data.hashes.includes(hash) ? [{ hash, id: idOf(7), name: 'first.tif' }] : []
      return { data: { sizes: body.data.sizes.filter((size) => size === 9), images } }
    })
  })
  const notice = 'This project already has an image with the same content: first.tif.'

  test('is told before a byte is sent, and can be left out or uploaded all the same', async () => {
    await openFiles()
    await pick('2D Images', same, file('other.tif', 9), file('third.tif', 12))
    expect(await screen.findByText(notice, { exact: false })).toBeVisible()
    // Of the others one is read and compared; one has a size that no image has, and is not read.
    await waitFor(() => expect(asked.flatMap(({ hashes }) => hashes)).toHaveLength(2))
    await waitFor(() => expect(screen.queryByText(/comparing the contents/)).toBeNull())
    expect(screen.getAllByText(notice, { exact: false })).toHaveLength(1)
    expect(uploads.snapshot().items).toEqual([])
    await press('Leave out again.tif')
    selected(2)
    await press('Start upload')
    expect(uploads.snapshot().items.map(({ name }) => name)).toEqual(['other.tif', 'third.tif'])
  })

  test('does not hold up an upload while it is compared, nor when the server does not compare', async () => {
    wizard.server.on(contract.findSameContent, () => new Promise<never>(() => undefined))
    await openFiles()
    await pick('2D Images', same)
    await press('Start upload')
    expect(uploads.snapshot().items.map(({ name }) => name)).toEqual(['again.tif'])
  })
})

describe('the summary', () => {
  test('D3-2-52 D3-2-53 D3-2-54 has the project and counts of each kind', async () => {
    await openFiles()
    expect(summary()).toHaveTextContent('Project 1No data is selected')
    await pick('2D Images', file('a.png'))
    await pick('Multichannel Images', file('b.tif'), file('c.tif'))
    await pick('Time Series Images', file('d.tif'), file('e.tif'), file('f.tif'))
    expect(summary()).toHaveTextContent('Project 12D1 fileMultichannel2 filesTime series3 files')
    expect(summary()).not.toHaveTextContent('No data is selected')
  })

  test('D3-2-55 D3-2-59 D3-2-57 has the size of what is selected and of what is uploaded', async () => {
    await openFiles({ limits: { mediumLimit: 1 } })
    await pick('2D Images', file('a.png', 2048), file('b.png', 1024))
    expect(summary()).toHaveTextContent('Selected size3.0 KB')
    expect(summary()).toHaveTextContent('Total upload size2.0 KB')
    expect(summary()).toHaveTextContent('Remaining storageunlimited')
  })

  test('D3-2-56 D3-9-12 what remains shrinks with each file', async () => {
    wizard.used = { fileCount: 3, size: gigabyte - 3 * 1024 }
    await openFiles({ limits: { mediumLimit: 5, storageLimit: 1 } })
    expect(summary()).toHaveTextContent('Remaining storage3.0 KBRemaining files2')
    await pick('2D Images', file('a.png', 1024))
    expect(summary()).toHaveTextContent('Remaining storage2.0 KBRemaining files1')
  })
})

describe('files beyond a limit', () => {
  const pickThree = async () => {
    wizard.used = { fileCount: 3, size: 0 }
    await openFiles({ limits: { mediumLimit: 5 } })
    await pick('2D Images', file('a.png'), file('b.png'), file('c.png'))
  }
  const question = () => screen.findByRole('dialog', { name: 'Image quota exceeded' })

  test('D3-2-61 are told in the summary', async () => {
    await pickThree()
    expect(summary()).toHaveTextContent('Remaining files−1')
    expect(within(summary()).getByRole('alert')).toHaveTextContent('File limit exceeded, some files cannot be uploaded')
  })

  test('D3-5-15 D3-5-16 D3-2-66 have a warning and its icon in their rows', async () => {
    await pickThree()
    const warning = 'Exceeds image file limit: will not be uploaded'
    expect(rowsOf().map((row) => row.textContent?.includes(warning))).toEqual([false, false, true])
    const icon = (row: HTMLElement) => within(row).queryByRole('img', { name: 'Warning' }) !== null
    expect(rowsOf().map(icon)).toEqual([false, false, true])
  })

  test('D3-2-73 "Start upload" needs one file without a warning', async () => {
    wizard.used = { fileCount: 0, size: gigabyte - 10 }
    await openFiles({ limits: { storageLimit: 1 } })
    const start = screen.getByRole('button', { name: 'Start upload' })
    expect(start).toBeDisabled()
    await pick('2D Images', file('a.png', 11))
    expect(start).toBeDisabled()
    await press('Remove a.png')
    await pick('2D Images', file('b.png', 10))
    expect(start).toBeEnabled()
  })

  test('D3-2-74 D3-2-76 are dropped only after a question, from which Escape leads back', async () => {
    await pickThree()
    await press('Start upload')
    expect(within(await question()).getByText('1 file(s) will not be part of the upload.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    selected(3)
    expect(uploads.snapshot().items).toEqual([])
  })

  test('D3-2-75 D3-2-89 D3-4-02 "Continue" starts what remains', async () => {
    await pickThree()
    await press('Start upload')
    await userEvent.click(within(await question()).getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(uploads.snapshot().items.map(({ name }) => name)).toEqual(['a.png', 'b.png']))
  })

  test('D3-2-60 D3-5-14 one byte beyond the storage is warned of', async () => {
    wizard.used = { fileCount: 0, size: gigabyte - 10 }
    await openFiles({ limits: { storageLimit: 1 } })
    await pick('2D Images', file('a.png', 11))
    expect(within(summary()).getByRole('alert')).toHaveTextContent(
      'Storage capacity exceeded, some files cannot be uploaded',
    )
    expect(screen.getByText('Exceeds storage limit: will not be uploaded')).toBeVisible()
  })

  test('D3-5-17 beyond both limits both are named', async () => {
    wizard.used = { fileCount: 4, size: gigabyte - 10 }
    await openFiles({ limits: { storageLimit: 1, mediumLimit: 5 } })
    await pick('2D Images', file('a.png', 5), file('b.png', 6))
    expect(screen.getByText('Exceeds storage limit and Exceeds image file limit: will not be uploaded')).toBeVisible()
  })
})

describe('the list of files', () => {
  applyStyles(path.resolve(import.meta.dirname, '../../features/select-data/selected-data.module.css'))

  test('D3-2-62 D3-2-63 is there with files only, and folds', async () => {
    await openFiles()
    expect(screen.queryByText(/^Selected data/)).not.toBeInTheDocument()
    await pick('2D Images', file('a.png'), file('b.png'), file('c.png'))
    selected(3)
    const bar = screen.getByRole('button', { name: /^Selected data/ })
    expect(bar).toHaveAttribute('aria-expanded', 'true')
    await userEvent.click(bar)
    expect(bar).toHaveAttribute('aria-expanded', 'false')
  })

  test('D3-2-65 D3-2-70 has state, name, kind, size and the button that removes', async () => {
    await openFiles()
    await pick('Multichannel Images', file('a.tif', 1024))
    const headers = within(screen.getByRole('table', { name: 'Selected data' })).getAllByRole('columnheader')
    expect(headers.map((head) => head.textContent || head.getAttribute('aria-label'))).toEqual([
      'State',
      'Name',
      'Type',
      'Size',
      'Actions',
    ])
    const cells = within(rowsOf()[0] ?? document.body).getAllByRole('cell')
    expect(within(cells[0] ?? document.body).getByRole('img')).toBeInTheDocument()
    expect(cells[1]).toHaveTextContent('a.tif')
    expect(cells[2]).toHaveTextContent('Multichannel')
    expect(cells[3]).toHaveTextContent('1.0 KB')
    expect(within(cells[4] ?? document.body).getByRole('button', { name: 'Remove a.tif' })).toBeInTheDocument()
  })

  test('D3-2-69 a file is taken off, and the summary follows', async () => {
    await openFiles()
    await pick('2D Images', file('a.png'), file('b.png'))
    await press('Remove a.png')
    selected(1)
    expect(summary()).toHaveTextContent('2D1 file')
    expect(rowsOf().map((row) => row.textContent?.includes('b.png'))).toEqual([true])
  })

  test('D3-2-64 is at most 500 px high, and scrolls', async () => {
    await openFiles()
    await pick('2D Images', ...Array.from({ length: 40 }, (_, index) => file(`${index}.png`)))
    const box = screen.getByRole('table', { name: 'Selected data' }).parentElement
    expect(box).toHaveStyle({ maxHeight: '500px', overflowY: 'auto' })
  })
})

describe('a name in the list', () => {
  const field = () => screen.getByRole('textbox', { name: /^New name of/ })
  const edit = async (text: string) => {
    await press(/^Edit name of/)
    await userEvent.clear(field())
    await userEvent.type(field(), text)
  }
  beforeEach(async () => {
    await openFiles()
    await pick('2D Images', file('a.png'))
  })

  test('D3-2-67 is edited and saved by a button', async () => {
    await edit('Liver 7')
    await press('Save name')
    expect(screen.getByTitle('Liver 7')).toBeVisible()
    await press('Start upload')
    expect(uploads.snapshot().items).toMatchObject([{ name: 'Liver 7', editedName: 'Liver 7' }])
  })

  test('D3-2-68 D3-5-12 is saved with Enter, without spaces at its ends', async () => {
    await edit('  Liver 7  {Enter}')
    expect(screen.getByTitle('Liver 7')).toBeVisible()
    // Titles are compared without spaces at their ends: what is sent is not.
    await press('Start upload')
    expect(uploads.snapshot().items).toMatchObject([{ name: 'Liver 7' }])
  })

  test('D3-5-13 is what it was when the edit is cancelled', async () => {
    await edit('Kidney')
    await press('Cancel renaming')
    expect(screen.getByTitle('a.png')).toBeVisible()
  })

  test('D3-5-11 that is empty is refused in words', async () => {
    await edit('   {Enter}')
    expect(wizard.toasts).toEqual([
      { kind: 'error', title: 'Edit File', detail: 'Name is required and must not be empty.' },
    ])
    expect(field()).toBeVisible()
  })

  test.each([
    ['x', 'x'],
    ['x'.repeat(128), 'x'.repeat(128)],
    // The field takes no more.
    ['x'.repeat(130), 'x'.repeat(128)],
  ])('D3-5-10 has 1 to 128 characters: %s', async (typed, saved) => {
    await press(/^Edit name of/)
    await userEvent.clear(field())
    await userEvent.click(field())
    await userEvent.paste(typed)
    await userEvent.keyboard('{Enter}')
    expect(screen.getByTitle(saved)).toBeVisible()
  })
})

describe('a Z stack', () => {
  const stack = (name = 'stack.ome.tif', sizeZ = 3) =>
    new File(
      [
        new Uint8Array(
          encodeOmeTiff({
            name: 'stack',
            width: 8,
            height: 8,
            channels: [{ name: 'DAPI', color: 0xff }],
            sizeZ,
            sizeT: 1,
            pixelSizeUm: 0.5,
            stepUm: 1,
            intervalSeconds: 1,
            plane: () => new Uint16Array(64),
          }),
        ),
      ],
      name,
    )
  const sent = async () => {
    const announced: unknown[] = []
    wizard.server.on(contract.createMedium, ({ body }) => {
      announced.push(body.data.zShown)
      return new Promise<never>(() => undefined)
    })
    await press('Start upload')
    await waitFor(() => expect(announced).toHaveLength(1))
    return announced[0]
  }
  const choices = () => screen.findByRole('radiogroup', { name: 'Z planes of stack.ome.tif, shown first' })

  test('is shown by its middle plane, unless the maximum is chosen', async () => {
    await openFiles()
    await pick('2D Images', stack())
    expect(within(await choices()).getByRole('radio', { name: 'Middle plane' })).toBeChecked()
    await userEvent.click(within(await choices()).getByRole('radio', { name: 'Maximum' }))
    expect(await sent()).toBe('max')
  })

  test('that nobody chose anything for is announced as before', async () => {
    await openFiles()
    await pick('2D Images', stack())
    await choices()
    expect(await sent()).toBeUndefined()
  })

  test('is asked about where there are several planes only', async () => {
    await openFiles()
    await pick('2D Images', stack('flat.ome.tif', 1), stack())
    await choices()
    expect(await screen.findAllByText(/^OME-TIFF, 8 × 8 px/)).toHaveLength(2)
    expect(screen.getAllByRole('radiogroup')).toHaveLength(1)
  })
})
