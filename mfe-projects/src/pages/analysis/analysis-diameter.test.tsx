import * as contract from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage, sampleView } from '@lamella/shared/testing/sample-image.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { jobId, projectId, sampleApplication, sampleProject } from '../../../test/sample-result.ts'
import { serveLibrary } from '../../../test/serve-library.ts'
import AnalysisPage from './analysis-page.tsx'

const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const idOf = (index: number) => `019aa000-0000-7000-8000-c0000000000${index}`
const params: contract.ParamsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    diameter: {
      type: 'number',
      title: 'Nucleus diameter',
      unit: 'px',
      default: null,
      minimum: 5,
      maximum: 200,
      step: 1,
      emptyMeans: 'automatic',
      automaticDiameter: { typicalUm: 8, estimateFirst: false },
    },
  },
}
const measurements = (px: number | null): contract.SuitabilityMeasurements => ({
  kind: 'bright-field',
  scale: { source: 'unknown' },
  whitePoint: [240, 240, 240],
  darkShare: 0,
  tissueShare: 0.5,
  clippedShare: 0,
  uniformShare: 0,
  colouredShare: 0.6,
  blueShare: 0.5,
  brownShare: 0.5,
  foreignShare: 0,
  edgeWidthPx: 1,
  stains: { method: 'fixed', reason: 'angle' },
  nucleusDiameter: { px, model: 'abc' },
})
const ready = (px: number | null): contract.SuitabilityCheck => ({
  status: 'ready',
  error: null,
  suitability: { verdict: 'fits', reasons: [], measurements: measurements(px), version: 2 },
})

let images: contract.Image[]
let checks: Record<string, contract.SuitabilityCheck>
const found = (imageId: string) => {
  const data = images.find(({ id }) => id === imageId)
  return data ? { data } : new Refusal('ERR_0404')
}
let server: ContractServer
const submitted: unknown[] = []
beforeEach(() => {
  submitted.length = 0
  images = [
    sampleImage({ id: idOf(1), name: 'one.tif', pixelSize: null, pixelSizeOrigin: { source: 'none' } }),
    sampleImage({ id: idOf(2), name: 'two.tif', pixelSizeOrigin: { source: 'file' } }),
  ]
  checks = { [idOf(1)]: ready(23.44), [idOf(2)]: ready(50) }
  server = serveLibrary(ContractServer.start(), () => images)
    .on(contract.getImage, ({ params: { imageId } }) => found(imageId))
    .on(contract.getProject, () => ({ data: sampleProject({ owner: portalUser('member').id }) }))
    .on(contract.listApplications, () => page([sampleApplication({ params })]))
    .on(contract.getImageView, () => ({ data: sampleView() }))
    .on(contract.findImages, ({ body }) => ({ data: images.filter(({ id }) => body.data.images.includes(id)) }))
    .on(contract.checkSuitabilities, ({ body }) => ({
      data: body.data.images.map((image) => ({ image, ...(checks[image] ?? ready(null)) })),
    }))
    .on(contract.createJob, ({ body: { data } }) => {
      submitted.push(data.appMetadata.appData.params)
      return { data: { id: jobId } }
    })
})
afterEach(() => server.close())

const open = async (index: number | null, as: PersonKind = 'member') => {
  const user = userEvent.setup()
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/analysis" element={<AnalysisPage />} />
      <Route path="*" element="Another page" />
    </Routes>,
    { at: `/projects/${projectId}/analysis${index === null ? '' : `?image=${idOf(index)}`}`, as },
  )
  await screen.findByRole('heading', { name: 'Image Analysis', level: 1 })
  if (images.some(({ status }) => status === 'available')) await screen.findAllByRole('checkbox')
  return user
}
const automatic = (text: string) =>
  waitFor(() => expect(screen.getByText('Automatic').parentElement).toHaveTextContent(`Automatic ${text}`))
const circle = () => screen.findByRole('slider', { name: /^Nucleus diameter as a circle/ })
const field = () => screen.getByRole('spinbutton', { name: 'Nucleus diameter (px)' })

/** The server keeps the pixel size that is set. */
const keepPixelSize = () =>
  server.on(contract.setPixelSize, ({ params: { imageId }, body }) => {
    const { um } = body.data
    images = images.map((image): contract.Image => {
      if (image.id !== imageId) return image
      const { id, fullName } = portalUser('member')
      const at = '2026-11-22T12:00:00.000Z'
      return um
        ? { ...image, pixelSize: um, pixelSizeOrigin: { source: 'user', by: { id, fullName }, at, ofFile: null } }
        : { ...image, pixelSize: null, pixelSizeOrigin: { source: 'none' } }
    })
    return undefined
  })

test('without an image there is nothing to compare with', async () => {
  await open(null)
  expect(screen.getByText('Choose an image to compare the diameter with its nuclei.')).toBeVisible()
})

