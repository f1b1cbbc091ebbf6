import type { ChannelSettings, Image, ImageView, MultichannelSettings, Project } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer, Refusal, WithHeaders } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleChannelsView, sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { projectId, sampleProject } from '../../../test/sample-result.ts'
import MultichannelPage from './multichannel-page.tsx'

const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const member = portalUser('member').id
const user = userEvent.setup()
const never = () => new Promise<never>(() => undefined)
const idOf = (number: number) => `019aa000-0000-7000-8000-a0000000000${number}`

const dapi: ChannelSettings = { index: 0, name: 'Nuclei', color: '#00FFFF', visible: true, min: 4, max: 146 }
const fitc: ChannelSettings = { index: 1, name: 'FKHR-GFP', color: '#00FF00', visible: false, min: 2, max: 111 }
const settingsOf = (number: number, changes: Partial<MultichannelSettings> = {}): MultichannelSettings => ({
  id: idOf(number),
  project: projectId,
  name: `Settings ${number}`,
  channels: [dapi, fitc],
  applied: false,
  owner: member,
  created: '2026-11-20T09:00:00.000Z',
  modified: '2026-11-20T12:00:00.000Z',
  revision: 1,
  ...changes,
})

let settings: MultichannelSettings[]
let images: Image[]
let view: ImageView
let project: Project
/** Bodies of the changes, in order. */
let sent: object[]
let server: ContractServer
beforeEach(() => {
  sent = []
  settings = [settingsOf(1), settingsOf(2, { applied: true })]
  images = [sampleImage({ name: 'U2OS.tif', isMultichannelImage: true })]
  view = sampleChannelsView()
  project = sampleProject({ owner: member })
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: project }))
    .on(contract.listMultichannelSettings, () => page(settings))
    .on(contract.listImages, () => page(images))
    .on(contract.getImageView, () => ({ data: view }))
    .on(contract.getTile, never)
    .on(contract.updateMultichannelSettings, ({ params, body }) => {
      sent.push({ id: params.settingsId, ...body.data })
      const stored = settings.find(({ id }) => id === params.settingsId)
      if (stored?.revision !== body.data.revision) return new Refusal('ERR_7001')
      settings = settings.map((each) =>
        each === stored ? { ...stored, ...body.data, revision: stored.revision + 1 } : each,
      )
      return undefined
    })
})
afterEach(() => server.close())

const open = (as: PersonKind = 'member', query = '') =>
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/multichannel" element={<MultichannelPage />} />
    </Routes>,
    { at: `/projects/${projectId}/multichannel${query}`, as },
  )
const channel = async (number: number) => within(await screen.findByRole('region', { name: `Channel ${number}` }))
const button = (name: string) => screen.getByRole('button', { name })
const chosen = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Settings' }).value
const saveIsThere = () => screen.queryByRole('button', { name: 'Save settings' }) !== null

test('asks for multichannel images only, and for an older one that the address names', async () => {
  const older = sampleImage({ id: idOf(9), project: projectId, name: 'Older.tif', isMultichannelImage: true })
  const asked: unknown[] = []
  server
    .on(contract.listImages, ({ query }) => {
      asked.push([query['filter[type]'], query['filter[scope]'], query['page[size]']])
      return { data: images, links: { next: '/api/v2/projects/x/images?page%5Bafter%5D=1' } }
    })
    .on(contract.getImage, () => ({ data: older }))
  open('member', `?image=${older.id}`)
  expect(await screen.findByRole('combobox', { name: 'Image of the preview' })).toHaveValue('Older.tif')
  expect(asked).toEqual([['MultiChannel', 'available', 250]])
})

test('D2-2-13 D3-9-46 D3-9-47 title and text, to the letter', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'Multichannel Settings', level: 1 })).toBeVisible()
  expect(screen.getByText('Define settings for multichannel images and apply them to your project.')).toBeVisible()
  await channel(1)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Multichannel Settings')
  expect(screen.getByText('Define settings for multichannel images and apply them to your project.')).toBeVisible()
})

test('opens with the applied settings: name, colour and range of each channel', async () => {
  open()
  const first = await channel(1)
  expect(chosen()).toBe('Settings 2 (applied)')
  expect(first.getByRole('textbox', { name: 'Name' })).toHaveValue('Nuclei')
  expect(first.getByRole('combobox', { name: 'Colour' })).toHaveValue('Cyan')
  expect(first.getByRole('spinbutton', { name: 'Minimum' })).toHaveValue(4)
  expect(first.getByRole('spinbutton', { name: 'Maximum' })).toHaveValue(146)
  expect(first.getByRole('switch', { name: 'Shown' })).toBeChecked()
  expect((await channel(2)).getByRole('switch', { name: 'Shown' })).not.toBeChecked()
  expect(screen.getByRole('application', { name: 'Picture of U2OS.tif' })).toBeInTheDocument()
  const shown = within(screen.getByRole('list', { name: 'Shown channels' }))
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Nuclei'])
})

