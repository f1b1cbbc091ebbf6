import type { Image } from '@lamella/shared/contract'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ImageDetails } from './image-details.tsx'

const open = (changes: Partial<Image> = {}, canEdit = true) => {
  const calls = {
    onRetry: jest.fn(),
    onDownload: jest.fn(),
    onRename: jest.fn(),
    onTag: jest.fn(),
    onMove: jest.fn(),
    onDelete: jest.fn(),
    onClose: jest.fn(),
  }
  const image = sampleImage(changes)
  renderPage(<ImageDetails image={image} ownerName="Mara Lindqvist" canEdit={canEdit} {...calls} />, { at: '/' })
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
  ['an editor', {}, true, ['Download original', 'Rename', 'Tags', 'Move to project', 'Delete image']],
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
