import { resolveObjectURL } from 'node:buffer'
import type { Image } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { sampleView } from '../../../test/sample-view.ts'
import { ImageDetails } from './image-details.tsx'

let server: ContractServer
let view: contract.ImageView
beforeEach(() => {
  view = sampleView()
  server = ContractServer.start()
    .on(contract.getImageView, () => ({ data: view }))
    .on(contract.listWaitingMedia, () => ({ data: [] }))
})
afterEach(() => server.close())

const open = (changes: Partial<Image> = {}, canEdit = true) => {
  const calls = {
    onRetry: jest.fn(),
    onDownload: jest.fn(),
    onRename: jest.fn(),
    onTag: jest.fn(),
    onPixelSize: jest.fn(),
    onShowZ: jest.fn(),
    onMove: jest.fn(),
    onDelete: jest.fn(),
    onClose: jest.fn(),
  }
  const image = sampleImage(changes)
  renderPage(<ImageDetails image={image} ownerName="Mara Lindqvist" canEdit={canEdit} analyses={null} {...calls} />, {
    at: '/',
  })
  return { ...calls, image, details: within(screen.getByRole('complementary', { name: `Details of ${image.name}` })) }
}
const factOf = (name: string) => screen.getByText(name).nextSibling?.textContent

const setByMara: Image['pixelSizeOrigin'] = {
  source: 'user',
  by: { id: sampleImage().owner, fullName: 'Mara Lindqvist' },
  at: '2026-11-22T12:00:00.000Z',
  ofFile: null,
}

test.each<[string, Partial<Image>, string]>([
  ['Type', {}, '2D'],
  ['Type', { isMultichannelImage: true, isPyramid: true }, 'Multichannel, whole slide'],
  ['Type', { isTimeSeries: true, isMultichannelImage: true }, 'Time series'],
  ['Field of view', {}, '500.0 µm × 400.0 µm'],
  ['Field of view', { width: 40_000, height: 1000 }, '20.00 mm × 500.0 µm'],
  ['Field of view', { pixelSize: null }, '–'],
  ['Pixel size', {}, '0.50 µm'],
  ['Pixel size', { pixelSizeOrigin: { source: 'file' } }, '0.50 µm'],
  ['Pixel size', { pixelSizeOrigin: setByMara }, '0.50 µm, set by Mara Lindqvist, 22 Nov 2026'],
  ['Format', {}, 'TIFF, 8 bit'],
  ['Format', { depth: null }, 'TIFF'],
  ['Annotations', { annotationCount: 1234 }, '1,234'],
  ['Regions of interest', { roiCount: 2 }, '2'],
  ['Format', { depth: null, format: '' }, '–'],
  ['Owner', {}, 'Mara Lindqvist'],
  ['Size', {}, '2.0 MB'],
])('%s of an image with %j', (name, changes, text) => {
  open(changes)
  expect(factOf(name)).toBe(text)
})

test('an available image can be opened and analysed', () => {
  const { details, image } = open()
  const query = `image=${image.id}`
  expect(details.getByRole('link', { name: 'Open in viewer' })).toHaveAttribute(
    'href',
    `/projects/${image.project}/viewer?${query}`,
  )
  expect(details.getByRole('link', { name: 'Analyse' })).toHaveAttribute(
    'href',
    `/projects/${image.project}/analysis?${query}`,
  )
  expect(details.queryByRole('button', { name: 'Process again' })).not.toBeInTheDocument()
})

test('without the right to edit an image can only be viewed', () => {
  const { details } = open({}, false)
  expect(details.getByRole('link', { name: 'Open in viewer' })).toBeVisible()
  expect(details.queryByRole('link', { name: 'Analyse' })).not.toBeInTheDocument()
})