test('changes are saved under their name, or discarded', async () => {
  open('member', `?settings=${idOf(1)}`)
  const first = await channel(1)
  const maximum = first.getByRole('spinbutton', { name: 'Maximum' })
  fireEvent.change(maximum, { target: { value: '200' } })
  expect(screen.getByText('Not saved')).toBeVisible()
  await user.click(button('Discard changes'))
  expect(maximum).toHaveValue(146)
  expect(saveIsThere()).toBe(false)

  fireEvent.change(maximum, { target: { value: '200' } })
  await user.click(first.getByRole('combobox', { name: 'Colour' }))
  await user.click(screen.getByRole('option', { name: 'Magenta' }))
  await user.click(first.getByRole('switch', { name: 'Shown' }))
  await user.click(button('Save settings'))
  await waitFor(() => expect(screen.queryByText('Not saved')).not.toBeInTheDocument())
  const changed = { ...dapi, max: 200, color: '#FF00FF', visible: false }
  expect(sent).toEqual([{ id: idOf(1), name: 'Settings 1', revision: 1, channels: [changed, fitc] }])
})

test('auto-contrast takes the range of the image that is shown', async () => {
  open()
  const first = await channel(1)
  await user.click(first.getByRole('button', { name: 'Auto-contrast' }))
  expect(first.getByRole('spinbutton', { name: 'Minimum' })).toHaveValue(view.channels[0]?.auto.min)
  expect(first.getByRole('spinbutton', { name: 'Maximum' })).toHaveValue(view.channels[0]?.auto.max)
})

test.each<[string, string, string, string]>([
  ['an empty range', 'spinbutton', 'Minimum', ''],
  ['a minimum above the maximum', 'spinbutton', 'Minimum', '147'],
  ['no name', 'textbox', 'Name', ''],
  ['a name of 129 characters', 'textbox', 'Name', 'x'.repeat(129)],
])('%s cannot be saved', async (_, role, name, value) => {
  open()
  const first = await channel(1)
  fireEvent.change(first.getByRole(role, { name }), { target: { value } })
  expect(first.getByRole('alert')).toBeVisible()
  expect(button('Save settings')).toBeDisabled()
  expect(button('Save as new settings')).toBeDisabled()
})

