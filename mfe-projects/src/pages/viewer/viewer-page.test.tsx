import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { layerAnswer } from '@lamella/shared/testing/annotation-layer.ts'
import { ContractServer, Refusal, WithHeaders } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleChannelsView, sampleImage, sampleView } from '@lamella/shared/testing/sample-image.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import {
  sampleClassification,
  sampleCorrection,
  sampleCutResult,
  sampleHotSpot,
  sampleValues,
} from '../../../test/sample-correction.ts'
import {
  jobId,
  sampleApplication,
  sampleJob,
  sampleObjects,
  sampleProject,
  sampleResult,
} from '../../../test/sample-result.ts'
import ViewerPage from './viewer-page.tsx'

const projectId = '019aa000-0000-7000-8000-b00000000001'
const imageId = '019aa000-0000-7000-8000-c00000000001'
const never = () => new Promise<never>(() => undefined)

let server: ContractServer
beforeEach(() => {
  server = ContractServer.start()
    .on(contract.getProject, never)
    .on(contract.getImage, never)
    .on(contract.getImageView, never)
    .on(contract.announcePresence, () => undefined)
    .on(contract.getAnnotationLayer, () => layerAnswer([]))
    .on(contract.listLabelSets, () => ({ data: [], links: { next: null } }))
    .on(contract.listLabels, () => ({ data: [], links: { next: null } }))
    // The neighbours of the image.
    .on(contract.listImages, () => ({ data: [], links: { next: null } }))
})
afterEach(() => server.close())

const open = (query = '', as: PersonKind = 'member') =>
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/viewer" element={<ViewerPage />} />
      <Route path="*" element="Another page" />
    </Routes>,
    { at: `/projects/${projectId}/viewer?image=${imageId}${query}`, as },
  )

test('says that an image is being opened, but not when that is quick', async () => {
  open()
  const status = screen.getByRole('status')
  expect(status).toBeEmptyDOMElement()
  expect(await screen.findByText('Opening image')).toBeVisible()
  expect(status).toHaveTextContent('Opening image')
})

test('an image that is not there, or may not be seen, is not found; without the right to it the user is told so', async () => {
  server.on(contract.getImage, () => new Refusal('ERR_0404')).on(contract.getImageView, () => new Refusal('ERR_0404'))
  const { location, unmount } = open()
  await waitFor(() => expect(location()).toBe('/error/404'))
  unmount()
  server.on(contract.getImage, () => new Refusal('ERR_0403')).on(contract.getImageView, () => new Refusal('ERR_0403'))
  const other = open()
  await waitFor(() => expect(other.location()).toBe('/error/403'))
})

test('an image that is deleted while it is open stays open', async () => {
  server
    .on(contract.getProject, () => ({ data: sampleProject() }))
    .on(contract.getImage, () => ({ data: sampleImage() }))
    .on(contract.getImageView, () => ({ data: sampleView() }))
    .on(contract.announcePresence, () => undefined)
  const { location } = open()
  await screen.findByRole('heading', { name: sampleImage().name, level: 1 })
  const asked = server.calls.length
  server.on(contract.getImage, () => new Refusal('ERR_0404'))
  act(() => bus.emit('server/changed', { type: 'image', id: imageId, project: projectId, status: 'available' }))
  await waitFor(() => expect(server.calls.length).toBeGreaterThan(asked))
  expect(location()).toBe(`/projects/${projectId}/viewer?image=${imageId}`)
})

test('an image that could not be loaded for another reason can be tried again', async () => {
  server.on(contract.getImage, () => new Refusal('ERR_3002')).on(contract.getImageView, () => new Refusal('ERR_3002'))
  open()
  const said = await screen.findByRole('alert')
  expect(said).toHaveTextContent('The image could not be opened')
  expect(within(said).getByRole('button', { name: 'Try again' })).toBeVisible()
})

/** An existing image with the given view. */
const answer = (view: contract.ImageView) =>
  server
    .on(contract.getProject, () => ({ data: sampleProject() }))
    .on(contract.getImage, () => ({ data: sampleImage({ id: imageId }) }))
    .on(contract.getImageView, () => ({ data: view }))
    .on(contract.announcePresence, () => undefined)

test('D2-2-12 shows the image, named for screen readers, with what it measures', async () => {
  answer(sampleView())
  open()
  expect(await screen.findByRole('application', { name: 'Picture of field.tif' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'field.tif', level: 1 })).toBeInTheDocument()
  expect(screen.getByRole('contentinfo')).toHaveTextContent('1,000 × 800 px0.500 µm/px8 bit')
  expect(screen.queryByText('Opening image')).not.toBeInTheDocument()
})