test.each<[string, Partial<Image>, boolean, string[]]>([
  ['an editor', {}, true, ['Download original', 'Rename', 'Tags', 'Pixel size', 'Move to project', 'Delete image']],
  ['a viewer', {}, false, ['Download original']],
  [
    'an editor, of an image without file',
    { status: 'uploadFailed' },
    true,
    ['Rename', 'Tags', 'Move to project', 'Delete image'],
  ],
])('more actions of %s', async (_, changes, canEdit, titles) => {
  const { details } = open(changes, canEdit)
  await userEvent.click(details.getByRole('button', { name: 'More actions' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(titles)
})

test('a viewer has no more actions with an image whose file is not stored', () => {
  const { details } = open({ status: 'uploadFailed' }, false)
  expect(details.queryByRole('button', { name: 'More actions' })).not.toBeInTheDocument()
})

test('tags, channels and time points are among the details where the image has them', () => {
  const sample = {
    id: 'c0',
    index: 0,
    properties: { name: 'DAPI' },
    colorLookup: null,
    active: true,
    intensityRange: null,
  }
  const samples = [sample, { ...sample, id: 'c1', index: 1, properties: {} }]
  open({
    tags: ['good', 'stained'],
    dimensions: [{ id: 'c', index: 0, size: 2, samples }],
    isTimeSeries: true,
    timeSeriesLength: 24,
  })
  expect(['Tags', 'Channels', 'Time points'].map(factOf)).toEqual(['good, stained', 'DAPI; Channel 2', '24'])
})

const damaged: Partial<Image> = {
  status: 'processingFailed',
  statusErrors: ['The file is damaged.', 'Page 2 is empty.'],
}

test('an image that has failed says why and can be processed again', async () => {
  const { details, onRetry } = open(damaged)
  expect(details.getByText('The file is damaged. Page 2 is empty.')).toBeVisible()
  expect(details.queryByRole('link')).not.toBeInTheDocument()
  await userEvent.click(details.getByRole('button', { name: 'Process again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

test('an image whose processing cannot succeed is uploaded again', () => {
  const { details, image } = open({ ...damaged, canProcessAgain: false })
  expect(details.queryByRole('button', { name: 'Process again' })).not.toBeInTheDocument()
  expect(details.getByRole('link', { name: 'Upload again' })).toHaveAttribute(
    'href',
    `/datastorage/upload?project=${image.project}&return=%2Fprojects%2F${image.project}%2Flibrary%3Fscope%3Dfailed`,
  )
})

test('without the right to edit it cannot be processed again', () => {
  const { details } = open(damaged, false)
  expect(details.queryByRole('button', { name: 'Process again' })).not.toBeInTheDocument()
})

test('a second click reaches what the details cover, a later one the details', () => {
  jest.useFakeTimers()
  try {
    open()
    const panel = screen.getByRole('complementary')
    act(() => jest.advanceTimersByTime(499))
    expect(panel).toHaveAttribute('data-opening')
    act(() => jest.advanceTimersByTime(1))
    expect(panel).not.toHaveAttribute('data-opening')
  } finally {
    jest.useRealTimers()
  }
})

test('notes on the processing are shown', () => {
  const { details } = open({ notes: ['Plane 3 of 7 is shown.'] })
  expect(details.getByText('Plane 3 of 7 is shown.')).toBeVisible()
})

test('it is deleted from the menu, and closed', async () => {
  const { details, onDelete, onClose } = open()
  await userEvent.click(details.getByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete image' }))
  expect(onDelete).toHaveBeenCalledTimes(1)
  await userEvent.click(details.getByRole('button', { name: 'Close details' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('what the file says of its making is shown, as far as it says it', () => {
  open({
    metadata: {
      acquiredAt: '2026-05-01T09:30:00',
      instrument: 'Axio Scan',
      objective: { name: 'Plan-Apochromat', magnification: 20, numericalAperture: 0.8 },
      stagePosition: { x: 1200.04, y: -3.5 },
      timeStepS: 30,
      channels: [{ name: 'DAPI', excitationNm: 358, emissionNm: 461, exposureMs: 12.5 }, { fluorophore: 'Cy5' }],
    },
  })
  const names = ['Channels', 'Time step', 'Acquired', 'Instrument', 'Objective', 'Stage position']
  expect(names.map(factOf)).toEqual([
    'DAPI, 358/461 nm, 12.5 ms; Channel 2, Cy5',
    '30 s',
    '2026-05-01 09:30:00',
    'Axio Scan',
    'Plan-Apochromat, 20×, NA 0.8',
    '1200.0, -3.5 µm',
  ])
  expect(screen.queryByText('Z step')).not.toBeInTheDocument()
})

describe('what else is in the file', () => {
  const planes = async () => {
    await userEvent.click(await screen.findByRole('combobox', { name: 'Z plane shown first' }))
    return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  }

  test('is not mentioned where there is nothing else', async () => {
    open()
    await screen.findByText('Type')
    expect(server.calls).toHaveLength(1)
    expect(screen.queryByText('In the file')).not.toBeInTheDocument()
  })

  test('the label and the overview of a slide are shown, all of them', async () => {
    view = sampleView({ slidePictures: ['label', 'macro'] })
    server.on(contract.getSlidePicture, ({ params }) => new Response(`the ${params.picture}`))
    const { details } = open()
    for (const [word, picture] of [
      ['Label', 'label'],
      ['Whole slide', 'macro'],
    ] as const) {
      const figure = (await details.findByText(word)).closest('figure') ?? document.body
      const { src } = await within(figure).findByRole<HTMLImageElement>('presentation')
      expect(await resolveObjectURL(src)?.text()).toBe(`the ${picture}`)
    }
  })

  test('scenes have their names and sizes, or numbers', async () => {
    view = sampleView({
      scenes: [
        { name: 'A1', width: 300, height: 200 },
        { name: '', width: 1070, height: 50 },
      ],
    })
    open()
    await screen.findByText('Scenes')
    expect(factOf('Scenes')).toBe('A1, 300 × 200 pxScene 2, 1,070 × 50 px')
  })

  test.each<[number, contract.ZChoice, string]>([
    [5, 2, 'Plane 3 of 5 (middle)'],
    [4, 1, 'Plane 2 of 4 (middle)'],
    [5, 'max', 'Maximum of all planes'],
  ])('of %i planes the one that is shown first is %s, "%s"', async (zCount, zShown, text) => {
    view = sampleView({ zCount, zShown, hasMaximum: true })
    open()
    expect(await screen.findByRole('combobox', { name: 'Z plane shown first' })).toHaveValue(text)
  })

  test('another plane, the maximum or the middle is chosen', async () => {
    view = sampleView({ zCount: 3, zShown: 0, hasMaximum: true })
    const { onShowZ } = open()
    const titles = ['Maximum of all planes', 'Plane 1 of 3', 'Plane 2 of 3 (middle)', 'Plane 3 of 3']
    expect(await planes()).toEqual(titles)
    for (const title of [titles[0], titles[2], titles[3], titles[1]]) {
      await userEvent.click(screen.getByRole('option', { name: title }))
      await planes()
    }
    // The first plane is shown already.
    expect(onShowZ.mock.calls).toEqual([['max'], [null], [2]])
  })

  test('colours have no maximum', async () => {
    view = sampleView({ zCount: 2, zShown: 0, hasMaximum: false })
    open()
    expect(await planes()).toEqual(['Plane 1 of 2 (middle)', 'Plane 2 of 2'])
  })

  test('viewers do not choose a plane', async () => {
    view = sampleView({ zCount: 3, zShown: 1, hasMaximum: false })
    open({}, false)
    await screen.findByText('Shown first')
    expect(factOf('Shown first')).toBe('Plane 2 of 3 (middle)')
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  })
})

test('an image that waits to be processed says where, one that is available asks for nothing', async () => {
  const asked = jest.fn()
  server.on(contract.listWaitingMedia, () => {
    asked()
    return { data: [{ id: sampleImage().id, imageId: sampleImage().id, before: 1, seconds: { from: 20, to: 40 } }] }
  })
  open({ status: 'uploadFinished' })
  expect(await screen.findByText('Processing: After 1 task, under a minute')).toBeVisible()
  expect(asked).toHaveBeenCalledTimes(1)
})