test('the first settings begin as the file has the channels, and are then the chosen ones', async () => {
  settings = []
  server.on(contract.createMultichannelSettings, ({ body }) => {
    sent.push(body.data)
    settings = [settingsOf(1, body.data)]
    return new WithHeaders(undefined, { location: `/api/v1/multichannelSettings/${idOf(1)}` })
  })
  open()
  expect((await channel(1)).getByRole('textbox', { name: 'Name' })).toHaveValue('DAPI')
  await user.click(button('Save as new settings'))
  const form = within(await screen.findByRole('dialog', { name: 'Save as new settings' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'U2OS, 20×')
  await user.click(form.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(chosen()).toBe('U2OS, 20×'))
  const channels = view.channels.map(({ index, name, color, auto }) => ({ index, name, color, visible: true, ...auto }))
  expect(sent).toEqual([{ name: 'U2OS, 20×', channels }])
})

test('settings of channels that the image does not have stay when others are saved', async () => {
  const third = { ...dapi, index: 2, name: 'Cy5' }
  settings = [settingsOf(1, { channels: [dapi, fitc, third] })]
  open()
  const first = await channel(1)
  expect(screen.getByText(/^1 more channel of these settings/)).toBeVisible()
  fireEvent.change(first.getByRole('textbox', { name: 'Name' }), { target: { value: 'Hoechst' } })
  await user.click(button('Save settings'))
  await waitFor(() => expect(sent).toMatchObject([{ channels: [{ name: 'Hoechst' }, fitc, third] }]))
})

test('who saves what somebody else has saved is told, and nothing is overwritten', async () => {
  open('member', `?settings=${idOf(1)}`)
  const first = await channel(1)
  fireEvent.change(first.getByRole('spinbutton', { name: 'Maximum' }), { target: { value: '200' } })
  settings = [settingsOf(1, { revision: 2, channels: [{ ...dapi, max: 99 }, fitc] })]
  await user.click(button('Save settings'))
  expect(await screen.findByText(/^Somebody else has changed these settings in the meantime/)).toBeVisible()
  expect(first.getByRole('spinbutton', { name: 'Maximum' })).toHaveValue(200)
  expect(button('Save settings')).toBeDisabled()
  await user.click(button('Discard changes'))
  expect(first.getByRole('spinbutton', { name: 'Maximum' })).toHaveValue(99)
})

test('what was changed before there were any settings stays when somebody else adds the first', async () => {
  settings = []
  open()
  const first = await channel(1)
  fireEvent.change(first.getByRole('textbox', { name: 'Name' }), { target: { value: 'Hoechst' } })
  settings = [settingsOf(1)]
  act(() => bus.emit('server/changed', { type: 'multichannelSettings', project: projectId }))
  expect(await screen.findByText(/^Somebody else has changed these settings in the meantime/)).toBeVisible()
  expect(first.getByRole('textbox', { name: 'Name' })).toHaveValue('Hoechst')
})

test('an event of another page shows its change', async () => {
  open('member', `?settings=${idOf(1)}`)
  const first = await channel(1)
  settings = [settingsOf(1, { revision: 2, channels: [{ ...dapi, name: 'Hoechst' }, fitc] })]
  act(() => bus.emit('server/changed', { type: 'multichannelSettings', project: projectId }))
  await waitFor(() => expect(first.getByRole('textbox', { name: 'Name' })).toHaveValue('Hoechst'))
})

test('settings are applied to the project, and no longer', async () => {
  server.on(contract.applyMultichannelSettings, ({ body }) => {
    sent.push(body.data)
    settings = settings.map((each) => ({ ...each, applied: each.id === body.data.settings }))
    return undefined
  })
  open('member', `?settings=${idOf(1)}`)
  await channel(1)
  await user.click(button('Apply to project'))
  expect(await screen.findByText('Applied')).toBeVisible()
  await user.click(button('Stop applying'))
  expect(await screen.findByRole('button', { name: 'Apply to project' })).toBeVisible()
  expect(sent).toEqual([{ settings: idOf(1) }, { settings: null }])
})

test('settings are deleted after a question that says what is lost', async () => {
  server.on(contract.deleteMultichannelSettings, ({ params }) => {
    settings = settings.filter(({ id }) => id !== params.settingsId)
    return undefined
  })
  open()
  await channel(1)
  await user.click(button('Actions of Settings 2'))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete settings' }))
  const asked = await screen.findByRole('dialog', { name: 'Delete settings' })
  expect(asked).toHaveTextContent(
    'Settings 2 is deleted permanently, and the images are shown as their files say. This cannot be undone.',
  )
  await user.click(within(asked).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(chosen()).toBe('Settings 1'))
})

test('a project without multichannel images leads to the upload', async () => {
  images = [sampleImage()]
  open()
  expect(await screen.findByRole('heading', { name: 'No multichannel images yet' })).toBeVisible()
  const back = encodeURIComponent(`/projects/${projectId}/multichannel`)
  expect(screen.getByRole('link', { name: 'Upload images' })).toHaveAttribute(
    'href',
    `/datastorage/upload?project=${projectId}&return=${back}`,
  )
})

test('settings that cannot be read are an error with another try', async () => {
  server.on(contract.listMultichannelSettings, () => new Refusal('ERR_0404'))
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('The multichannel settings could not be retrieved')
  server.on(contract.listMultichannelSettings, () => page(settings))
  await user.click(button('Try again'))
  expect(await screen.findByRole('region', { name: 'Channel 1' })).toBeVisible()
})

test.each<[string, PersonKind, Partial<Project>, boolean]>([
  ['owner', 'member', {}, true],
  ['editor', 'member', { owner: idOf(9), contributors: [{ userId: member, role: 'editor' }] }, true],
  ['organisation admin', 'admin', {}, true],
  ['annotator', 'member', { owner: idOf(9), contributors: [{ userId: member, role: 'annotator' }] }, false],
  ['viewer', 'member', { owner: idOf(9), contributors: [{ userId: member, role: 'viewer' }] }, false],
  ['guest', 'guest', { contributors: [{ userId: portalUser('guest').id, role: 'editor' }] }, false],
])('D2-6-11 D2-6-15 %s: what can be changed', async (_, as, changes, mayChange) => {
  project = { ...project, ...changes }
  open(as)
  const first = await channel(1)
  const expected = mayChange ? 1 : 0
  for (const name of ['Save as new settings', 'Stop applying', 'Actions of Settings 2']) {
    expect([name, screen.queryAllByRole('button', { name }).length]).toEqual([name, expected])
  }
  const name = first.getByRole('textbox', { name: 'Name' })
  if (mayChange) expect(name).toBeEnabled()
  else expect(name).toBeDisabled()
})