test('the circle has the estimated diameter while none is given, and says so', async () => {
  await open(1)
  await automatic('23.4 px, estimated from the image')
  expect(await circle()).toHaveAttribute('aria-valuetext', 'Diameter 23.4 px, estimated from the image')
  expect(await circle()).toHaveAttribute('aria-valuenow', '23.44')
  expect(screen.getByRole('application', { name: 'Picture of one.tif' })).toBeInTheDocument()
  expect(field()).toHaveValue(null)
})

test('the circle follows the number, and the number the circle', async () => {
  const user = await open(2)
  await automatic('16 px, from the pixel size')
  await user.type(field(), '30')
  expect(await circle()).toHaveAttribute('aria-valuetext', 'Diameter 30 px, 15.0 µm')
  await user.click(await circle())
  await user.keyboard('{ArrowUp}')
  expect(field()).toHaveValue(31)
  await user.click(screen.getByRole('button', { name: 'Analyse image' }))
  expect(await screen.findByText('Another page')).toBeVisible()
  expect(submitted).toEqual([{ diameter: 31 }])
})

test('an invalid number leaves the circle at the automatic diameter', async () => {
  const user = await open(2)
  await circle()
  await user.type(field(), '3')
  expect(await circle()).toHaveAttribute('aria-valuenow', '16')
})

test('what is not known yet is said, and no circle is drawn', async () => {
  checks[idOf(1)] = { status: 'pending', error: null, suitability: null }
  await open(1)
  await automatic('is being estimated from the image')
  expect(await screen.findByText('Diameter not known yet')).toBeVisible()
  expect(screen.queryByRole('slider', { name: /circle/ })).not.toBeInTheDocument()
})

test('of several images the circle is over the one chosen first, and the list says the diameter of each', async () => {
  const user = await open(2)
  await user.click(screen.getByRole('checkbox', { name: 'one.tif' }))
  const list = await screen.findByRole('region', { name: 'Suitability' })
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'two.tifFitsNucleus diameter: 16 px, from the pixel size.',
      'one.tifFitsNucleus diameter: 23.4 px, estimated from the image.',
    ]),
  )
  expect(screen.getByText(/^two\.tif\./)).toBeVisible()
  await user.type(field(), '30')
  expect(list).not.toHaveTextContent('Nucleus diameter')
})

test('the pixel size is set beside the circle, which follows at once', async () => {
  keepPixelSize()
  const user = await open(1)
  await automatic('23.4 px, estimated from the image')
  expect(screen.getByText('not known')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Edit pixel size' }))
  const size = await screen.findByRole('spinbutton', { name: 'Pixel size (µm)' })
  expect(size).toHaveFocus()
  await user.type(size, '0.4{Enter}')
  await automatic('20 px, from the pixel size')
  expect(await circle()).toHaveAttribute('aria-valuenow', '20')
  expect(screen.getByText('0.40 µm, set by Jonas Weber, 22 Nov 2026')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  await user.click(screen.getByRole('button', { name: 'Edit pixel size' }))
  await user.click(await screen.findByRole('button', { name: 'Remove the pixel size' }))
  await automatic('23.4 px, estimated from the image')
})

test('images are judged again by the pixel size that was set', async () => {
  keepPixelSize()
  const user = await open(1)
  expect(await screen.findByRole('region', { name: 'Suitability' })).toHaveTextContent('Fits')
  const coarse = { verdict: 'doubtful' as const, reasons: ['The pixels are large.'], measurements: null, version: 2 }
  checks[idOf(1)] = { status: 'ready', error: null, suitability: coarse }
  await user.click(screen.getByRole('button', { name: 'Edit pixel size' }))
  await user.type(await screen.findByRole('spinbutton', { name: 'Pixel size (µm)' }), '1.5{Enter}')
  expect(await screen.findByText('The pixels are large.')).toBeVisible()
})

test.each(['0', '0.0009', '1000.5', ''])('the pixel size "%s" is refused in words', async (text) => {
  const user = await open(1)
  await user.click(await screen.findByRole('button', { name: 'Edit pixel size' }))
  const size = await screen.findByRole('spinbutton', { name: 'Pixel size (µm)' })
  if (text) await user.type(size, text)
  await user.click(screen.getByRole('button', { name: 'Set pixel size' }))
  expect(screen.getByText('Enter a number from 0.001 to 1000 µm.')).toBeVisible()
})

test('a pixel size that the server does not take stays in the dialog', async () => {
  server.on(contract.setPixelSize, () => new Refusal('ERR_3002'))
  const user = await open(1)
  await user.click(await screen.findByRole('button', { name: 'Edit pixel size' }))
  await user.type(await screen.findByRole('spinbutton', { name: 'Pixel size (µm)' }), '0.4{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Set pixel size' })).toBeEnabled())
  expect(screen.getByRole('dialog')).toBeVisible()
})

test('who only sees the project does not set the pixel size', async () => {
  await open(2, 'guest')
  expect(await screen.findByText('0.50 µm, from the file')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Edit pixel size' })).not.toBeInTheDocument()
})