test('an image of several channels has their panel', async () => {
  answer(sampleChannelsView())
  server.on(contract.getTile, never)
  open()
  expect(await screen.findByRole('region', { name: 'Channels' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Objects' })).not.toBeInTheDocument()
})

test('the image of a job comes with its result, whose objects follow where they are looked at', async () => {
  answer(sampleView())
  let send = () => {}
  const boxes: object[] = []
  server
    .on(contract.getJob, never)
    .on(contract.getJobResult, async () => {
      await new Promise<void>((resolve) => {
        send = resolve
      })
      return { data: sampleResult() }
    })
    .on(contract.pageResultObjects, () => ({ data: { total: 3, offset: 0, objects: [...sampleObjects] } }))
    .on(contract.findResultObjects, ({ query }) => {
      boxes.push(query)
      return { data: { total: 3, oneOf: 1, objects: [...sampleObjects] } }
    })
  open(`&job=${jobId}`)
  expect(await screen.findByText('Opening image')).toBeVisible()
  await waitFor(() => expect(server.calls.some((call) => call.includes('result'))).toBe(true))
  expect(screen.queryByRole('application')).not.toBeInTheDocument()
  send()
  expect(await screen.findByRole('region', { name: 'Objects' })).toBeInTheDocument()
  expect(await screen.findByText('3+')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Object 3' })).toBeInTheDocument()
  await waitFor(() => expect(boxes).toMatchObject([{ left: 0, top: 0, right: 1000, bottom: 800 }]))
})

test('objects that were measured with another pixel size than the scale bar shows say so', async () => {
  const { provenance, ...result } = sampleResult()
  answer(sampleView())
  server
    .on(contract.getJob, never)
    .on(contract.getJobResult, () => ({
      data: { ...result, provenance: { ...provenance, pixelSizeUm: { x: 0.125, y: 0.125 } } },
    }))
    .on(contract.pageResultObjects, () => ({ data: { total: 3, offset: 0, objects: [...sampleObjects] } }))
    .on(contract.findResultObjects, () => ({ data: { total: 3, oneOf: 1, objects: [...sampleObjects] } }))
  open(`&job=${jobId}`)
  const objects = await screen.findByRole('region', { name: 'Objects' })
  expect(objects).toHaveTextContent(/Measured with 0\.125 µm per pixel; the image now has/)
})

test('a result that cannot be loaded is an error of the page', async () => {
  answer(sampleView())
  server.on(contract.getJob, never).on(contract.getJobResult, () => new Refusal('ERR_0404'))
  open(`&job=${jobId}`)
  expect(await screen.findByRole('alert')).toHaveTextContent('The image could not be opened')
})

test('a corrected result has its own classes, and says what it is', async () => {
  const correction = sampleCorrection({ cuts: [0.12, 0.6] })
  const columns: Record<string, number[]> = { ...sampleValues, [contract.classColumn]: [0, 0, 0, 1, 1, 1, 1, 2, 2, 2] }
  answer(sampleView())
  server
    .on(contract.getJob, () => ({ data: sampleJob() }))
    .on(contract.getJobResult, () => ({ data: sampleCutResult() }))
    .on(contract.listApplications, () => ({
      data: [sampleApplication({ classification: sampleClassification })],
      links: { next: null },
    }))
    .on(contract.listCorrections, () => ({ data: [correction], links: { next: null } }))
    .on(contract.getResultColumn, ({ params }) => new Response(Float64Array.from(columns[params.column] ?? [])))
    .on(contract.pageResultObjects, () => ({ data: { total: 10, offset: 0, objects: [...sampleObjects] } }))
    .on(contract.findResultObjects, () => ({ data: { total: 10, oneOf: 1, objects: [...sampleObjects] } }))
  open(`&job=${jobId}&result=${correction.id}`)
  const objects = await screen.findByRole('region', { name: 'Objects' })
  expect(objects).toHaveTextContent(/Corrected by Mia Lang, .+ cuts at 0\.12, 0\.60; 2 objects left out by Mia Lang/)
  const classOf = (no: number) => screen.getByRole('button', { name: `Object ${no}` }).closest('tr')?.cells[1]
  // Objects 1 and 4 were left out; 0.1 is below the cut at 0.12, 0.15 no longer.
  await waitFor(() =>
    expect([1, 2, 3].map((no) => classOf(no)?.textContent?.trim())).toEqual(['left out', 'negative', '1+']),
  )
})

test('the hot spot of a result is shown, of a corrected one by its own cuts and objects', async () => {
  // The last three nuclei, all 3+, are together at the right; the corrected result leaves the last two out.
  const correction = sampleCorrection({
    cuts: [0.2, 0.6],
    leftOut: [{ ...sampleCorrection().leftOut[0], objects: [9, 10] }] as contract.LeftOutBy[],
  })
  const columns: Record<string, number[]> = {
    ...sampleValues,
    [contract.classColumn]: [0, 0, 0, 1, 1, 1, 1, 2, 2, 2],
    x: [10, 20, 30, 200, 210, 220, 230, 800, 810, 820],
    y: [10, 20, 30, 10, 20, 30, 40, 10, 20, 30],
  }
  answer(sampleView())
  server
    .on(contract.getJob, () => ({ data: sampleJob() }))
    .on(contract.getJobResult, () => ({ data: sampleCutResult() }))
    .on(contract.listApplications, () => ({
      data: [sampleApplication({ classification: sampleHotSpot })],
      links: { next: null },
    }))
    .on(contract.listCorrections, () => ({ data: [correction], links: { next: null } }))
    .on(contract.getResultColumn, ({ params }) => new Response(Float64Array.from(columns[params.column] ?? [])))
    .on(contract.pageResultObjects, () => ({ data: { total: 10, offset: 0, objects: [...sampleObjects] } }))
    .on(contract.findResultObjects, () => ({ data: { total: 10, oneOf: 1, objects: [...sampleObjects] } }))
  const { unmount } = open(`&job=${jobId}`)
  expect(await screen.findByText('100.0 % 3+ of 3 nuclei')).toBeVisible()
  expect(server.calls.some((call) => call.includes('corrections'))).toBe(false)
  unmount()
  open(`&job=${jobId}&result=${correction.id}`)
  expect(await screen.findByText(/^\d+\.\d % 3\+ of \d nuclei$/)).toHaveTextContent('33.3 % 3+ of 3 nuclei')
})

describe('the view', () => {
  const channel = (name: string) => screen.findByRole('checkbox', { name: new RegExp(`^${name}`) })
  const view = sampleChannelsView({ timePoints: 4 })
  beforeEach(() => {
    localStorage.clear()
    answer(view)
    server.on(contract.getTile, never)
  })

  test('is in the address, and comes from it', async () => {
    const first = open()
    await userEvent.click(await channel('FITC'))
    fireEvent.change(await screen.findByRole('slider', { name: 'Time point' }), { target: { value: '3' } })
    const address = `/projects/${projectId}/viewer?image=${imageId}&t=3&channels=0`
    await waitFor(() => expect(first.location()).toBe(address))
    first.unmount()
    localStorage.clear()
    open('&t=3&channels=0')
    expect(await channel('DAPI')).toBeChecked()
    expect(await channel('FITC')).not.toBeChecked()
    expect(await screen.findByRole('slider', { name: 'Time point' })).toHaveValue('3')
  })

  test('channels and ranges are kept per image and user', async () => {
    const first = open()
    await userEvent.click(await channel('DAPI'))
    await waitFor(() => expect(first.location()).toContain('channels=1'))
    first.unmount()
    const second = open()
    expect(await channel('DAPI')).not.toBeChecked()
    // So that the address states what is seen, also when it is copied.
    await waitFor(() => expect(second.location()).toContain('channels=1'))
    second.unmount()
    open('', 'guest')
    expect(await channel('DAPI')).toBeChecked()
  })

  test('of a link does not replace what the user has kept', async () => {
    const first = open()
    await userEvent.click(await channel('DAPI'))
    await waitFor(() => expect(first.location()).toContain('channels=1'))
    first.unmount()
    const shared = open('&channels=0_200_300')
    expect(await screen.findByRole('checkbox', { name: 'DAPI 200 – 300' })).toBeChecked()
    expect(await channel('FITC')).not.toBeChecked()
    fireEvent.change(await screen.findByRole('slider', { name: 'Time point' }), { target: { value: '2' } })
    await waitFor(() => expect(shared.location()).toContain('t=2&channels=0_200_300'))
    shared.unmount()
    open()
    expect(await channel('DAPI')).not.toBeChecked()
    expect(await channel('FITC')).toBeChecked()
  })

  test('of another scene comes from that scene, the nearest one of the file', async () => {
    const scenes = ['A1', 'B7'].map((name) => ({ name, width: 1000, height: 800 }))
    const asked: unknown[] = []
    server.on(contract.getImageView, ({ query }) => {
      asked.push(query.scene ?? 0)
      return { data: { ...view, scenes, ...(query.scene === 1 && { width: 70, height: 50 }) } }
    })
    const { location } = open('&scene=9&t=2')
    expect(await screen.findByRole('combobox', { name: 'Scene' })).toHaveValue('1')
    expect(screen.getByRole('contentinfo')).toHaveTextContent('70 × 50 px')
    expect(asked).toEqual([0, 1])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Scene' }), '0')
    await waitFor(() => expect(location()).toBe(`/projects/${projectId}/viewer?image=${imageId}`))
    expect(screen.getByRole('contentinfo')).toHaveTextContent('1,000 × 800 px')
  })

  describe('for other programs', () => {
    const link = {
      zarr: 'https://portal.test/api/v1/images/a/links/b/zarr/0.ome.zarr',
      iiif: 'https://portal.test/api/v1/images/a/links/b/iiif/composed/info.json',
      expires: '2026-11-23T21:05:00.000Z',
    }
    const choose = async (item: string) => {
      await userEvent.click(await screen.findByRole('button', { name: 'Download' }))
      await userEvent.click(await screen.findByRole('menuitem', { name: item }))
    }
    const said: string[] = []
    const copied: string[] = []
    const toasts = bus.on('toast/show')
    let listening = toasts.subscribe()
    let mayCopy = true
    beforeEach(() => {
      said.length = 0
      copied.length = 0
      mayCopy = true
      listening = toasts.subscribe(({ detail = '' }) => said.push(detail))
      const writeText = async (text: string) => {
        if (!mayCopy) throw new Error('not allowed')
        copied.push(text)
      }
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    })
    afterEach(() => listening.unsubscribe())

    test('has an address that is copied, and says how long it holds', async () => {
      const scenes: unknown[] = []
      server.on(contract.createImageLink, ({ query }) => {
        scenes.push(query.scene)
        return { data: link }
      })
      open()
      await choose('Open in QuPath or napari: copy address')
      await waitFor(() => expect(said).toHaveLength(1))
      const date = new Date(link.expires)
      const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
      const day = date.toLocaleDateString('en-GB', { weekday: 'long' })
      expect(said[0]).toContain(`until ${time} on ${day}, or until you log out`)
      expect([copied, scenes]).toEqual([[link.zarr], [0]])
      await choose('Open in a IIIF viewer: copy address')
      await waitFor(() => expect(copied).toEqual([link.zarr, link.iiif]))
    })

    test('shows the address where the browser does not copy, and why there is none', async () => {
      server.on(contract.createImageLink, () => ({ data: link }))
      mayCopy = false
      open()
      await choose('Open in QuPath or napari: copy address')
      await waitFor(() => expect(said).toHaveLength(1))
      expect(said[0]).toContain(link.zarr)
      server.on(contract.createImageLink, () => new Refusal('ERR_3002'))
      await choose('Open in QuPath or napari: copy address')
      await waitFor(() => expect(said).toHaveLength(2))
      expect(said[1]).toContain('The image is not available yet.')
    })
  })

  test('of a neighbour in the library is one key away', async () => {
    const next = '019aa000-0000-7000-8000-c00000000002'
    server.on(contract.listImages, ({ query }) => ({
      data: query.sort === 'newest' ? [sampleImage({ id: next, name: 'older.tif' })] : [],
      links: { next: null },
    }))
    const { location } = open()
    expect(await screen.findByRole('button', { name: 'Next image: older.tif' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Previous image' })).toHaveAttribute('aria-disabled', 'true')
    screen.getByRole('application').focus()
    await userEvent.keyboard('b')
    expect(location()).toContain(imageId)
    await userEvent.keyboard('n')
    await waitFor(() => expect(location()).toContain(`image=${next}`))
  })

  describe('of an image of a project with applied multichannel settings', () => {
    const settings = (changes: Partial<contract.MultichannelSettings> = {}): contract.MultichannelSettings => ({
      id: '019aa000-0000-7000-8000-a00000000001',
      project: projectId,
      name: 'U2OS',
      channels: [
        { index: 1, name: 'FKHR-GFP', color: '#FF00FF', visible: true, min: 2, max: 111 },
        { index: 0, name: 'Nuclei', color: '#00FFFF', visible: false, min: 4, max: 146 },
      ],
      applied: true,
      owner: sampleImage().owner,
      created: '2026-11-20T09:00:00.000Z',
      modified: '2026-11-20T12:00:00.000Z',
      revision: 1,
      ...changes,
    })
    let stored: contract.MultichannelSettings[]
    beforeEach(() => {
      stored = [settings({ id: '019aa000-0000-7000-8000-a00000000002', applied: false, channels: [] }), settings()]
      server
        .on(contract.getImage, () => ({ data: sampleImage({ id: imageId, isMultichannelImage: true }) }))
        .on(contract.listMultichannelSettings, () => ({ data: stored, links: { next: null } }))
    })

    test('has their names, ranges and visible channels, and the address says so', async () => {
      const { location } = open()
      expect(await screen.findByRole('checkbox', { name: 'Nuclei 4 – 146' })).not.toBeChecked()
      expect(screen.getByRole('checkbox', { name: 'FKHR-GFP 2 – 111' })).toBeChecked()
      await waitFor(() => expect(location()).toContain('channels=-0_4_146*1_2_111'))
    })

    test('can be shown by other settings of the project, which the address then states with their colours', async () => {
      stored = [settings({ applied: false })]
      const { location } = open()
      expect(await channel('DAPI')).toBeChecked()
      await userEvent.click(await screen.findByRole('button', { name: 'Settings of the project' }))
      await userEvent.click(await screen.findByRole('menuitem', { name: 'U2OS' }))
      expect(await channel('DAPI')).not.toBeChecked()
      await waitFor(() => expect(location()).toContain('channels=-0_4_146*1_2_111*c0_00FFFF*c1_FF00FF'))
    })

    test('stores its channels as settings of the project, and follows settings that are applied meanwhile', async () => {
      const bodies: unknown[] = []
      server.on(contract.createMultichannelSettings, ({ body }) => {
        bodies.push(body)
        stored = [settings({ revision: 2, channels: settings().channels.map((each) => ({ ...each, max: 99 })) })]
        return new WithHeaders(undefined, {
          location: '/api/v1/multichannelSettings/019aa000-0000-7000-8000-a00000000003',
        })
      })
      server.on(contract.getProject, () => ({ data: sampleProject({ owner: portalUser('member').id }) }))
      const { location } = open()
      await userEvent.click(await channel('Nuclei'))
      await waitFor(() => expect(location()).toContain('channels=0_4_146*1_2_111'))
      await userEvent.click(screen.getByRole('button', { name: 'Settings of the project' }))
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Save these channels as settings' }))
      await userEvent.type(await screen.findByLabelText('Name'), 'Mine')
      await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
      await waitFor(() => expect(bodies).toHaveLength(1))
      expect(bodies[0]).toEqual({
        data: {
          name: 'Mine',
          channels: [
            { index: 0, name: 'Nuclei', color: '#00FFFF', visible: true, min: 4, max: 146 },
            { index: 1, name: 'FKHR-GFP', color: '#FF00FF', visible: true, min: 2, max: 111 },
          ],
        },
      })
      expect(await screen.findByRole('checkbox', { name: 'FKHR-GFP 2 – 99' })).toBeChecked()
    })

    test('of a link keeps the ranges of the link, with the names of the settings', async () => {
      open('&channels=0_200_300')
      expect(await screen.findByRole('checkbox', { name: 'Nuclei 200 – 300' })).toBeChecked()
    })

    test('is as the user has left it, until other settings are applied', async () => {
      const first = open()
      await userEvent.click(await channel('Nuclei'))
      await waitFor(() => expect(first.location()).toContain('channels=0_4_146'))
      first.unmount()
      const second = open()
      expect(await channel('Nuclei')).toBeChecked()
      second.unmount()
      stored = [settings({ revision: 2 })]
      open()
      expect(await channel('Nuclei')).not.toBeChecked()
    })

    test('is as its file says where the settings cannot be read, or are no longer applied', async () => {
      server.on(contract.listMultichannelSettings, () => new Refusal('ERR_0404'))
      const first = open()
      expect(await channel('DAPI')).toBeChecked()
      first.unmount()
      stored = [settings({ applied: false })]
      server.on(contract.listMultichannelSettings, () => ({ data: stored, links: { next: null } }))
      open()
      expect(await channel('DAPI')).toBeChecked()
    })
  })
})
